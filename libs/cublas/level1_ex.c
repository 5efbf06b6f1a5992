/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1 with element types that are said in the call. Those of BLAS go there; halves
 * and bfloat16 are computed with as floats, in one unit. */
#include "level1.h"

#include <math.h>

/* ---- small numbers ------------------------------------------------------------------ */

static bool
is_small(hd_type type)
{
	return type == HD_H || type == HD_T;
}

/* Where element i of a vector lies, as BLAS counts. */
static int64_t
at(const hd_matrix *v, int64_t n, int64_t i)
{
	return v->ld >= 0 ? i * v->ld : (i - n + 1) * v->ld;
}

static float
get(const hd_matrix *v, int64_t n, int64_t i)
{
	return hd_float_at(v->at, v->type, at(v, n, i));
}

static float
scalar(const hd_scalar *s)
{
	return hd_float_at(hd_value(s), s->type, 0);
}

/* Vectors become floats row by row. */
enum { ROW = 1024, MANY = 64 * ROW };

static void
load(float *to, const hd_matrix *v, const hd_blas *b, const hd_piece *p)
{
	if (v->ld == 1)
		hd_to_float(to, (const uint16_t *)v->at + p->first, v->type, p->n);
	else
		for (int64_t i = 0; i < p->n; i++)
			to[i] = get(v, b->n, p->first + i);
}

static void
store(const hd_matrix *v, const float *from, const hd_blas *b, const hd_piece *p)
{
	if (v->ld == 1)
		hd_from_float((uint16_t *)v->at + p->first, v->type, from, p->n);
	else
		for (int64_t i = 0; i < p->n; i++)
			hd_set_float((void *)v->at, v->type, at(v, b->n, p->first + i),
				     from[i]);
}

/* What is done to a row of x and y, and a number of its own. */
typedef double row_fn(const hd_blas *b, float *x, float *y, int64_t n);

static double
axpy_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	float alpha = scalar(&b->alpha);

	for (int64_t i = 0; i < n; i++)
		y[i] += alpha * x[i];
	return 0;
}

static double
scal_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	float alpha = scalar(&b->alpha);

	(void)y;
	for (int64_t i = 0; i < n; i++)
		x[i] *= alpha;
	return 0;
}

static double
rot_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	float c = scalar(&b->alpha), s = scalar(&b->beta);

	for (int64_t i = 0; i < n; i++) {
		float old = x[i];

		x[i] = c * old + s * y[i];
		y[i] = c * y[i] - s * old;
	}
	return 0;
}

static double
dot_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	double sum = 0;

	(void)b;
	for (int64_t i = 0; i < n; i++)
		sum += (double)x[i] * y[i];
	return sum;
}

static double
square_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	(void)y;
	return dot_row(b, x, x, n);
}

static double
size_row(const hd_blas *b, float *x, float *y, int64_t n)
{
	double sum = 0;

	(void)b, (void)y;
	for (int64_t i = 0; i < n; i++)
		sum += fabsf(x[i]);
	return sum;
}

/* writes: 1 x, 2 y */
static double
each_row(const hd_blas *b, uint64_t unit, row_fn *fn, int writes)
{
	hd_piece all = hd_piece_of(b, unit);
	float x[ROW], y[ROW];
	double sum = 0;

	for (int64_t i = 0; i < all.n; i += ROW) {
		hd_piece p = {.first = all.first + i,
			      .n = all.n - i < ROW ? all.n - i : ROW};

		load(x, &b->x, b, &p);
		if (b->y.at)
			load(y, &b->y, b, &p);
		sum += fn(b, x, y, p.n);
		if (writes & 1)
			store(&b->x, x, b, &p);
		if (writes & 2)
			store(&b->y, y, b, &p);
	}
	return sum;
}

static void
small_axpy(const hd_blas *b, uint64_t unit)
{
	each_row(b, unit, axpy_row, 2);
}

static void
small_scal(const hd_blas *b, uint64_t unit)
{
	each_row(b, unit, scal_row, 1);
}

static void
small_rot(const hd_blas *b, uint64_t unit)
{
	each_row(b, unit, rot_row, 3);
}

static void
put(const hd_blas *b, double value)
{
	hd_set_float(b->result, b->result_type, 0, (float)value);
}

static void
small_dot(const hd_blas *b, uint64_t unit)
{
	put(b, each_row(b, unit, dot_row, 0));
}

