/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products, one or a batch of them, in tiles of the result. */
#include "mixed.h"

typedef void gemm_fn(const char *ta, const char *tb, const int *m, const int *n,
		     const int *k, const void *alpha, const void *a, const int *lda,
		     const void *b, const int *ldb, const void *beta, void *c,
		     const int *ldc, size_t, size_t);

/* ---- tiles ------------------------------------------------------------------------ */

static const double TILE_WORK = 5e4; /* that a tile should have */
enum { TILE_ALIGN = 16, MAX_TILE = 512 };

static int64_t
part(int64_t size, int64_t parts)
{
	int64_t n = (size + parts - 1) / parts;

	n = (n + TILE_ALIGN - 1) / TILE_ALIGN * TILE_ALIGN;
	return n < size ? n : size;
}

/* Two tiles for each thread, if they are large enough; the longer side is cut first. */
hd_cut
hd_cut_tiles(hd_blas *b, double work)
{
	double all = work * (double)b->m * (double)b->n;
	int64_t wanted = 2 * (int64_t)hd_library_threads() / b->batch;
	int64_t rows = 1, cols = 1;
	hd_cut cut = {.work = all * (double)b->batch};

	while (rows * cols < wanted && all / (double)(rows * cols) > 2 * TILE_WORK)
		if (b->n / cols >= b->m / rows)
			cols++;
		else
			rows++;
	b->tile_m = part(b->m, rows);
	b->tile_n = part(b->n, cols);
	if (b->run == hd_run_mixed) { /* these have buffers */
		b->tile_m = b->tile_m < MAX_TILE ? b->tile_m : MAX_TILE;
		b->tile_n = b->tile_n < MAX_TILE ? b->tile_n : MAX_TILE;
	}
	b->rows = (b->m + b->tile_m - 1) / b->tile_m;
	b->cols = (b->n + b->tile_n - 1) / b->tile_n;
	cut.units = (uint64_t)(b->batch * b->rows * b->cols);
	cut.grain = hd_grain(cut.work / (double)cut.units);
	return cut;
}

hd_tile
hd_tile_of(const hd_blas *b, uint64_t unit)
{
	int64_t at = (int64_t)unit % (b->rows * b->cols);
	hd_tile t = {
		.which = unit / (uint64_t)(b->rows * b->cols),
		.i = at % b->rows * b->tile_m,
		.j = at / b->rows * b->tile_n,
	};

	t.m = b->m - t.i < b->tile_m ? b->m - t.i : b->tile_m;
	t.n = b->n - t.j < b->tile_n ? b->n - t.j : b->tile_n;
	return t;
}

/* ---- products --------------------------------------------------------------------- */

void
hd_run_gemm(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);
	bool counts = !hd_loops_of[b->type]->is_zero(hd_value(&b->alpha));
	const void *left = b->ta == 'N' ? hd_at(&b->a, t.which, t.i, 0)
					: hd_at(&b->a, t.which, 0, t.i);
	const void *right = b->tb == 'N' ? hd_at(&b->b, t.which, 0, t.j)
					 : hd_at(&b->b, t.which, t.j, 0);

	/* not read if alpha is 0, which OpenBLAS's kernels for small matrices do */
	((gemm_fn *)b->fn)(&b->ta, &b->tb, HD_INT(t.m), HD_INT(t.n),
			   HD_INT(counts ? b->k : 0), hd_value(&b->alpha), left,
			   HD_INT(b->a.ld), right, HD_INT(b->b.ld), hd_value(&b->beta),
			   hd_at(&b->c, t.which, t.i, t.j), HD_INT(b->c.ld), 1, 1);
}

static bool
is_valid(const hd_blas *b)
{
	int64_t rows_a = b->ta == 'N' ? b->m : b->k,
		rows_b = b->tb == 'N' ? b->k : b->n;

	return b->ta && b->tb && b->m >= 0 && b->n >= 0 && b->k >= 0 && b->batch >= 0 &&
	       b->a.ld >= 1 && b->a.ld >= rows_a && b->b.ld >= 1 && b->b.ld >= rows_b &&
	       b->c.ld >= 1 && b->c.ld >= b->m;
}

