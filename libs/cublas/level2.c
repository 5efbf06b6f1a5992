/* SPDX-License-Identifier: Apache-2.0 */
/* Level 2: matrices and vectors. gemv and ger are cut into parts of what they write;
 * the others are done by one thread. */
#include "blas.h"

#include <stdlib.h>

/* ---- how OpenBLAS is called --------------------------------------------------------- */

typedef const char *str;
typedef const int *num;
typedef const void *in;
typedef void *out;

typedef void gemv_fn(str, num, num, in, in, num, in, num, in, out, num, size_t);
typedef void gbmv_fn(str, num, num, num, num, in, in, num, in, num, in, out, num,
		     size_t);
typedef void symv_fn(str, num, in, in, num, in, num, in, out, num, size_t);
typedef void sbmv_fn(str, num, num, in, in, num, in, num, in, out, num, size_t);
typedef void spmv_fn(str, num, in, in, in, num, in, out, num, size_t);
typedef void trmv_fn(str, str, str, num, in, num, out, num, size_t, size_t, size_t);
typedef void tbmv_fn(str, str, str, num, num, in, num, out, num, size_t, size_t,
		     size_t);
typedef void tpmv_fn(str, str, str, num, in, out, num, size_t, size_t, size_t);
typedef void ger_fn(num, num, in, in, num, in, num, out, num);
typedef void copy_fn(num, in, num, out, num);
typedef void syr_fn(str, num, in, in, num, out, num, size_t);
typedef void spr_fn(str, num, in, in, num, out, size_t);
typedef void syr2_fn(str, num, in, in, num, in, num, out, num, size_t);
typedef void spr2_fn(str, num, in, in, num, in, num, out, size_t);

static const double one[4][2] = {{0}, {1}, {0}, {1}};
static const float one_float[2] = {1};

static const void *
one_of(hd_type type)
{
	return type == HD_S || type == HD_C ? (const void *)one_float : one[type];
}

/* A vector of which elements are left out: where BLAS wants its address. `n` is the whole
 * vector, and [first, first + count) what is left. */
static void *
piece(const hd_matrix *v, uint64_t which, int64_t n, int64_t first, int64_t count)
{
	int64_t before = v->ld >= 0 ? first : n - first - count;
	hd_matrix steps = *v;

	steps.ld = v->ld >= 0 ? v->ld : -v->ld;
	return hd_at(&steps, which, 0, before);
}

/* y = beta * y; not read if beta is 0, whatever the version of OpenBLAS. */
static void *
scaled(const hd_blas *b, void *y, int64_t n)
{
	int64_t inc = b->y.ld < 0 ? -b->y.ld : b->y.ld;

	hd_loops_of[b->type]->scale(n, hd_value(&b->beta), y, inc);
	return y;
}

static void
run_gemv(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit); /* m is the length of y */
	bool plain = b->ta == 'N';
	int64_t rows = plain ? t.m : b->n, cols = plain ? b->n : t.m;
	void *y = piece(&b->y, t.which, b->m, t.i, t.m);

	scaled(b, y, t.m);
	((gemv_fn *)b->fn)(&b->ta, HD_INT(rows), HD_INT(cols), hd_value(&b->alpha),
			   plain ? hd_at(&b->a, t.which, t.i, 0)
				 : hd_at(&b->a, t.which, 0, t.i),
			   HD_INT(b->a.ld), hd_at(&b->x, t.which, 0, 0),
			   HD_INT(b->x.ld), one_of(b->type), y, HD_INT(b->y.ld), 1);
}

static void
run_gbmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((gbmv_fn *)b->fn)(&b->ta, HD_INT(b->m), HD_INT(b->n), HD_INT(b->kl),
			   HD_INT(b->ku), hd_value(&b->alpha), b->a.at, HD_INT(b->a.ld),
			   b->x.at, HD_INT(b->x.ld), one_of(b->type),
			   scaled(b, (void *)b->y.at, b->ta == 'N' ? b->m : b->n),
			   HD_INT(b->y.ld), 1);
}

