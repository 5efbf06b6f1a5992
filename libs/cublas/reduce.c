/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1, what makes one number of vectors. Of long ones each unit does a piece; the
 * one that is done last puts the pieces' results together, in order, so that the number
 * does not depend on who was faster, or on how many threads there are. */
#include "level1.h"

#include <complex.h>
#include <math.h>
#include <stdatomic.h>

enum { MAX_PIECES = 64, PIECE = 1 << 15, ROW = 1024 };

typedef const int *num;
typedef float sum_s(num n, const void *x, num incx);
typedef double sum_d(num n, const void *x, num incx);
typedef float dot_s(num n, const void *x, num incx, const void *y, num incy);
typedef double dot_d(num n, const void *x, num incx, const void *y, num incy);
typedef void dot_complex(int n, const void *x, int incx, const void *y, int incy,
			 void *result);
typedef int index_fn(num n, const void *x, num incx);

struct partial {
	double complex value; /* of an index, the size of the element */
	int64_t index;        /* from 1; 0: there is none */
};

struct reduction {
	hd_blas b;
	enum hd_routine routine;
	int64_t pieces;
	_Atomic int64_t done;
	struct partial partial[MAX_PIECES];
};

static bool
is_single(hd_type type)
{
	return type == HD_S || type == HD_C;
}

/* ---- one piece ---------------------------------------------------------------------- */

static double
sum_of(const hd_blas *b, const hd_piece *p)
{
	if (is_single(b->type))
		return ((sum_s *)b->fn)(HD_INT(p->n), p->x, HD_INT(b->x.ld));
	return ((sum_d *)b->fn)(HD_INT(p->n), p->x, HD_INT(b->x.ld));
}

static double complex
dot_of(const hd_blas *b, const hd_piece *p)
{
	float complex c;
	double complex z;

	switch (b->type) {
	case HD_S:
		return ((dot_s *)b->fn)(HD_INT(p->n), p->x, HD_INT(b->x.ld), p->y,
					HD_INT(b->y.ld));
	case HD_D:
		return ((dot_d *)b->fn)(HD_INT(p->n), p->x, HD_INT(b->x.ld), p->y,
					HD_INT(b->y.ld));
	case HD_C:
		((dot_complex *)b->fn)((int)p->n, p->x, (int)b->x.ld, p->y,
				       (int)b->y.ld, &c);
		return c;
	default:
		((dot_complex *)b->fn)((int)p->n, p->x, (int)b->x.ld, p->y,
				       (int)b->y.ld, &z);
		return z;
	}
}

/* Short rows of floats are added up as such, and their sums as doubles: a GPU's sums, in a
 * tree, are as good as that. */
static double complex
add_up(const hd_blas *b, const hd_piece *p, enum hd_routine routine)
{
	int64_t row = is_single(b->type) && routine != HD_nrm2 ? ROW : p->n;
	double complex sum = 0;

	for (int64_t i = 0; i < p->n; i += row) {
		hd_piece q =
			hd_part_of(b, p->first + i, p->n - i < row ? p->n - i : row);

		sum += routine == HD_dotu || routine == HD_dotc ? dot_of(b, &q)
								: sum_of(b, &q);
	}
	return sum;
}

/* As BLAS compares: the sum of the parts' magnitudes. */
static double
size_at(const hd_blas *b, const hd_piece *p, int64_t i)
{
	int64_t at = i * b->x.ld;
	const float *f = p->x;
	const double *d = p->x;

	switch (b->type) {
	case HD_S:
		return fabsf(f[at]);
	case HD_D:
		return fabs(d[at]);
	case HD_C:
		return fabsf(f[2 * at]) + fabsf(f[2 * at + 1]);
	default:
		return fabs(d[2 * at]) + fabs(d[2 * at + 1]);
	}
}

static struct partial
find(const hd_blas *b, const hd_piece *p)
{
	int at = ((index_fn *)b->fn)(HD_INT(p->n), p->x, HD_INT(b->x.ld));

	if (at < 1)
		return (struct partial){0};
	return (struct partial){size_at(b, p, at - 1), p->first + at};
}

/* ---- all of them -------------------------------------------------------------------- */

static struct partial
join(enum hd_routine routine, struct partial a, struct partial b)
{
	switch (routine) {
	case HD_nrm2:
		return (struct partial){hypot(creal(a.value), creal(b.value)), 0};
	case HD_amax:
		return creal(b.value) > creal(a.value) ? b : a;
	case HD_amin:
		return creal(b.value) < creal(a.value) ? b : a;
	default:
		return (struct partial){a.value + b.value, 0};
	}
}

static void
put(const hd_blas *b, struct partial p)
{
	switch (b->result_type) {
	case HD_S:
		*(float *)b->result = (float)creal(p.value);
		break;
	case HD_D:
		*(double *)b->result = creal(p.value);
		break;
	case HD_C:
		*(float complex *)b->result = (float complex)p.value;
		break;
	case HD_Z:
		*(double complex *)b->result = p.value;
		break;
	case HD_I:
		*(int *)b->result = (int)p.index;
		break;
	default:
		*(int64_t *)b->result = p.index;
		break;
	}
}