static void
small_nrm2(const hd_blas *b, uint64_t unit)
{
	put(b, b->x.ld > 0 ? sqrt(each_row(b, unit, square_row, 0)) : 0);
}

static void
small_asum(const hd_blas *b, uint64_t unit)
{
	put(b, b->x.ld > 0 ? each_row(b, unit, size_row, 0) : 0);
}

/* diag: whether the largest is wanted */
static void
small_index(const hd_blas *b, uint64_t unit)
{
	int64_t best = b->n > 0 && b->x.ld > 0;
	float size = best ? fabsf(get(&b->x, b->n, 0)) : 0;

	(void)unit;
	for (int64_t i = 1; i < b->n && best; i++) {
		float s = fabsf(get(&b->x, b->n, i));

		if (b->diag ? s > size : s < size) {
			size = s;
			best = i + 1;
		}
	}
	if (b->result_type == HD_I)
		*(int *)b->result = (int)best;
	else
		*(int64_t *)b->result = best;
}

/* What is only moved may have any type. */
static void
move(const hd_blas *b, uint64_t unit)
{
	size_t size = hd_size(b->x.type);

	(void)unit;
	for (int64_t i = 0; i < b->n; i++) {
		char *x = (char *)b->x.at + at(&b->x, b->n, i) * (int64_t)size, old[16];
		char *y = (char *)b->y.at + at(&b->y, b->n, i) * (int64_t)size;

		memcpy(old, y, size);
		memcpy(y, x, size);
		if (b->diag)
			memcpy(x, old, size);
	}
}

/* ---- checks ------------------------------------------------------------------------- */

/* has: 1 alpha, 2 beta, 4 a result */
static cublasStatus_t
small(cublasHandle_t h, hd_blas *b, hd_unit_fn *run, int has)
{
	hd_cut cut = {.units = 1, .grain = 1, .work = (double)b->n};
	bool is_one = has & 4 || run == move || !b->x.ld || (b->y.at && !b->y.ld);

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if ((has & 1 && !hd_take(h, &b->alpha)) || (has & 2 && !hd_take(h, &b->beta)) ||
	    (has & 4 && !b->result))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (b->n <= 0 && !(has & 4))
		return CUBLAS_STATUS_SUCCESS;
	b->run = run;
	b->tile_n = is_one || b->n < MANY ? b->n : MANY;
	if (b->tile_n > 0)
		cut.units = (uint64_t)((b->n + b->tile_n - 1) / b->tile_n);
	cut.wait = has & 4 && h->pointer_mode == CUBLAS_POINTER_MODE_HOST;
	return hd_blas_submit(h, b, &cut);
}

/* Vectors of one type, and what is computed in another: floats for small numbers. */
static bool
agree(const hd_blas *b, cudaDataType computed)
{
	hd_type type = hd_type_of(computed);

	if (b->x.type > HD_T || (b->y.at && b->y.type != b->x.type))
		return false;
	return is_small(b->x.type) ? type == HD_S : type == b->x.type;
}

static bool
is_scalar(const hd_blas *b, hd_type type)
{
	return is_small(b->x.type) ? type == HD_S || type == b->x.type
				   : type == b->x.type;
}

static hd_type
real_of(hd_type type)
{
	return type == HD_C ? HD_S : type == HD_Z ? HD_D : type;
}

static cublasStatus_t
axpy_ex(cublasHandle_t h, hd_blas *b, cudaDataType computed)
{
	b->type = b->x.type;
	if (!agree(b, computed) || !is_scalar(b, b->alpha.type))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return is_small(b->type) ? small(h, b, small_axpy, 1) : hd_axpy(h, b);
}

static cublasStatus_t
scal_ex(cublasHandle_t h, hd_blas *b, cudaDataType computed)
{
	b->type = b->x.type;
	if (!agree(b, computed) || !is_scalar(b, b->alpha.type))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!is_small(b->type))
		return hd_scal(h, b);
	return b->x.ld > 0 ? small(h, b, small_scal, 1) : CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
rot_ex(cublasHandle_t h, hd_blas *b, cudaDataType computed)
{
	b->type = b->x.type;
	if (!agree(b, computed))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (is_small(b->type))
		return is_scalar(b, b->beta.type) ? small(h, b, small_rot, 3)
						  : CUBLAS_STATUS_NOT_SUPPORTED;
	if (b->beta.type != b->type && b->beta.type != real_of(b->type))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	b->alpha.type = real_of(b->type);
	return hd_rot(h, b);
}