static void
run_symv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((symv_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->a.at,
			   HD_INT(b->a.ld), b->x.at, HD_INT(b->x.ld), one_of(b->type),
			   scaled(b, (void *)b->y.at, b->n), HD_INT(b->y.ld), 1);
}

static void
run_sbmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((sbmv_fn *)b->fn)(&b->uplo, HD_INT(b->n), HD_INT(b->k), hd_value(&b->alpha),
			   b->a.at, HD_INT(b->a.ld), b->x.at, HD_INT(b->x.ld),
			   one_of(b->type), scaled(b, (void *)b->y.at, b->n),
			   HD_INT(b->y.ld), 1);
}

static void
run_spmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((spmv_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->a.at,
			   b->x.at, HD_INT(b->x.ld), one_of(b->type),
			   scaled(b, (void *)b->y.at, b->n), HD_INT(b->y.ld), 1);
}

static void
run_trmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((trmv_fn *)b->fn)(&b->uplo, &b->ta, &b->diag, HD_INT(b->n), b->a.at,
			   HD_INT(b->a.ld), (void *)b->x.at, HD_INT(b->x.ld), 1, 1, 1);
}

static void
run_tbmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((tbmv_fn *)b->fn)(&b->uplo, &b->ta, &b->diag, HD_INT(b->n), HD_INT(b->k),
			   b->a.at, HD_INT(b->a.ld), (void *)b->x.at, HD_INT(b->x.ld),
			   1, 1, 1);
}

static void
run_tpmv(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((tpmv_fn *)b->fn)(&b->uplo, &b->ta, &b->diag, HD_INT(b->n), b->a.at,
			   (void *)b->x.at, HD_INT(b->x.ld), 1, 1, 1);
}

static void
run_ger(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	((ger_fn *)b->fn)(HD_INT(t.m), HD_INT(t.n), hd_value(&b->alpha),
			  piece(&b->x, 0, b->m, t.i, t.m), HD_INT(b->x.ld),
			  piece(&b->y, 0, b->n, t.j, t.n), HD_INT(b->y.ld),
			  hd_at(&b->c, 0, t.i, t.j), HD_INT(b->c.ld));
}

/* A copy without gaps, in order. OpenBLAS 0.3.21 goes wrong with complex vectors that run
 * backwards in syr2. */
static void *
straight(const hd_blas *b, const hd_matrix *v)
{
	void *copy = malloc((size_t)b->n * hd_size(b->type));

	if (!copy)
		abort(); /* a vector: there is no way back from here */
	((copy_fn *)hd_routine(HD_copy, b->type))(HD_INT(b->n), v->at, HD_INT(v->ld),
						  copy, HD_INT(1));
	return copy;
}

