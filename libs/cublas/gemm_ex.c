/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose element types are said in the call. */
#include "mixed.h"

#include <string.h>

/* Types of matrices that go together with a compute type. */
static const struct combination {
	hd_type computed, scalar; /* with which, and that of alpha and beta */
	hd_type in, out;
	cublasComputeType_t first, last; /* compute types, from ... to */
} combinations[] = {
	{HD_S, HD_H, HD_H, HD_H, CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_16F_PEDANTIC},
	{HD_S, HD_I, HD_I8, HD_I, CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC},
	{HD_S, HD_S, HD_H, HD_H, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_H, HD_S, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_T, HD_T, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_T, HD_S, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_I8, HD_S, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_S, HD_S, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_C, HD_C, HD_C, HD_C, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC},
	{HD_S, HD_S, HD_S, HD_S, CUBLAS_COMPUTE_32F_FAST_16F,
	 CUBLAS_COMPUTE_32F_FAST_TF32},
	{HD_C, HD_C, HD_C, HD_C, CUBLAS_COMPUTE_32F_FAST_16F,
	 CUBLAS_COMPUTE_32F_FAST_TF32},
	{HD_D, HD_D, HD_D, HD_D, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC},
	{HD_Z, HD_Z, HD_Z, HD_Z, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC},
};

bool
hd_find_combination(hd_blas *b, cublasComputeType_t compute)
{
	for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++) {
		const struct combination *c = &combinations[i];

		if (compute < c->first || compute > c->last || b->a.type != c->in ||
		    b->b.type != c->in || b->c.type != c->out)
			continue;
		b->type = c->computed;
		b->alpha.type = b->beta.type = c->scalar;
		return true;
	}
	return false;
}

static cublasStatus_t
gemm_ex(cublasHandle_t h, hd_blas *b, cublasComputeType_t compute)
{
	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return hd_find_combination(b, compute) ? hd_gemm(h, b)
					       : CUBLAS_STATUS_NOT_SUPPORTED;
}

/* Only floats and integers are finished, and read from elsewhere than they are written. */
cublasStatus_t
hd_gemm_ex(cublasHandle_t h, struct hd_finished *f, cublasComputeType_t compute)
{
	static const char zero[16];
	bool is_more;

	if (!hd_find_combination(&f->b, compute))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (h->pointer_mode == CUBLAS_POINTER_MODE_HOST && f->b.beta.at &&
	    !memcmp(f->b.beta.at, zero, hd_size(f->b.beta.type)))
		f->b.y.at = NULL; /* C is not looked at */
	is_more = f->b.more || f->b.y.at;
	if (is_more && (f->b.type != HD_S || (f->b.more && f->b.c.type == HD_I)))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (f->bias.at && f->bias.type != HD_S && f->bias.type != HD_H &&
	    f->bias.type != HD_T)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return hd_gemm(h, &f->b);
}

#define COMMON                                                                         \
	.ta = hd_trans(transa), .tb = hd_trans(transb), .m = m, .n = n, .k = k,        \
	.alpha.at = alpha, .beta.at = beta

#define ONE(compute)                                                                   \
	return gemm_ex(handle,                                                         \
		       &(hd_blas){COMMON, .a = HD_MATRIX(A, lda, hd_type_of(Atype)),   \
				  .b = HD_MATRIX(B, ldb, hd_type_of(Btype)),           \
				  .c = HD_MATRIX(C, ldc, hd_type_of(Ctype)),           \
				  .batch = 1},                                         \
		       compute);
#define BATCHED                                                                        \
	(void)algo;                                                                    \
	return gemm_ex(handle,                                                         \
		       &(hd_blas){COMMON,                                              \
				  .a = HD_MANY(Aarray, lda, hd_type_of(Atype)),        \
				  .b = HD_MANY(Barray, ldb, hd_type_of(Btype)),        \
				  .c = HD_MANY(Carray, ldc, hd_type_of(Ctype)),        \
				  .batch = batchCount},                                \
		       computeType);
#define STRIDED                                                                        \
	(void)algo;                                                                    \
	return gemm_ex(handle,                                                         \
		       &(hd_blas){COMMON,                                              \
				  .a = HD_STRIDED(A, lda, strideA, hd_type_of(Atype)), \
				  .b = HD_STRIDED(B, ldb, strideB, hd_type_of(Btype)), \
				  .c = HD_STRIDED(C, ldc, strideC, hd_type_of(Ctype)), \
				  .batch = batchCount},                                \
		       computeType);

HD_NEW(GemmEx, (void)algo; ONE(computeType), __hd_GemmEx, cublasComputeType_t)
HD_NEW(GemmBatchedEx, BATCHED, __hd_GemmBatchedEx, cublasComputeType_t)
HD_NEW(GemmStridedBatchedEx, STRIDED, __hd_GemmStridedBatchedEx, cublasComputeType_t)
HD_NEW(SgemmEx, ONE(CUBLAS_COMPUTE_32F), __hd_gemm_ex, float)
HD_NEW(CgemmEx, ONE(CUBLAS_COMPUTE_32F), __hd_gemm_ex, cuComplex)
