/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of matrices times vectors, also of small numbers. */
#include "blas.h"

#include <stdlib.h>

/* Small numbers: sums are floats, rounded once. m x n is A. */
static void
run_small(const hd_blas *b, uint64_t which)
{
	bool plain = b->ta == 'N';
	int64_t length = plain ? b->m : b->n, other = plain ? b->n : b->m;
	float alpha = hd_float_at(hd_value(&b->alpha), b->alpha.type, 0);
	float beta = hd_float_at(hd_value(&b->beta), b->beta.type, 0);
	float *column = malloc((size_t)(b->m + length) * sizeof *column);
	float *sums = column + b->m;
	const void *x = hd_at(&b->x, which, 0, 0);
	void *y = hd_at(&b->y, which, 0, 0);
	int64_t first_x = b->x.ld < 0 ? (1 - other) * b->x.ld : 0;
	int64_t first_y = b->y.ld < 0 ? (1 - length) * b->y.ld : 0;

	if (!column)
		abort(); /* two vectors: there is no way back from here */
	for (int64_t i = 0; i < length; i++)
		sums[i] = 0;
	for (int64_t j = 0; j < b->n; j++) {
		hd_to_float(column, hd_at(&b->a, which, 0, j), b->a.type, b->m);
		if (plain) {
			float f = hd_float_at(x, b->x.type, first_x + j * b->x.ld);

			for (int64_t i = 0; i < b->m; i++)
				sums[i] += column[i] * f;
		} else {
			for (int64_t i = 0; i < b->m; i++)
				sums[j] +=
					column[i] * hd_float_at(x, b->x.type,
								first_x + i * b->x.ld);
		}
	}
	for (int64_t i = 0; i < length; i++) {
		int64_t at = first_y + i * b->y.ld;
		float old = beta == 0 ? 0 : beta * hd_float_at(y, b->y.type, at);

		hd_set_float(y, b->y.type, at,
			     (alpha == 0 ? 0 : alpha * sums[i]) + old);
	}
	free(column);
}

static cublasStatus_t
small_gemv(cublasHandle_t h, hd_blas *b)
{
	double each = (double)b->m * (double)b->n;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->ta || b->m < 0 || b->n < 0 || b->batch < 0 || b->a.ld < 1 ||
	    b->a.ld < b->m || !b->x.ld || !b->y.ld || !hd_take(h, &b->alpha) ||
	    !hd_take(h, &b->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n || !b->batch)
		return CUBLAS_STATUS_SUCCESS;
	b->run = run_small;
	return hd_blas_submit(h, b,
			      &(hd_cut){.units = (uint64_t)b->batch,
					.grain = hd_grain(each),
					.work = each * (double)b->batch});
}

/* ---- entry points ------------------------------------------------------------------- */

/* X, S, Y: the types of A and x, of the scalars, of y */
#define COMMON(X, S)                                                                   \
	.type = HD_##S, .fn = hd_routine(HD_gemv, HD_##S), .ta = hd_trans(trans),      \
	.m = m, .n = n, .alpha = HD_SCALAR(alpha, HD_##S),                             \
	.beta = HD_SCALAR(beta, HD_##S), .batch = batchCount
#define BATCHED(gemv, X, S, Y)                                                         \
	return gemv(handle,                                                            \
		    &(hd_blas){COMMON(X, S), .a = HD_MANY(Aarray, lda, HD_##X),        \
			       .x = HD_MANY(xarray, incx, HD_##X),                     \
			       .y = HD_MANY(yarray, incy, HD_##Y)});
#define STRIDED(gemv, X, S, Y)                                                         \
	return gemv(handle,                                                            \
		    &(hd_blas){COMMON(X, S), .a = HD_STRIDED(A, lda, strideA, HD_##X), \
			       .x = HD_STRIDED(x, incx, stridex, HD_##X),              \
			       .y = HD_STRIDED(y, incy, stridey, HD_##Y)});
#define FOR_ALL(X, T)                                                                  \
	HD_NEW(X##gemvBatched, BATCHED(hd_gemv, X, X, X), __hd_gemv_batched, T, T, T)  \
	HD_NEW(X##gemvStridedBatched, STRIDED(hd_gemv, X, X, X), __hd_gemv_strided, T, \
	       T, T)
HD_ALL(FOR_ALL)
#define FOR_SMALL(name, X, T, Y, U)                                                    \
	HD_NEW(name##gemvBatched, BATCHED(small_gemv, X, S, Y), __hd_gemv_batched, T,  \
	       float, U)                                                               \
	HD_NEW(name##gemvStridedBatched, STRIDED(small_gemv, X, S, Y),                 \
	       __hd_gemv_strided, T, float, U)
FOR_SMALL(HSH, H, __half, H, __half)
FOR_SMALL(HSS, H, __half, S, float)
FOR_SMALL(TST, T, __nv_bfloat16, T, __nv_bfloat16)
FOR_SMALL(TSS, T, __nv_bfloat16, S, float)