static void
run_syr(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((syr_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->x.at,
			  HD_INT(b->x.ld), (void *)b->c.at, HD_INT(b->c.ld), 1);
}

static void
run_syr2_straight(const hd_blas *b, uint64_t unit)
{
	void *x = straight(b, &b->x), *y = straight(b, &b->y);

	(void)unit;
	((syr2_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), x, HD_INT(1), y,
			   HD_INT(1), (void *)b->c.at, HD_INT(b->c.ld), 1);
	free(x);
	free(y);
}

static void
run_spr(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((spr_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->x.at,
			  HD_INT(b->x.ld), (void *)b->c.at, 1);
}

static void
run_syr2(const hd_blas *b, uint64_t unit)
{
	if (b->type >= HD_C && (b->x.ld < 0 || b->y.ld < 0)) {
		run_syr2_straight(b, unit);
		return;
	}
	((syr2_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->x.at,
			   HD_INT(b->x.ld), b->y.at, HD_INT(b->y.ld), (void *)b->c.at,
			   HD_INT(b->c.ld), 1);
}

static void
run_spr2(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((spr2_fn *)b->fn)(&b->uplo, HD_INT(b->n), hd_value(&b->alpha), b->x.at,
			   HD_INT(b->x.ld), b->y.at, HD_INT(b->y.ld), (void *)b->c.at,
			   1);
}

/* ---- checks ------------------------------------------------------------------------- */

/* What a kind of function has, beside n. */
enum {
	HAS_TRANS = 1, /* and so on: each must then be valid */
	HAS_UPLO = 2,
	HAS_DIAG = 4,
	HAS_ALPHA = 8,
	HAS_BETA = 16,
	HAS_Y = 32,
};

struct kind {
	hd_unit_fn *run;
	unsigned has;
};

static bool
is_valid(const hd_blas *b, unsigned has)
{
	if ((has & HAS_TRANS && !b->ta) || (has & HAS_UPLO && !b->uplo) ||
	    (has & HAS_DIAG && !b->diag))
		return false;
	return b->m >= 0 && b->n >= 0 && b->k >= 0 && b->kl >= 0 && b->ku >= 0 &&
	       b->batch >= 0 && b->x.ld && (!(has & HAS_Y) || b->y.ld);
}

/* lda: the least that the matrix may have; 0: it is packed. */
static cublasStatus_t
check(cublasHandle_t h, hd_blas *b, const struct kind *kind, int64_t lda)
{
	const hd_matrix *matrix = b->c.at ? &b->c : &b->a;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!is_valid(b, kind->has) || matrix->ld < lda || (lda && matrix->ld < 1))
		return CUBLAS_STATUS_INVALID_VALUE;
	if ((kind->has & HAS_ALPHA && !hd_take(h, &b->alpha)) ||
	    (kind->has & HAS_BETA && !hd_take(h, &b->beta)))
		return CUBLAS_STATUS_INVALID_VALUE;
	b->run = kind->run;
	return b->fn ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

/* One unit: square matrices, or bands. */
static cublasStatus_t
whole(cublasHandle_t h, hd_blas *b, const struct kind *kind, int64_t lda)
{
	cublasStatus_t status = check(h, b, kind, lda);
	double width = (double)(b->k ? b->k : b->kl || b->ku ? b->kl + b->ku : b->n);

	if (status != CUBLAS_STATUS_SUCCESS || !b->n)
		return status;
	return hd_blas_submit(
		h, b, &(hd_cut){.units = 1, .grain = 1, .work = (double)b->n * width});
}

enum { LEAST_ROWS = 512 };

/* y is cut: tiles of it are rows of an m x 1 matrix. */
cublasStatus_t
hd_gemv(cublasHandle_t h, hd_blas *b)
{
	static const struct kind kind = {run_gemv,
					 HAS_TRANS | HAS_ALPHA | HAS_BETA | HAS_Y};
	cublasStatus_t status = check(h, b, &kind, b->m);
	int64_t m = b->m;
	hd_cut cut;

	if (status != CUBLAS_STATUS_SUCCESS || !b->m || !b->n || !b->batch)
		return status;
	if (b->ta != 'N') { /* m is the length of y from here on */
		b->m = b->n;
		b->n = m;
	}
	int64_t width = b->n;

	b->n = 1;
	cut = hd_cut_tiles(b, 0.25 * (double)width);
	b->n = width;
	b->cols = 1;
	b->tile_n = width;
	if (b->ta == 'N' &&
	    b->tile_m < LEAST_ROWS) { /* short columns are slow to read */
		b->tile_m = LEAST_ROWS;
		b->rows = (b->m + LEAST_ROWS - 1) / LEAST_ROWS;
		cut.units = (uint64_t)(b->batch * b->rows);
		cut.grain = hd_grain(cut.work / (double)cut.units);
	}
	return hd_blas_submit(h, b, &cut);
}

static cublasStatus_t
ger(cublasHandle_t h, hd_blas *b)
{
	static const struct kind kind = {run_ger, HAS_ALPHA | HAS_Y};
	cublasStatus_t status = check(h, b, &kind, b->m > 1 ? b->m : 1);

	if (status != CUBLAS_STATUS_SUCCESS || !b->m || !b->n)
		return status;
	hd_cut cut = hd_cut_tiles(b, 1);

	return hd_blas_submit(h, b, &cut);
}

/* ---- entry points ------------------------------------------------------------------- */

#define ROUTINE_OF(X, name) .type = HD_##X, .fn = hd_routine(HD_##name, HD_##X)
#define ALPHA(X)            .alpha = HD_SCALAR(alpha, HD_##X)
#define BETA(X)             .beta = HD_SCALAR(beta, HD_##X)
#define MATRIX(X)           .a = HD_MATRIX(A, lda, HD_##X)
#define PACKED(X)           .a = HD_MATRIX(AP, 0, HD_##X)
#define X_OF(X)             .x = HD_MATRIX(x, incx, HD_##X)
#define Y_OF(X)             .y = HD_MATRIX(y, incy, HD_##X)
#define TRIANGLE            .uplo = hd_uplo(uplo), .ta = hd_trans(trans), .diag = hd_diag(diag)

#define GEMV(X)                                                                        \
	return hd_gemv(handle, &(hd_blas){ROUTINE_OF(X, gemv), .ta = hd_trans(trans),  \
					  .m = m, .n = n, ALPHA(X), MATRIX(X),         \
					  X_OF(X), BETA(X), Y_OF(X), .batch = 1});
#define GBMV(X)                                                                        \
	static const struct kind kind = {run_gbmv,                                     \
					 HAS_TRANS | HAS_ALPHA | HAS_BETA | HAS_Y};    \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, gbmv), .ta = hd_trans(trans), .m = m,    \
				.n = m ? n : 0, .kl = kl, .ku = ku, ALPHA(X),          \
				MATRIX(X), X_OF(X), BETA(X), Y_OF(X)},                 \
		     &kind, (int64_t)kl + ku + 1);
