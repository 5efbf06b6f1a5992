/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER for sparse matrices: handles, systems, orders of rows and columns. */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

struct cusolverSpContext;
typedef struct cusolverSpContext *cusolverSpHandle_t;
struct csrqrInfo;
typedef struct csrqrInfo *csrqrInfo_t;

/* A matrix in rows; a system with one right-hand side. */
#define __hd_sp_pattern \
	const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define __hd_sp_solve(T, R) \
	(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, \
	 const T *csrVal, const int *csrRowPtr, const int *csrColInd, const T *b, R tol, \
	 int reorder, T *x, int *singularity)
#define __hd_sp_qr_size(T) \
	(cusolverSpHandle_t handle, int m, int n, int nnz, \
	 const cusparseMatDescr_t descrA, const T *csrVal, const int *csrRowPtr, \
	 const int *csrColInd, int batchSize, csrqrInfo_t info, \
	 size_t *internalDataInBytes, size_t *workspaceInBytes)
#define __hd_sp_qr(T) \
	(cusolverSpHandle_t handle, int m, int n, int nnz, \
	 const cusparseMatDescr_t descrA, const T *csrVal, const int *csrRowPtr, \
	 const int *csrColInd, const T *b, T *x, int batchSize, csrqrInfo_t info, \
	 void *pBuffer)

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *streamId);

#define __hd_sp_systems(X, T, R) \
	cusolverStatus_t cusolverSp##X##csrlsvluHost __hd_sp_solve(T, R); \
	cusolverStatus_t cusolverSp##X##csrlsvqrHost __hd_sp_solve(T, R); \
	cusolverStatus_t cusolverSp##X##csrlsvcholHost __hd_sp_solve(T, R); \
	cusolverStatus_t cusolverSp##X##csrlsvqr __hd_sp_solve(T, R); \
	cusolverStatus_t cusolverSp##X##csrlsvchol __hd_sp_solve(T, R); \
	cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched __hd_sp_qr_size(T); \
	cusolverStatus_t cusolverSp##X##csrqrsvBatched __hd_sp_qr(T);
__hd_sp_systems(S, float, float)
__hd_sp_systems(D, double, double)
__hd_sp_systems(C, cuComplex, float)
__hd_sp_systems(Z, cuDoubleComplex, double)

cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
						 int nnzA, __hd_sp_pattern,
						 csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnzA,
					 const cusparseMatDescr_t descrA,
					 const int *csrRowPtrA, const int *csrEndPtrA,
					 const int *csrColIndA, int *issym);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnzA,
					  __hd_sp_pattern, int *p);
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnzA,
					  __hd_sp_pattern, int *p);
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnzA,
					  __hd_sp_pattern, int *p);
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnzA,
					   __hd_sp_pattern, const int64_t *options,
					   int *p);
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m,
						   int n, int nnzA, __hd_sp_pattern,
						   const int *p, const int *q,
						   size_t *bufferSizeInBytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n,
					int nnzA, const cusparseMatDescr_t descrA,
					int *csrRowPtrA, int *csrColIndA, const int *p,
					const int *q, int *map, void *pBuffer);

#ifdef __cplusplus
}
#endif

#endif
