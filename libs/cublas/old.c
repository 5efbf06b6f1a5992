/* SPDX-License-Identifier: Apache-2.0 */
/* The first interface (cublas.h), by the second: one handle for the process, which the first
 * call makes. */
#include "blas.h"

#pragma GCC visibility push(default)
#include <cublas.h>
#pragma GCC visibility pop

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the handle */
static cublasHandle_t handle;
static _Atomic cublasStatus_t last;

static void
keep(cublasStatus_t status)
{
	if (status != CUBLAS_STATUS_SUCCESS)
		atomic_store(&last, status);
}

/* NULL: there is none, and the call that asked will say so. */
static cublasHandle_t
the_handle(void)
{
	cublasHandle_t h;

	pthread_mutex_lock(&mutex);
	if (!handle)
		cublasCreate_v2(&handle);
	h = handle;
	pthread_mutex_unlock(&mutex);
	return h;
}

cublasStatus_t
cublasInit(void)
{
	return the_handle() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t
cublasShutdown(void)
{
	cublasHandle_t h;

	pthread_mutex_lock(&mutex);
	h = handle;
	handle = NULL;
	pthread_mutex_unlock(&mutex);
	return h ? cublasDestroy_v2(h) : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t
cublasGetError(void)
{
	return atomic_exchange(&last, CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t
cublasAlloc(int n, int size, void **pointer)
{
	if (n <= 0 || size <= 0 || !pointer)
		return CUBLAS_STATUS_INVALID_VALUE;
	return cudaMalloc(pointer, (size_t)n * (size_t)size) == cudaSuccess
		       ? CUBLAS_STATUS_SUCCESS
		       : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t
cublasFree(void *pointer)
{
	return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
						: CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t
cublasSetKernelStream(cudaStream_t stream)
{
	return cublasSetStream_v2(the_handle(), stream);
}

/* ---- letters. Others become values that the second interface rejects. */

#define NOT_ONE 99

static cublasOperation_t
op(char c)
{
	switch (c | 32) {
	case 'n':
		return CUBLAS_OP_N;
	case 't':
		return CUBLAS_OP_T;
	case 'c':
		return CUBLAS_OP_C;
	default:
		return (cublasOperation_t)NOT_ONE;
	}
}

static cublasFillMode_t
fill(char c)
{
	return (c | 32) == 'u'   ? CUBLAS_FILL_MODE_UPPER
	       : (c | 32) == 'l' ? CUBLAS_FILL_MODE_LOWER
				 : (cublasFillMode_t)NOT_ONE;
}

static cublasSideMode_t
on(char c)
{
	return (c | 32) == 'l'   ? CUBLAS_SIDE_LEFT
	       : (c | 32) == 'r' ? CUBLAS_SIDE_RIGHT
				 : (cublasSideMode_t)NOT_ONE;
}

static cublasDiagType_t
diagonal(char c)
{
	return (c | 32) == 'u'   ? CUBLAS_DIAG_UNIT
	       : (c | 32) == 'n' ? CUBLAS_DIAG_NON_UNIT
				 : (cublasDiagType_t)NOT_ONE;
}

/* ---- functions */

#define DO(name, ...) keep(cublas##name##_v2(the_handle(), __VA_ARGS__))

#define RESULT(R, name, T)                                                             \
	R cublas##name(int n, const T *x, int incx)                                    \
	{                                                                              \
		R r = 0;                                                               \
		DO(name, n, x, incx, &r);                                              \
		return r;                                                              \
	}
RESULT(int, Isamax, float)
RESULT(int, Idamax, double)
RESULT(int, Icamax, cuComplex)
RESULT(int, Izamax, cuDoubleComplex)
RESULT(int, Isamin, float)
RESULT(int, Idamin, double)
RESULT(int, Icamin, cuComplex)
RESULT(int, Izamin, cuDoubleComplex)
RESULT(float, Sasum, float)
RESULT(double, Dasum, double)
RESULT(float, Scasum, cuComplex)
RESULT(double, Dzasum, cuDoubleComplex)
RESULT(float, Snrm2, float)
RESULT(double, Dnrm2, double)
RESULT(float, Scnrm2, cuComplex)
RESULT(double, Dznrm2, cuDoubleComplex)

#define REAL(X, T)                                                                     \
	T cublas##X##dot(int n, const T *x, int incx, const T *y, int incy)            \
	{                                                                              \
		T r = 0;                                                               \
		DO(X##dot, n, x, incx, y, incy, &r);                                   \
		return r;                                                              \
	}                                                                              \
	void cublas##X##ger(int m, int n, T alpha, const T *x, int incx, const T *y,   \
			    int incy, T *A, int lda)                                   \
	{                                                                              \
		DO(X##ger, m, n, &alpha, x, incx, y, incy, A, lda);                    \
	}                                                                              \
	void cublas##X##symv(char uplo, int n, T alpha, const T *A, int lda,           \
			     const T *x, int incx, T beta, T *y, int incy)             \
	{                                                                              \
		DO(X##symv, fill(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy);   \
	}
REAL(S, float)
REAL(D, double)

#define VECTORS(X, T)                                                                  \
	void cublas##X##axpy(int n, T alpha, const T *x, int incx, T *y, int incy)     \
	{                                                                              \
		DO(X##axpy, n, &alpha, x, incx, y, incy);                              \
	}                                                                              \
	void cublas##X##copy(int n, const T *x, int incx, T *y, int incy)              \
	{                                                                              \
		DO(X##copy, n, x, incx, y, incy);                                      \
	}                                                                              \
	void cublas##X##swap(int n, T *x, int incx, T *y, int incy)                    \
	{                                                                              \
		DO(X##swap, n, x, incx, y, incy);                                      \
	}                                                                              \
	void cublas##X##scal(int n, T alpha, T *x, int incx)                           \
	{                                                                              \
		DO(X##scal, n, &alpha, x, incx);                                       \
	}                                                                              \
	void cublas##X##gemv(char trans, int m, int n, T alpha, const T *A, int lda,   \
			     const T *x, int incx, T beta, T *y, int incy)             \
	{                                                                              \
		DO(X##gemv, op(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy); \
	}                                                                              \
	void cublas##X##trsv(char uplo, char trans, char diag, int n, const T *A,      \
			     int lda, T *x, int incx)                                  \
	{                                                                              \
		DO(X##trsv, fill(uplo), op(trans), diagonal(diag), n, A, lda, x,       \
		   incx);                                                              \
	}
VECTORS(S, float)
VECTORS(D, double)
VECTORS(C, cuComplex)
VECTORS(Z, cuDoubleComplex)

#define MATRICES(X, T)                                                                 \
	void cublas##X##gemm(char ta, char tb, int m, int n, int k, T alpha,           \
			     const T *A, int lda, const T *B, int ldb, T beta, T *C,   \
			     int ldc)                                                  \
	{                                                                              \
		DO(X##gemm, op(ta), op(tb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, \
		   ldc);                                                               \
	}                                                                              \
	void cublas##X##symm(char side, char uplo, int m, int n, T alpha, const T *A,  \
			     int lda, const T *B, int ldb, T beta, T *C, int ldc)      \
	{                                                                              \
		DO(X##symm, on(side), fill(uplo), m, n, &alpha, A, lda, B, ldb, &beta, \
		   C, ldc);                                                            \
	}                                                                              \
	void cublas##X##syrk(char uplo, char trans, int n, int k, T alpha, const T *A, \
			     int lda, T beta, T *C, int ldc)                           \
	{                                                                              \
		DO(X##syrk, fill(uplo), op(trans), n, k, &alpha, A, lda, &beta, C,     \
		   ldc);                                                               \
	}                                                                              \
	void cublas##X##trsm(char side, char uplo, char ta, char diag, int m, int n,   \
			     T alpha, const T *A, int lda, T *B, int ldb)              \
	{                                                                              \
		DO(X##trsm, on(side), fill(uplo), op(ta), diagonal(diag), m, n,        \
		   &alpha, A, lda, B, ldb);                                            \
	}                                                                              \
	void cublas##X##trmm(char side, char uplo, char ta, char diag, int m, int n,   \
			     T alpha, const T *A, int lda, T *B, int ldb)              \
	{                                                                              \
		DO(X##trmm, on(side), fill(uplo), op(ta), diagonal(diag), m, n,        \
		   &alpha, A, lda, B, ldb, B, ldb);                                    \
	}
MATRICES(S, float)
MATRICES(D, double)
MATRICES(C, cuComplex)
MATRICES(Z, cuDoubleComplex)
