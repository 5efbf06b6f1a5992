/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS, for C and C++. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stdint.h>
#include <stdio.h>

#include "driver_types.h"
#include "cuComplex.h"
#include "library_types.h"
/* C, and C++ compilers that have no such numbers, know halves only by name. */
#ifndef __cplusplus
typedef struct __half {
	unsigned short __x;
} __half;
typedef struct __nv_bfloat16 {
	unsigned short __x;
} __nv_bfloat16;
#elif defined(__clang__) || __GNUC__ >= 13
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#else
struct __half;
struct __nv_bfloat16;
#endif
#include "__heddle/cublas_types.h"

#ifndef CUBLASAPI
#define CUBLASAPI
#endif
#define CUBLASWINAPI

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
				     size_t workspaceSizeInBytes);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *streamId);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *smCountTarget);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
				     const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback);
void cublasXerbla(const char *srName, int info);

#define __hd_move(I, s) \
	cublasStatus_t cublasSetVector##s(I n, I elemSize, const void *x, I incx, \
					  void *devicePtr, I incy); \
	cublasStatus_t cublasGetVector##s(I n, I elemSize, const void *x, I incx, \
					  void *y, I incy); \
	cublasStatus_t cublasSetMatrix##s(I rows, I cols, I elemSize, const void *A, \
					  I lda, void *B, I ldb); \
	cublasStatus_t cublasGetMatrix##s(I rows, I cols, I elemSize, const void *A, \
					  I lda, void *B, I ldb); \
	cublasStatus_t cublasSetVectorAsync##s(I n, I elemSize, const void *hostPtr, \
					       I incx, void *devicePtr, I incy, \
					       cudaStream_t stream); \
	cublasStatus_t cublasGetVectorAsync##s(I n, I elemSize, const void *devicePtr, \
					       I incx, void *hostPtr, I incy, \
					       cudaStream_t stream); \
	cublasStatus_t cublasSetMatrixAsync##s(I rows, I cols, I elemSize, \
					       const void *A, I lda, void *B, I ldb, \
					       cudaStream_t stream); \
	cublasStatus_t cublasGetMatrixAsync##s(I rows, I cols, I elemSize, \
					       const void *A, I lda, void *B, I ldb, \
					       cudaStream_t stream);
__hd_move(int, )
__hd_move(int64_t, _64)
#undef __hd_move

#ifdef __cplusplus
}
#endif

#include "__heddle/cublas_functions.h"

/* Compute types as they were said before CUDA 11. */
static inline cublasStatus_t
cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t dataType,
			 cublasComputeType_t *computeType)
{
	cublasMath_t mode = CUBLAS_DEFAULT_MATH;
	cublasStatus_t status = cublasGetMathMode(handle, &mode);
	int exact = (mode & 0xf) == CUBLAS_PEDANTIC_MATH;

	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	switch (dataType) {
	case CUDA_R_32F:
	case CUDA_C_32F:
		*computeType = exact ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
		return CUBLAS_STATUS_SUCCESS;
	case CUDA_R_64F:
	case CUDA_C_64F:
		*computeType = exact ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
		return CUBLAS_STATUS_SUCCESS;
	case CUDA_R_16F:
		*computeType = exact ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F;
		return CUBLAS_STATUS_SUCCESS;
	case CUDA_R_32I:
		*computeType = exact ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I;
		return CUBLAS_STATUS_SUCCESS;
	default:
		return CUBLAS_STATUS_NOT_SUPPORTED;
	}
}

#ifdef __cplusplus
#define __hd_migrated(name, form, ...) \
	static inline cublasStatus_t name form(cudaDataType, int) \
	{ \
		cublasComputeType_t type; \
		cublasStatus_t status = \
			cublasMigrateComputeType(handle, computeType, &type); \
		return status != CUBLAS_STATUS_SUCCESS ? status : name(__VA_ARGS__); \
	}
__hd_migrated(cublasGemmEx, __hd_GemmEx, handle, transa, transb, m, n, k, alpha, A,
	      Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, type, algo)
__hd_migrated(cublasGemmBatchedEx, __hd_GemmBatchedEx, handle, transa, transb, m, n, k,
	      alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc,
	      batchCount, type, algo)
__hd_migrated(cublasGemmStridedBatchedEx, __hd_GemmStridedBatchedEx, handle, transa,
	      transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB,
	      beta, C, Ctype, ldc, strideC, batchCount, type, algo)
#undef __hd_migrated
#endif

#endif