static void
run_reduction(const hd_blas *b, uint64_t unit)
{
	struct reduction *r = (struct reduction *)b; /* the operation's own */
	hd_piece p = hd_piece_of(b, unit);
	struct partial all;

	switch (r->routine) {
	case HD_amax:
	case HD_amin:
		r->partial[unit] = find(b, &p);
		break;
	default:
		r->partial[unit] = (struct partial){add_up(b, &p, r->routine), 0};
		break;
	}
	if (atomic_fetch_add(&r->done, 1) + 1 < r->pieces)
		return;
	all = r->partial[0];
	for (int64_t i = 1; i < r->pieces; i++)
		all = join(r->routine, all, r->partial[i]);
	put(b, all);
}

static void
put_zero(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	put(b, (struct partial){0});
}

/* ---- checks ------------------------------------------------------------------------- */

cublasStatus_t
hd_reduce(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	struct reduction r = {.routine = routine, .pieces = 1};
	bool is_dot = routine == HD_dotu || routine == HD_dotc;
	hd_cut cut = {.grain = 1, .bytes = sizeof r, .work = (double)b->n * 0.5};

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->result)
		return CUBLAS_STATUS_INVALID_VALUE;
	b->fn = hd_routine(routine, b->type);
	if (!b->fn)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	b->run = b->n <= 0 || (!is_dot && b->x.ld <= 0) ? put_zero : run_reduction;
	if (b->n > PIECE && b->run == run_reduction) {
		r.pieces = (b->n + PIECE - 1) / PIECE;
		r.pieces = r.pieces < MAX_PIECES ? r.pieces : MAX_PIECES;
	}
	b->tile_n = (b->n + r.pieces - 1) / r.pieces;
	r.pieces = b->tile_n > 0 ? (b->n + b->tile_n - 1) / b->tile_n : 1;
	r.b = *b;
	cut.units = (uint64_t)r.pieces;
	cut.wait = h->pointer_mode == CUBLAS_POINTER_MODE_HOST;
	return hd_blas_submit(h, &r.b, &cut);
}

/* ---- entry points ------------------------------------------------------------------- */

#define X_OF(X) .type = HD_##X, .n = n, .x = HD_MATRIX(x, incx, HD_##X)
/* R: the type of the result */
#define SUM(X, R, name)                                                                \
	return hd_reduce(handle,                                                       \
			 &(hd_blas){X_OF(X), .result = result, .result_type = HD_##R}, \
			 HD_##name);
#define DOT(X, name)                                                                   \
	return hd_reduce(handle,                                                       \
			 &(hd_blas){X_OF(X), .y = HD_MATRIX(y, incy, HD_##X),          \
				    .result = result, .result_type = HD_##X},          \
			 HD_##name);
#define INDEX(X, name)                                                                 \
	return hd_reduce(handle,                                                       \
			 &(hd_blas){X_OF(X), .result = result,                         \
				    .result_type = sizeof *result == 4 ? HD_I : HD_L}, \
			 HD_##name);

HD_V2(Snrm2, SUM(S, S, nrm2), __hd_nrm2, float, float)
HD_V2(Dnrm2, SUM(D, D, nrm2), __hd_nrm2, double, double)
HD_V2(Scnrm2, SUM(C, S, nrm2), __hd_nrm2, cuComplex, float)
HD_V2(Dznrm2, SUM(Z, D, nrm2), __hd_nrm2, cuDoubleComplex, double)
HD_V2(Sasum, SUM(S, S, asum), __hd_nrm2, float, float)
HD_V2(Dasum, SUM(D, D, asum), __hd_nrm2, double, double)
HD_V2(Scasum, SUM(C, S, asum), __hd_nrm2, cuComplex, float)
HD_V2(Dzasum, SUM(Z, D, asum), __hd_nrm2, cuDoubleComplex, double)
HD_V2(Sdot, DOT(S, dotu), __hd_dot, float)
HD_V2(Ddot, DOT(D, dotu), __hd_dot, double)
HD_V2(Cdotu, DOT(C, dotu), __hd_dot, cuComplex)
HD_V2(Zdotu, DOT(Z, dotu), __hd_dot, cuDoubleComplex)
HD_V2(Cdotc, DOT(C, dotc), __hd_dot, cuComplex)
HD_V2(Zdotc, DOT(Z, dotc), __hd_dot, cuDoubleComplex)
HD_V2(Isamax, INDEX(S, amax), __hd_amax, float)
HD_V2(Idamax, INDEX(D, amax), __hd_amax, double)
HD_V2(Icamax, INDEX(C, amax), __hd_amax, cuComplex)
HD_V2(Izamax, INDEX(Z, amax), __hd_amax, cuDoubleComplex)
HD_V2(Isamin, INDEX(S, amin), __hd_amax, float)
HD_V2(Idamin, INDEX(D, amin), __hd_amax, double)
HD_V2(Icamin, INDEX(C, amin), __hd_amax, cuComplex)
HD_V2(Izamin, INDEX(Z, amin), __hd_amax, cuDoubleComplex)
