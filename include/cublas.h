/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS: its first interface. No handle, letters for what to do ('n', 't', 'u' ...),
 * scalars by value, results returned, errors kept for cublasGetError(). Not together with
 * cublas_v2.h, which has the same names. */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define cublasStatus cublasStatus_t

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void); /* since the last call */
cublasStatus_t cublasAlloc(int n, int size, void **pointer);
cublasStatus_t cublasFree(void *pointer);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

#define __hd_old(x, T, i) \
	int cublasI##i##amax(int n, const T *x, int incx); \
	int cublasI##i##amin(int n, const T *x, int incx); \
	void cublas##x##axpy(int n, T alpha, const T *x, int incx, T *y, int incy); \
	void cublas##x##copy(int n, const T *x, int incx, T *y, int incy); \
	void cublas##x##swap(int n, T *x, int incx, T *y, int incy); \
	void cublas##x##scal(int n, T alpha, T *x, int incx); \
	void cublas##x##gemv(char trans, int m, int n, T alpha, const T *A, int lda, \
	                     const T *x, int incx, T beta, T *y, int incy); \
	void cublas##x##trsv(char uplo, char trans, char diag, int n, const T *A, int lda, \
	                     T *x, int incx); \
	void cublas##x##gemm(char transa, char transb, int m, int n, int k, T alpha, \
	                     const T *A, int lda, const T *B, int ldb, T beta, T *C, \
	                     int ldc); \
	void cublas##x##symm(char side, char uplo, int m, int n, T alpha, const T *A, \
	                     int lda, const T *B, int ldb, T beta, T *C, int ldc); \
	void cublas##x##syrk(char uplo, char trans, int n, int k, T alpha, const T *A, \
	                     int lda, T beta, T *C, int ldc); \
	void cublas##x##trsm(char side, char uplo, char transa, char diag, int m, int n, \
	                     T alpha, const T *A, int lda, T *B, int ldb); \
	void cublas##x##trmm(char side, char uplo, char transa, char diag, int m, int n, \
	                     T alpha, const T *A, int lda, T *B, int ldb);
#define __hd_old_real(x, T) \
	T cublas##x##dot(int n, const T *x, int incx, const T *y, int incy); \
	T cublas##x##asum(int n, const T *x, int incx); \
	T cublas##x##nrm2(int n, const T *x, int incx); \
	void cublas##x##ger(int m, int n, T alpha, const T *x, int incx, const T *y, \
	                    int incy, T *A, int lda); \
	void cublas##x##symv(char uplo, int n, T alpha, const T *A, int lda, const T *x, \
	                     int incx, T beta, T *y, int incy);
__hd_old(S, float, s)
__hd_old(D, double, d)
__hd_old(C, cuComplex, c)
__hd_old(Z, cuDoubleComplex, z)
__hd_old_real(S, float)
__hd_old_real(D, double)
#undef __hd_old
#undef __hd_old_real

float cublasScnrm2(int n, const cuComplex *x, int incx);
double cublasDznrm2(int n, const cuDoubleComplex *x, int incx);
float cublasScasum(int n, const cuComplex *x, int incx);
double cublasDzasum(int n, const cuDoubleComplex *x, int incx);

#ifdef __cplusplus
}
#endif

#endif
