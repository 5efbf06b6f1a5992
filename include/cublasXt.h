/* SPDX-License-Identifier: Apache-2.0 */
/* cublasXt: products of matrices that lie in memory of the host. */
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;

typedef enum {
	CUBLASXT_PINNING_DISABLED = 0,
	CUBLASXT_PINNING_ENABLED = 1,
} cublasXtPinnedMemMode_t;

typedef enum {
	CUBLASXT_FLOAT = 0,
	CUBLASXT_DOUBLE = 1,
	CUBLASXT_COMPLEX = 2,
	CUBLASXT_DOUBLECOMPLEX = 3,
} cublasXtOpType_t;

typedef enum {
	CUBLASXT_GEMM = 0,
	CUBLASXT_SYRK = 1,
	CUBLASXT_HERK = 2,
	CUBLASXT_SYMM = 3,
	CUBLASXT_HEMM = 4,
	CUBLASXT_TRSM = 5,
	CUBLASXT_SYR2K = 6,
	CUBLASXT_HER2K = 7,
	CUBLASXT_SPMM = 8,
	CUBLASXT_SYRKX = 9,
	CUBLASXT_HERKX = 10,
	CUBLASXT_TRMM = 11,
	CUBLASXT_ROUTINE_MAX = 12,
} cublasXtBlasOp_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtGetNumBoards(int n, int devices[], int *boards);
cublasStatus_t cublasXtMaxBoards(int *boards);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int n, int devices[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block_dim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block_dim);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t *mode);
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t op,
                                     cublasXtOpType_t type, void *routine);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t op,
                                   cublasXtOpType_t type, float ratio);

/* The forms are cuBLAS's, but for the handle and the integers. */
#define cublasHandle_t cublasXtHandle_t
#define XT(name, version, form, ...) \
	cublasStatus_t cublasXt##name __hd_##form(__VA_ARGS__, size_t);
#include "__heddle/cublasxt.def"
#undef XT
#undef cublasHandle_t

#define __hd_xt_spmm(T) \
	(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, \
	 size_t n, const T *alpha, const T *AP, const T *B, size_t ldb, const T *beta, \
	 T *C, size_t ldc)
cublasStatus_t cublasXtSspmm __hd_xt_spmm(float);
cublasStatus_t cublasXtDspmm __hd_xt_spmm(double);
cublasStatus_t cublasXtCspmm __hd_xt_spmm(cuComplex);
cublasStatus_t cublasXtZspmm __hd_xt_spmm(cuDoubleComplex);

#ifdef __cplusplus
}
#endif

#endif