#define SYMV(X, name)                                                                  \
	static const struct kind kind = {run_symv,                                     \
					 HAS_UPLO | HAS_ALPHA | HAS_BETA | HAS_Y};     \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(X), MATRIX(X), X_OF(X), BETA(X), Y_OF(X)},       \
		     &kind, n > 1 ? n : 1);
#define SBMV(X, name)                                                                  \
	static const struct kind kind = {run_sbmv,                                     \
					 HAS_UPLO | HAS_ALPHA | HAS_BETA | HAS_Y};     \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				.k = k, ALPHA(X), MATRIX(X), X_OF(X), BETA(X),         \
				Y_OF(X)},                                              \
		     &kind, (int64_t)k + 1);
#define SPMV(X, name)                                                                  \
	static const struct kind kind = {run_spmv,                                     \
					 HAS_UPLO | HAS_ALPHA | HAS_BETA | HAS_Y};     \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(X), PACKED(X), X_OF(X), BETA(X), Y_OF(X)},       \
		     &kind, 0);
#define TRMV(X, name)                                                                  \
	static const struct kind kind = {run_trmv, HAS_UPLO | HAS_TRANS | HAS_DIAG};   \
	return whole(                                                                  \
		handle,                                                                \
		&(hd_blas){ROUTINE_OF(X, name), TRIANGLE, .n = n, MATRIX(X), X_OF(X)}, \
		&kind, n > 1 ? n : 1);
#define TBMV(X, name)                                                                  \
	static const struct kind kind = {run_tbmv, HAS_UPLO | HAS_TRANS | HAS_DIAG};   \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), TRIANGLE, .n = n, .k = k,         \
				MATRIX(X), X_OF(X)},                                   \
		     &kind, (int64_t)k + 1);
#define TPMV(X, name)                                                                  \
	static const struct kind kind = {run_tpmv, HAS_UPLO | HAS_TRANS | HAS_DIAG};   \
	return whole(                                                                  \
		handle,                                                                \
		&(hd_blas){ROUTINE_OF(X, name), TRIANGLE, .n = n, PACKED(X), X_OF(X)}, \
		&kind, 0);