static bool
is_mixed(const hd_blas *b)
{
	return b->a.type != b->type || b->b.type != b->type || b->c.type != b->type ||
	       b->alpha.type != b->type || b->more || b->y.at;
}

cublasStatus_t
hd_gemm(cublasHandle_t h, hd_blas *b)
{
	static const double work[] = {0.06, 0.12, 0.25, 0.5}; /* of a multiplication */

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!is_valid(b) || !hd_take(h, &b->alpha) || !hd_take(h, &b->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n || !b->batch)
		return CUBLAS_STATUS_SUCCESS;
	b->fn = hd_routine(HD_gemm, b->type);
	b->run = is_mixed(b) ? hd_run_mixed : hd_run_gemm;

	hd_cut cut = hd_cut_tiles(b, work[b->type] * (double)(b->k + 8));

	cut.bytes = b->more ? sizeof(struct hd_finished) : sizeof *b;
	return hd_blas_submit(h, b, &cut);
}

/* ---- entry points ----------------------------------------------------------------- */

/* Halves are computed with as floats. */
#define PRODUCT(computed, scalar, matrix_a, matrix_b, matrix_c, count)                 \
	return hd_gemm(handle, &(hd_blas){.type = HD_##computed,                       \
					  .ta = hd_trans(transa),                      \
					  .tb = hd_trans(transb),                      \
					  .m = m,                                      \
					  .n = n,                                      \
					  .k = k,                                      \
					  .alpha = HD_SCALAR(alpha, HD_##scalar),      \
					  .beta = HD_SCALAR(beta, HD_##scalar),        \
					  .a = matrix_a,                               \
					  .b = matrix_b,                               \
					  .c = matrix_c,                               \
					  .batch = count});
#define GEMM(X, computed, scalar)                                                      \
	PRODUCT(computed, scalar, HD_MATRIX(A, lda, HD_##X),                           \
		HD_MATRIX(B, ldb, HD_##X), HD_MATRIX(C, ldc, HD_##X), 1)
#define BATCHED(X, computed, scalar)                                                   \
	PRODUCT(computed, scalar, HD_MANY(Aarray, lda, HD_##X),                        \
		HD_MANY(Barray, ldb, HD_##X), HD_MANY(Carray, ldc, HD_##X),            \
		batchCount)
#define STRIDED(X, computed, scalar)                                                   \
	PRODUCT(computed, scalar, HD_STRIDED(A, lda, strideA, HD_##X),                 \
		HD_STRIDED(B, ldb, strideB, HD_##X),                                   \
		HD_STRIDED(C, ldc, strideC, HD_##X), batchCount)
#define GEMMS(X, T)                                                                    \
	HD_V2(X##gemm, GEMM(X, X, X), __hd_gemm, T)                                    \
	HD_NEW(X##gemmBatched, BATCHED(X, X, X), __hd_gemm_batched, T)                 \
	HD_NEW(X##gemmStridedBatched, STRIDED(X, X, X), __hd_gemm_strided, T)
HD_ALL(GEMMS)
HD_NEW(Hgemm, GEMM(H, S, H), __hd_gemm, __half)
HD_NEW(HgemmBatched, BATCHED(H, S, H), __hd_gemm_batched, __half)
HD_NEW(HgemmStridedBatched, STRIDED(H, S, H), __hd_gemm_strided, __half)
HD_NEW(Cgemm3m, GEMM(C, C, C), __hd_gemm, cuComplex)
HD_NEW(Zgemm3m, GEMM(Z, Z, Z), __hd_gemm, cuDoubleComplex)
HD_NEW(Cgemm3mBatched, BATCHED(C, C, C), __hd_gemm_batched, cuComplex)
HD_NEW(Cgemm3mStridedBatched, STRIDED(C, C, C), __hd_gemm_strided, cuComplex)
