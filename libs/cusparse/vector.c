/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse vectors with dense ones, and with dense matrices (gemvi). */
#include "sparse.h"

typedef struct vector_call {
	hd_vector x;
	hd_values y, result, a;
	int64_t y_size, ld;
	hd_scalar alpha, beta;
	bool conj, transposed;
} vector_call;

#define TEMPLATE "vector_template.h"
#include "each_type.h"

static hd_units_fn *const axpby[] = HD_EACH_LOOP(axpby);
static hd_units_fn *const gather[] = HD_EACH_LOOP(gather);
static hd_units_fn *const scatter[] = HD_EACH_LOOP(scatter);
static hd_units_fn *const rot[] = HD_EACH_LOOP(rot);
static hd_units_fn *const dot[] = HD_EACH_LOOP(dot);
static hd_units_fn *const gemvi[] = HD_EACH_LOOP(gemvi);

static cusparseStatus_t
check(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!x || !y || x->v.size != y->v.rows)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return CUSPARSE_STATUS_SUCCESS;
}

static vector_call
call_of(cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y)
{
	return (vector_call){.x = x->v, .y = y->v.values, .y_size = y->v.rows};
}

/* Numbers of 16 bits are computed with as floats. */
static hd_type
scalar_type(hd_type of)
{
	return of == HD_H || of == HD_T ? HD_S : of;
}

static int
loop_of(const vector_call *c, hd_type compute)
{
	hd_type types[] = {c->x.values.type, c->y.type, compute};

	return hd_loop_of(types, 3);
}

static hd_work
work_of(const vector_call *c, hd_units_fn *run, uint64_t units)
{
	double all = (double)(c->x.nnz + c->y_size / 4);

	return (hd_work){.run = run,
			 .args = c,
			 .bytes = sizeof *c,
			 .units = units,
			 .cost = all / (double)(units ? units : 1)};
}

/* alpha and beta, or cosine and sine */
static cusparseStatus_t
blend(cusparseHandle_t h, vector_call *c, const void *alpha, const void *beta,
      hd_units_fn *const *run)
{
	hd_type type = scalar_type(c->y.type);
	int loop = loop_of(c, type);
	hd_work w;

	if (!alpha || !beta)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (loop == HD_NO_LOOP || c->x.values.type != c->y.type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	c->alpha = hd_take(h, alpha, type);
	c->beta = hd_take(h, beta, type);
	w = work_of(c, run[loop], 1);
	return hd_submit(h, &w);
}

cusparseStatus_t
cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x,
	      const void *beta, cusparseDnVecDescr_t y)
{
	cusparseStatus_t status = check(h, x, y);
	vector_call c;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c = call_of(x, y);
	return blend(h, &c, alpha, beta, axpby);
}

cusparseStatus_t
cusparseRot(cusparseHandle_t h, const void *cosine, const void *sine,
	    cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
	cusparseStatus_t status = check(h, x, y);
	vector_call c;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c = call_of(x, y);
	return blend(h, &c, cosine, sine, rot);
}

static cusparseStatus_t
move(cusparseHandle_t h, const vector_call *c, hd_units_fn *const *run, uint64_t units)
{
	int loop = loop_of(c, c->y.type);
	hd_work w;

	if (loop == HD_NO_LOOP || c->x.values.type != c->y.type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	w = work_of(c, run[loop], units);
	return hd_submit(h, &w);
}

cusparseStatus_t
cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
	cusparseStatus_t status = check(h, x, y);
	vector_call c;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c = call_of(x, y);
	return move(h, &c, gather, (uint64_t)c.x.nnz);
}

cusparseStatus_t
cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
	cusparseStatus_t status = check(h, x, y);
	vector_call c;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c = call_of(x, y);
	return move(h, &c, scatter, 1);
}

cusparseStatus_t
cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t op,
			cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
			const void *result, cudaDataType type, size_t *bytes)
{
	(void)result, (void)type;
	if (hd_is_handle(h) && !hd_is_op(op))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_say_buffer(check(h, x, y), bytes);
}

cusparseStatus_t
cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
	     cusparseConstDnVecDescr_t y, void *result, cudaDataType type, void *buffer)
{
	cusparseStatus_t status = check(h, x, y);
	hd_type compute = hd_type_of(type);
	vector_call c;
	hd_work w;
	int loop;

	(void)buffer;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!result || !hd_is_op(op))
		return CUSPARSE_STATUS_INVALID_VALUE;
	c = call_of(x, y);
	c.result = (hd_values){result, compute};
	c.conj = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	loop = loop_of(&c, compute);
	if (loop == HD_NO_LOOP)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	w = work_of(&c, dot[loop], 1);
	return hd_submit_result(h, &w);
}

/* ---- gemvi --------------------------------------------------------------------------- */

static cusparseStatus_t
gemvi_call(cusparseHandle_t h, vector_call *c, const void *alpha, const void *beta,
	   int64_t inner)
{
	hd_work w;

	if (!alpha || !beta || c->x.nnz < 0 || c->y_size < 0 || inner < 0 ||
	    c->ld < (c->transposed ? inner : c->y_size) || c->ld < 1 ||
	    (c->x.nnz && (!c->x.index.at || !c->x.values.at || !c->a.at)) || !c->y.at ||
	    (unsigned)c->x.index.base > 1)
		return CUSPARSE_STATUS_INVALID_VALUE;
	c->alpha = hd_take(h, alpha, c->y.type);
	c->beta = hd_take(h, beta, c->y.type);
	w = work_of(c, gemvi[c->y.type], (uint64_t)c->y_size);
	w.cost = (double)c->x.nnz * 2;
	return hd_submit(h, &w);
}

#define GEMVI(X, T, t)                                                                 \
	cusparseStatus_t cusparse##X##gemvi_bufferSize(cusparseHandle_t h,             \
						       cusparseOperation_t op, int m,  \
						       int n, int nnz, int *bytes)     \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUSPARSE_STATUS_NOT_INITIALIZED;                        \
		if (!bytes || !hd_is_op(op) || m < 0 || n < 0 || nnz < 0)              \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*bytes = HD_BUFFER_BYTES;                                              \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparse##X##gemvi(                                           \
		cusparseHandle_t h, cusparseOperation_t op, int m, int n,              \
		const T *alpha, const T *a, int lda, int nnz, const T *x,              \
		const int *index, const T *beta, T *y, cusparseIndexBase_t base,       \
		void *buffer)                                                          \
	{                                                                              \
		bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;                  \
		vector_call c = {                                                      \
			.x = {turned ? m : n,                                          \
			      nnz,                                                     \
			      {(void *)index, false, (int)base},                       \
			      {(void *)x, t}},                                         \
			.y = {y, t},                                                   \
			.a = {(void *)a, t},                                           \
			.y_size = turned ? n : m,                                      \
			.ld = lda,                                                     \
			.conj = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,          \
			.transposed = turned,                                          \
		};                                                                     \
		(void)buffer;                                                          \
		if (!hd_is_handle(h))                                                  \
			return CUSPARSE_STATUS_NOT_INITIALIZED;                        \
		if (!hd_is_op(op))                                                     \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		return gemvi_call(h, &c, alpha, beta, turned ? m : n);                 \
	}
GEMVI(S, float, HD_S)
GEMVI(D, double, HD_D)
GEMVI(C, cuComplex, HD_C)
GEMVI(Z, cuDoubleComplex, HD_Z)