#define GER(X, name)                                                                   \
	return ger(handle,                                                             \
		   &(hd_blas){ROUTINE_OF(X, name), .m = m, .n = n, ALPHA(X), X_OF(X),  \
			      Y_OF(X), .c = HD_MATRIX(A, lda, HD_##X), .batch = 1});
/* S: the type of alpha */
#define SYR(X, S, name)                                                                \
	static const struct kind kind = {run_syr, HAS_UPLO | HAS_ALPHA};               \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(S), X_OF(X), .c = HD_MATRIX(A, lda, HD_##X)},    \
		     &kind, n > 1 ? n : 1);
#define SPR(X, S, name)                                                                \
	static const struct kind kind = {run_spr, HAS_UPLO | HAS_ALPHA};               \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(S), X_OF(X), .c = HD_MATRIX(AP, 0, HD_##X)},     \
		     &kind, 0);
#define SYR2(X, name)                                                                  \
	static const struct kind kind = {run_syr2, HAS_UPLO | HAS_ALPHA | HAS_Y};      \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(X), X_OF(X), Y_OF(X),                            \
				.c = HD_MATRIX(A, lda, HD_##X)},                       \
		     &kind, n > 1 ? n : 1);
#define SPR2(X, name)                                                                  \
	static const struct kind kind = {run_spr2, HAS_UPLO | HAS_ALPHA | HAS_Y};      \
	return whole(handle,                                                           \
		     &(hd_blas){ROUTINE_OF(X, name), .uplo = hd_uplo(uplo), .n = n,    \
				ALPHA(X), X_OF(X), Y_OF(X),                            \
				.c = HD_MATRIX(AP, 0, HD_##X)},                        \
		     &kind, 0);

#define FOR_ALL(X, T)                                                                  \
	HD_V2(X##gemv, GEMV(X), __hd_gemv, T)                                          \
	HD_V2(X##gbmv, GBMV(X), __hd_gbmv, T)                                          \
	HD_V2(X##trmv, TRMV(X, trmv), __hd_trmv, T)                                    \
	HD_V2(X##trsv, TRMV(X, trsv), __hd_trmv, T)                                    \
	HD_V2(X##tbmv, TBMV(X, tbmv), __hd_tbmv, T)                                    \
	HD_V2(X##tbsv, TBMV(X, tbsv), __hd_tbmv, T)                                    \
	HD_V2(X##tpmv, TPMV(X, tpmv), __hd_tpmv, T)                                    \
	HD_V2(X##tpsv, TPMV(X, tpsv), __hd_tpmv, T)                                    \
	HD_V2(X##symv, SYMV(X, symv), __hd_symv, T)                                    \
	HD_V2(X##syr, SYR(X, X, syr), __hd_syr, T, T)                                  \
	HD_V2(X##syr2, SYR2(X, syr2), __hd_syr2, T)
HD_ALL(FOR_ALL)

#define FOR_REAL(X, T)                                                                 \
	HD_V2(X##sbmv, SBMV(X, sbmv), __hd_sbmv, T)                                    \
	HD_V2(X##spmv, SPMV(X, spmv), __hd_spmv, T)                                    \
	HD_V2(X##ger, GER(X, geru), __hd_ger, T)                                       \
	HD_V2(X##spr, SPR(X, X, spr), __hd_spr, T, T)                                  \
	HD_V2(X##spr2, SPR2(X, spr2), __hd_spr2, T)
HD_REAL(FOR_REAL)

#define FOR_COMPLEX(X, T, S, R)                                                        \
	HD_V2(X##hemv, SYMV(X, hemv), __hd_symv, T)                                    \
	HD_V2(X##hbmv, SBMV(X, hbmv), __hd_sbmv, T)                                    \
	HD_V2(X##hpmv, SPMV(X, hpmv), __hd_spmv, T)                                    \
	HD_V2(X##geru, GER(X, geru), __hd_ger, T)                                      \
	HD_V2(X##gerc, GER(X, gerc), __hd_ger, T)                                      \
	HD_V2(X##her, SYR(X, S, her), __hd_syr, T, R)                                  \
	HD_V2(X##hpr, SPR(X, S, hpr), __hd_spr, T, R)                                  \
	HD_V2(X##her2, SYR2(X, her2), __hd_syr2, T)                                    \
	HD_V2(X##hpr2, SPR2(X, hpr2), __hd_spr2, T)
FOR_COMPLEX(C, cuComplex, S, float)
FOR_COMPLEX(Z, cuDoubleComplex, D, double)
