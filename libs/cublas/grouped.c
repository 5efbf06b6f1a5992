/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of products in groups: what is said of them, the scalars and how many there are is
 * said for each group, and pointers to matrices come one group behind the other. */
#include "mixed.h"

/* Arrays with an element for each group; integers of one of two widths. */
typedef struct groups {
	const cublasOperation_t *ta, *tb;
	const void *m, *n, *k, *lda, *ldb, *ldc, *size;
	const void *alpha, *beta;
	const void *a, *b, *c; /* pointers to matrices */
	hd_type type_a, type_b, type_c;
	int64_t count;
	bool wide; /* integers of 64 bits */
} groups;

static int64_t
int_at(const groups *g, const void *array, int64_t i)
{
	return g->wide ? ((const int64_t *)array)[i] : ((const int *)array)[i];
}

static const void *
scalar_at(const void *array, hd_type type, int64_t i)
{
	return (const char *)array + (size_t)i * hd_size(type);
}

static hd_matrix
matrices(const void *all, int64_t first, int64_t ld, hd_type type)
{
	return HD_MANY((const void *const *)all + first, ld, type);
}

static hd_blas
group(const groups *g, int64_t i, int64_t first)
{
	return (hd_blas){
		.ta = hd_trans(g->ta[i]),
		.tb = hd_trans(g->tb[i]),
		.m = int_at(g, g->m, i),
		.n = int_at(g, g->n, i),
		.k = int_at(g, g->k, i),
		.a = matrices(g->a, first, int_at(g, g->lda, i), g->type_a),
		.b = matrices(g->b, first, int_at(g, g->ldb, i), g->type_b),
		.c = matrices(g->c, first, int_at(g, g->ldc, i), g->type_c),
		.batch = int_at(g, g->size, i),
	};
}

static cublasStatus_t
grouped(cublasHandle_t h, const groups *g, cublasComputeType_t compute)
{
	int64_t first = 0;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (g->count < 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	for (int64_t i = 0; i < g->count; i++) {
		hd_blas b = group(g, i, first);
		cublasStatus_t status;

		if (!hd_find_combination(&b, compute))
			return CUBLAS_STATUS_NOT_SUPPORTED;
		b.alpha.at = scalar_at(g->alpha, b.alpha.type, i);
		b.beta.at = scalar_at(g->beta, b.beta.type, i);
		status = hd_gemm(h, &b);
		if (status)
			return status;
		first += b.batch;
	}
	return CUBLAS_STATUS_SUCCESS;
}

#define GROUPS(A_, B_, C_)                                                             \
	&(groups){.ta = transa_array,                                                  \
		  .tb = transb_array,                                                  \
		  .m = m_array,                                                        \
		  .n = n_array,                                                        \
		  .k = k_array,                                                        \
		  .lda = lda_array,                                                    \
		  .ldb = ldb_array,                                                    \
		  .ldc = ldc_array,                                                    \
		  .size = group_size,                                                  \
		  .alpha = alpha_array,                                                \
		  .beta = beta_array,                                                  \
		  .a = Aarray,                                                         \
		  .b = Barray,                                                         \
		  .c = Carray,                                                         \
		  .type_a = A_,                                                        \
		  .type_b = B_,                                                        \
		  .type_c = C_,                                                        \
		  .count = group_count,                                                \
		  .wide = sizeof *m_array == 8}
HD_NEW(SgemmGroupedBatched,
       return grouped(handle, GROUPS(HD_S, HD_S, HD_S), CUBLAS_COMPUTE_32F);
       , __hd_gemm_grouped, float)
HD_NEW(DgemmGroupedBatched,
       return grouped(handle, GROUPS(HD_D, HD_D, HD_D), CUBLAS_COMPUTE_64F);
       , __hd_gemm_grouped, double)
HD_NEW(GemmGroupedBatchedEx,
       return grouped(handle,
		      GROUPS(hd_type_of(Atype), hd_type_of(Btype), hd_type_of(Ctype)),
		      computeType);
       , __hd_GemmGroupedBatchedEx, cublasComputeType_t)
