/* SPDX-License-Identifier: Apache-2.0 */
/* Level 3 with symmetric and triangular factors: the other matrix is cut across the
 * direction in which its elements depend on each other. */
#include "blas.h"

#include <string.h>

typedef const char *str;
typedef const int *num;
typedef void symm_fn(str side, str uplo, num m, num n, const void *alpha, const void *a,
		     num lda, const void *b, num ldb, const void *beta, void *c,
		     num ldc, size_t, size_t);
typedef void trsm_fn(str side, str uplo, str trans, str diag, num m, num n,
		     const void *alpha, const void *a, num lda, void *b, num ldb,
		     size_t, size_t, size_t, size_t);

static const double work[] = {0.06, 0.12, 0.25, 0.5}; /* of a multiplication */

/* Columns of what is multiplied from the left, rows of what is from the right. */
static hd_cut
cut_free_side(hd_blas *b)
{
	int64_t m = b->m, n = b->n;
	int64_t *fixed = b->side == 'L' ? &b->m : &b->n, inner = *fixed;
	hd_cut cut;

	*fixed = 1;
	cut = hd_cut_tiles(b, work[b->type] * (double)inner * (double)inner);
	b->m = m;
	b->n = n;
	if (b->side == 'L')
		b->tile_m = m;
	else
		b->tile_n = n;
	return cut;
}

/* ---- symm, hemm --------------------------------------------------------------------- */

static void
run_symm(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	((symm_fn *)b->fn)(
		&b->side, &b->uplo, HD_INT(t.m), HD_INT(t.n), hd_value(&b->alpha),
		b->a.at, HD_INT(b->a.ld), hd_at(&b->b, 0, t.i, t.j), HD_INT(b->b.ld),
		hd_value(&b->beta), hd_at(&b->c, 0, t.i, t.j), HD_INT(b->c.ld), 1, 1);
}

static bool
is_ld(const hd_matrix *m, int64_t rows)
{
	return m->ld >= 1 && m->ld >= rows;
}

static cublasStatus_t
symm(cublasHandle_t h, hd_blas *b)
{
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->side || !b->uplo || b->m < 0 || b->n < 0 ||
	    !is_ld(&b->a, b->side == 'L' ? b->m : b->n) || !is_ld(&b->b, b->m) ||
	    !is_ld(&b->c, b->m) || !hd_take(h, &b->alpha) || !hd_take(h, &b->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n)
		return CUBLAS_STATUS_SUCCESS;
	b->run = run_symm;
	cut = cut_free_side(b);
	return hd_blas_submit(h, b, &cut);
}

/* ---- trsm, trmm --------------------------------------------------------------------- */

static void
run_trsm(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	((trsm_fn *)b->fn)(
		&b->side, &b->uplo, &b->ta, &b->diag, HD_INT(t.m), HD_INT(t.n),
		hd_value(&b->alpha), hd_at(&b->a, t.which, 0, 0), HD_INT(b->a.ld),
		hd_at(&b->c, t.which, t.i, t.j), HD_INT(b->c.ld), 1, 1, 1, 1);
}

/* BLAS multiplies in place, cuBLAS from B to C. */
static void
run_trmm(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	if (b->b.at != b->c.at)
		for (int64_t j = t.j; j < t.j + t.n; j++)
			memcpy(hd_at(&b->c, 0, t.i, j), hd_at(&b->b, 0, t.i, j),
			       (size_t)t.m * hd_size(b->type));
	run_trsm(b, unit);
}

static cublasStatus_t
triangular(cublasHandle_t h, hd_blas *b)
{
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->side || !b->uplo || !b->ta || !b->diag || b->m < 0 || b->n < 0 ||
	    b->batch < 0 || !is_ld(&b->a, b->side == 'L' ? b->m : b->n) ||
	    !is_ld(&b->c, b->m) || (b->run == run_trmm && !is_ld(&b->b, b->m)) ||
	    !hd_take(h, &b->alpha))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n || !b->batch)
		return CUBLAS_STATUS_SUCCESS;
	cut = cut_free_side(b);
	return hd_blas_submit(h, b, &cut);
}

/* ---- entry points ------------------------------------------------------------------- */

#define ROUTINE_OF(X, name) .type = HD_##X, .fn = hd_routine(HD_##name, HD_##X)
#define ALPHA(X)            .alpha = HD_SCALAR(alpha, HD_##X)
#define TRIANGLE                                                                       \
	.side = hd_side(side), .uplo = hd_uplo(uplo), .ta = hd_trans(trans),           \
	.diag = hd_diag(diag), .m = m, .n = n

#define SYMM(X, name)                                                                  \
	return symm(handle, &(hd_blas){ROUTINE_OF(X, name), .side = hd_side(side),     \
				       .uplo = hd_uplo(uplo), .m = m, .n = n,          \
				       ALPHA(X), .beta = HD_SCALAR(beta, HD_##X),      \
				       .a = HD_MATRIX(A, lda, HD_##X),                 \
				       .b = HD_MATRIX(B, ldb, HD_##X),                 \
				       .c = HD_MATRIX(C, ldc, HD_##X), .batch = 1});
#define TRSM(X)                                                                        \
	return triangular(handle,                                                      \
			  &(hd_blas){ROUTINE_OF(X, trsm), .run = run_trsm, TRIANGLE,   \
				     ALPHA(X), .a = HD_MATRIX(A, lda, HD_##X),         \
				     .c = HD_MATRIX(B, ldb, HD_##X), .batch = 1});
#define BATCHED(X)                                                                     \
	return triangular(handle,                                                      \
			  &(hd_blas){ROUTINE_OF(X, trsm), .run = run_trsm, TRIANGLE,   \
				     ALPHA(X), .a = HD_MANY(Aarray, lda, HD_##X),      \
				     .c = HD_MANY(Barray, ldb, HD_##X),                \
				     .batch = batchCount});
#define TRMM(X)                                                                        \
	return triangular(handle,                                                      \
			  &(hd_blas){ROUTINE_OF(X, trmm), .run = run_trmm, TRIANGLE,   \
				     ALPHA(X), .a = HD_MATRIX(A, lda, HD_##X),         \
				     .b = HD_MATRIX(B, ldb, HD_##X),                   \
				     .c = HD_MATRIX(C, ldc, HD_##X), .batch = 1});

#define FOR_ALL(X, T)                                                                  \
	HD_V2(X##symm, SYMM(X, symm), __hd_symm, T)                                    \
	HD_V2(X##trsm, TRSM(X), __hd_trsm, T)                                          \
	HD_V2(X##trmm, TRMM(X), __hd_trmm, T)                                          \
	HD_NEW(X##trsmBatched, BATCHED(X), __hd_trsm_batched, T)
HD_ALL(FOR_ALL)
HD_V2(Chemm, SYMM(C, hemm), __hd_symm, cuComplex)
HD_V2(Zhemm, SYMM(Z, hemm), __hd_symm, cuDoubleComplex)
