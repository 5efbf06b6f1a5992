/* SPDX-License-Identifier: Apache-2.0 */
/* cublasXt: cuBLAS on matrices of the host, which waits for its results. There is one
 * memory, so nothing is cut into blocks and sent to devices. */
#include "blas.h"

#include <limits.h>
#include <stdlib.h>

#pragma GCC visibility push(default)
#include "cublasXt.h"
#pragma GCC visibility pop

enum { XT_MAGIC = 0x48645874, BLOCK_DIM = 4096 };

struct cublasXtContext {
	uint32_t magic;
	cublasHandle_t blas;
	int block_dim;
	cublasXtPinnedMemMode_t pinning;
};

static bool
is_handle(cublasXtHandle_t h)
{
	return h && h->magic == XT_MAGIC;
}

cublasStatus_t
cublasXtCreate(cublasXtHandle_t *handle)
{
	cublasXtHandle_t h = handle ? calloc(1, sizeof *h) : NULL;
	cublasStatus_t status;

	if (!h)
		return handle ? CUBLAS_STATUS_ALLOC_FAILED
			      : CUBLAS_STATUS_INVALID_VALUE;
	status = cublasCreate_v2(&h->blas);
	if (status != CUBLAS_STATUS_SUCCESS) {
		free(h);
		return status;
	}
	h->magic = XT_MAGIC;
	h->block_dim = BLOCK_DIM;
	*handle = h;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasXtDestroy(cublasXtHandle_t h)
{
	cublasStatus_t status;

	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	status = cublasDestroy_v2(h->blas);
	h->magic = 0;
	free(h);
	return status;
}

/* ---- what is set: remembered, as there is one device ------------------------------ */

cublasStatus_t
cublasXtMaxBoards(int *boards)
{
	if (!boards)
		return CUBLAS_STATUS_INVALID_VALUE;
	*boards = 1;
	return CUBLAS_STATUS_SUCCESS;
}

static bool
are_devices(int n, const int *devices)
{
	for (int i = 0; devices && i < n; i++)
		if (devices[i])
			return false;
	return devices && n > 0;
}

cublasStatus_t
cublasXtGetNumBoards(int n, int devices[], int *boards)
{
	return are_devices(n, devices) ? cublasXtMaxBoards(boards)
				       : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t
cublasXtDeviceSelect(cublasXtHandle_t h, int n, int devices[])
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return are_devices(n, devices) ? CUBLAS_STATUS_SUCCESS
				       : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t
cublasXtSetBlockDim(cublasXtHandle_t h, int block_dim)
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (block_dim <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	h->block_dim = block_dim;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasXtGetBlockDim(cublasXtHandle_t h, int *block_dim)
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!block_dim)
		return CUBLAS_STATUS_INVALID_VALUE;
	*block_dim = h->block_dim;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasXtSetPinningMemMode(cublasXtHandle_t h, cublasXtPinnedMemMode_t mode)
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (mode != CUBLASXT_PINNING_DISABLED && mode != CUBLASXT_PINNING_ENABLED)
		return CUBLAS_STATUS_INVALID_VALUE;
	h->pinning = mode;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasXtGetPinningMemMode(cublasXtHandle_t h, cublasXtPinnedMemMode_t *mode)
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!mode)
		return CUBLAS_STATUS_INVALID_VALUE;
	*mode = h->pinning;
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
check_share(cublasXtHandle_t h, cublasXtBlasOp_t op, cublasXtOpType_t type)
{
	if (!is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return (unsigned)op < CUBLASXT_ROUTINE_MAX &&
			       (unsigned)type <= CUBLASXT_DOUBLECOMPLEX
		       ? CUBLAS_STATUS_SUCCESS
		       : CUBLAS_STATUS_INVALID_VALUE;
}

/* The processor does all of it. */
cublasStatus_t
cublasXtSetCpuRoutine(cublasXtHandle_t h, cublasXtBlasOp_t op, cublasXtOpType_t type,
		      void *routine)
{
	(void)routine;
	return check_share(h, op, type);
}

cublasStatus_t
cublasXtSetCpuRatio(cublasXtHandle_t h, cublasXtBlasOp_t op, cublasXtOpType_t type,
		    float ratio)
{
	if (!(ratio >= 0 && ratio <= 1))
		return CUBLAS_STATUS_INVALID_VALUE;
	return check_share(h, op, type);
}

/* ---- the functions ------------------------------------------------------------------ */

/* What a function of cuBLAS has begun. */
static cublasStatus_t
finish(cublasStatus_t status)
{
	return status ? status : hd_status_of(cudaStreamSynchronize(0));
}

#define ARGUMENTS_gemm  transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc
#define ARGUMENTS_symm  side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc
#define ARGUMENTS_syrk  uplo, trans, n, k, alpha, A, lda, beta, C, ldc
#define ARGUMENTS_syr2k uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc
#define ARGUMENTS_trsm  side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb
#define ARGUMENTS_trmm  side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc

/* Sizes that are no int64_t are negative there, and refused. */
#define CALL(name, version, form)                                                      \
	{                                                                              \
		if (!is_handle(handle))                                                \
			return CUBLAS_STATUS_NOT_INITIALIZED;                          \
		return finish(                                                         \
			cublas##name##_##version(handle->blas, ARGUMENTS_##form));     \
	}

#define cublasHandle_t cublasXtHandle_t
#define XT(name, version, form, ...)                                                   \
	cublasStatus_t cublasXt##name __hd_##form(__VA_ARGS__, size_t)                 \
		CALL(name, version, form)
#include "__heddle/cublasxt.def"
#undef XT
#undef cublasHandle_t

/* Symmetric matrices that are packed: unpacked, then as others. */
#define SPMM(X, T)                                                                     \
	cublasStatus_t cublasXt##X##spmm __hd_xt_spmm(T)                               \
	{                                                                              \
		size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                       \
		cublasStatus_t status = CUBLAS_STATUS_ALLOC_FAILED;                    \
		T *A;                                                                  \
		if (!is_handle(handle))                                                \
			return CUBLAS_STATUS_NOT_INITIALIZED;                          \
		if (order > INT_MAX)                                                   \
			return CUBLAS_STATUS_NOT_SUPPORTED;                            \
		A = calloc(order ? order : 1, (order ? order : 1) * sizeof *A);        \
		if (A)                                                                 \
			status = cublas##X##tpttr(handle->blas, uplo, (int)order, AP,  \
						  A, order ? (int)order : 1);          \
		if (!status)                                                           \
			status = finish(cublas##X##symm_v2_64(                         \
				handle->blas, side, uplo, (int64_t)m, (int64_t)n,      \
				alpha, A, order ? (int64_t)order : 1, B, (int64_t)ldb, \
				beta, C, (int64_t)ldc));                               \
		if (A)                                                                 \
			cudaStreamSynchronize(0);                                      \
		free(A);                                                               \
		return status;                                                         \
	}
HD_ALL(SPMM)
