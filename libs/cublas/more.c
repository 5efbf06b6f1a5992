/* SPDX-License-Identifier: Apache-2.0 */
/* What cuBLAS adds to BLAS: sums of matrices, diagonal factors, packed triangles. */
#include "blas.h"

static void
run_geam(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	hd_loops_of[b->type]->geam(b, &t);
}

static void
run_dgmm(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);

	hd_loops_of[b->type]->dgmm(b, &t);
}

static void
run_unpack(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	hd_loops_of[b->type]->unpack(b);
}

static void
run_pack(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	hd_loops_of[b->type]->pack(b);
}

static bool
is_ld(const hd_matrix *m, int64_t rows)
{
	return m->ld >= 1 && m->ld >= rows;
}

/* C may be A or B if that is not transposed, and lies in it as it does there. */
static bool
may_overlap(const hd_blas *b, const hd_matrix *m, char trans)
{
	return m->at != b->c.at || (trans == 'N' && m->ld == b->c.ld);
}

static cublasStatus_t
geam(cublasHandle_t h, hd_blas *b)
{
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->ta || !b->tb || b->m < 0 || b->n < 0 ||
	    !is_ld(&b->a, b->ta == 'N' ? b->m : b->n) ||
	    !is_ld(&b->b, b->tb == 'N' ? b->m : b->n) || !is_ld(&b->c, b->m) ||
	    !may_overlap(b, &b->a, b->ta) || !may_overlap(b, &b->b, b->tb) ||
	    !hd_take(h, &b->alpha) || !hd_take(h, &b->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n)
		return CUBLAS_STATUS_SUCCESS;
	b->run = run_geam;
	cut = hd_cut_tiles(b, 1);
	return hd_blas_submit(h, b, &cut);
}

static cublasStatus_t
dgmm(cublasHandle_t h, hd_blas *b)
{
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->side || b->m < 0 || b->n < 0 || !is_ld(&b->a, b->m) ||
	    !is_ld(&b->c, b->m))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->m || !b->n)
		return CUBLAS_STATUS_SUCCESS;
	b->run = run_dgmm;
	cut = hd_cut_tiles(b, 1);
	return hd_blas_submit(h, b, &cut);
}

static cublasStatus_t
pack(cublasHandle_t h, hd_blas *b, int64_t ld)
{
	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->uplo || b->n < 0 || ld < 1 || ld < b->n)
		return CUBLAS_STATUS_INVALID_VALUE;
	return hd_blas_submit(h, b,
			      &(hd_cut){.units = b->n > 0,
					.grain = 1,
					.work = (double)b->n * (double)b->n});
}

#define GEAM(X)                                                                        \
	return geam(handle, &(hd_blas){.type = HD_##X,                                 \
				       .ta = hd_trans(transa),                         \
				       .tb = hd_trans(transb),                         \
				       .m = m,                                         \
				       .n = n,                                         \
				       .alpha = HD_SCALAR(alpha, HD_##X),              \
				       .beta = HD_SCALAR(beta, HD_##X),                \
				       .a = HD_MATRIX(A, lda, HD_##X),                 \
				       .b = HD_MATRIX(B, ldb, HD_##X),                 \
				       .c = HD_MATRIX(C, ldc, HD_##X),                 \
				       .batch = 1});
#define DGMM(X)                                                                        \
	return dgmm(handle, &(hd_blas){.type = HD_##X,                                 \
				       .side = hd_side(mode),                          \
				       .m = m,                                         \
				       .n = n,                                         \
				       .a = HD_MATRIX(A, lda, HD_##X),                 \
				       .x = HD_MATRIX(x, incx, HD_##X),                \
				       .c = HD_MATRIX(C, ldc, HD_##X),                 \
				       .batch = 1});
#define FOR_ALL(X, T)                                                                  \
	HD_NEW(X##geam, GEAM(X), __hd_geam, T)                                         \
	HD_NEW(X##dgmm, DGMM(X), __hd_dgmm, T)                                         \
	cublasStatus_t cublas##X##tpttr __hd_tpttr(T)                                  \
	{                                                                              \
		return pack(handle,                                                    \
			    &(hd_blas){.run = run_unpack,                              \
				       .type = HD_##X,                                 \
				       .uplo = hd_uplo(uplo),                          \
				       .n = n,                                         \
				       .a.at = AP,                                     \
				       .c = HD_MATRIX(A, lda, HD_##X)},                \
			    lda);                                                      \
	}                                                                              \
	cublasStatus_t cublas##X##trttp __hd_trttp(T)                                  \
	{                                                                              \
		return pack(handle,                                                    \
			    &(hd_blas){.run = run_pack,                                \
				       .type = HD_##X,                                 \
				       .uplo = hd_uplo(uplo),                          \
				       .n = n,                                         \
				       .a = HD_MATRIX(A, lda, HD_##X),                 \
				       .c.at = AP},                                    \
			    lda);                                                      \
	}
HD_ALL(FOR_ALL)