static cublasStatus_t
dot_ex(cublasHandle_t h, hd_blas *b, cudaDataType computed, enum hd_routine routine)
{
	b->type = b->x.type;
	if (!agree(b, computed) || !is_scalar(b, b->result_type))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return is_small(b->type) ? small(h, b, small_dot, 4) : hd_reduce(h, b, routine);
}

/* nrm2 and asum */
static cublasStatus_t
norm_ex(cublasHandle_t h, hd_blas *b, cudaDataType computed, enum hd_routine routine)
{
	hd_type type = hd_type_of(computed);

	b->type = b->x.type;
	if (b->type > HD_T)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (is_small(b->type))
		return type == HD_S && is_scalar(b, b->result_type)
			       ? small(h, b,
				       routine == HD_nrm2 ? small_nrm2 : small_asum, 4)
			       : CUBLAS_STATUS_NOT_SUPPORTED;
	if (real_of(type) != real_of(b->type) || b->result_type != real_of(b->type))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return hd_reduce(h, b, routine);
}

static cublasStatus_t
index_ex(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	b->type = b->x.type;
	b->diag = routine == HD_amax;
	if (b->type > HD_T)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return is_small(b->type) ? small(h, b, small_index, 4)
				 : hd_reduce(h, b, routine);
}

static cublasStatus_t
move_ex(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	b->type = b->x.type;
	b->diag = routine == HD_swap;
	if (b->type == HD_TYPES || b->y.type != b->type)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return b->type <= HD_Z ? hd_copy(h, b, routine) : small(h, b, move, 0);
}

/* ---- entry points ------------------------------------------------------------------- */

#define X_OF   .n = n, .x = HD_MATRIX(x, incx, hd_type_of(xType))
#define XY     X_OF, .y = HD_MATRIX(y, incy, hd_type_of(yType))
#define RESULT .result = result, .result_type = hd_type_of(resultType)
#define INDEX  .result = result, .result_type = sizeof *result == 4 ? HD_I : HD_L
#define EX(name, form, ...)                                                            \
	cublasStatus_t cublas##name form(int)                                          \
	{                                                                              \
		return __VA_ARGS__;                                                    \
	}                                                                              \
	cublasStatus_t cublas##name##_64 form(int64_t)                                 \
	{                                                                              \
		return __VA_ARGS__;                                                    \
	}

EX(AxpyEx, __hd_AxpyEx,
   axpy_ex(handle, &(hd_blas){XY, .alpha = HD_SCALAR(alpha, hd_type_of(alphaType))},
	   executionType))
EX(ScalEx, __hd_ScalEx,
   scal_ex(handle, &(hd_blas){X_OF, .alpha = HD_SCALAR(alpha, hd_type_of(alphaType))},
	   executionType))
EX(RotEx, __hd_RotEx,
   rot_ex(handle,
	  &(hd_blas){XY, .alpha = HD_SCALAR(c, hd_type_of(csType)),
		     .beta = HD_SCALAR(s, hd_type_of(csType))},
	  executionType))
EX(DotEx, __hd_DotEx, dot_ex(handle, &(hd_blas){XY, RESULT}, executionType, HD_dotu))
EX(DotcEx, __hd_DotEx, dot_ex(handle, &(hd_blas){XY, RESULT}, executionType, HD_dotc))
EX(Nrm2Ex, __hd_Nrm2Ex,
   norm_ex(handle, &(hd_blas){X_OF, RESULT}, executionType, HD_nrm2))
EX(AsumEx, __hd_Nrm2Ex,
   norm_ex(handle, &(hd_blas){X_OF, RESULT}, executionType, HD_asum))
EX(IamaxEx, __hd_IamaxEx, index_ex(handle, &(hd_blas){X_OF, INDEX}, HD_amax))
EX(IaminEx, __hd_IamaxEx, index_ex(handle, &(hd_blas){X_OF, INDEX}, HD_amin))
EX(CopyEx, __hd_CopyEx, move_ex(handle, &(hd_blas){XY}, HD_copy))
EX(SwapEx, __hd_SwapEx, move_ex(handle, &(hd_blas){XY}, HD_swap))
