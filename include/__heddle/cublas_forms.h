/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS: how the parameters of its functions look, once for all element types T and
 * integers I. What is declared with them is in cublas_level*.h; the library defines it
 * with them. */

/* ---- level 1 */
#define __hd_nrm2(T, R, I) \
	(cublasHandle_t handle, I n, const T *x, I incx, R *result)
#define __hd_dot(T, I) \
	(cublasHandle_t handle, I n, const T *x, I incx, const T *y, I incy, T *result)
#define __hd_scal(T, A, I) (cublasHandle_t handle, I n, const A *alpha, T *x, I incx)
#define __hd_axpy(T, I) \
	(cublasHandle_t handle, I n, const T *alpha, const T *x, I incx, T *y, I incy)
#define __hd_copy(T, I) (cublasHandle_t handle, I n, const T *x, I incx, T *y, I incy)
#define __hd_swap(T, I) (cublasHandle_t handle, I n, T *x, I incx, T *y, I incy)
#define __hd_amax(T, I) (cublasHandle_t handle, I n, const T *x, I incx, I *result)
#define __hd_rot(T, C, S, I) \
	(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const C *c, const S *s)
#define __hd_rotm(T, I) \
	(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const T *param)
#define __hd_rotg(T, C) (cublasHandle_t handle, T *a, T *b, C *c, T *s)
#define __hd_rotmg(T) \
	(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, T *param)

/* ---- level 2 */
#define __hd_gemv(T, I) \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T *alpha, \
	 const T *A, I lda, const T *x, I incx, const T *beta, T *y, I incy)
#define __hd_gbmv(T, I) \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, I kl, I ku, \
	 const T *alpha, const T *A, I lda, const T *x, I incx, const T *beta, T *y, \
	 I incy)
#define __hd_trmv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
	 cublasDiagType_t diag, I n, const T *A, I lda, T *x, I incx)
#define __hd_tbmv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
	 cublasDiagType_t diag, I n, I k, const T *A, I lda, T *x, I incx)
#define __hd_tpmv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
	 cublasDiagType_t diag, I n, const T *AP, T *x, I incx)
#define __hd_symv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *A, \
	 I lda, const T *x, I incx, const T *beta, T *y, I incy)
#define __hd_sbmv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, I k, const T *alpha, \
	 const T *A, I lda, const T *x, I incx, const T *beta, T *y, I incy)
#define __hd_spmv(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, \
	 const T *x, I incx, const T *beta, T *y, I incy)
#define __hd_ger(T, I) \
	(cublasHandle_t handle, I m, I n, const T *alpha, const T *x, I incx, \
	 const T *y, I incy, T *A, I lda)
#define __hd_syr(T, R, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R *alpha, const T *x, \
	 I incx, T *A, I lda)
#define __hd_spr(T, R, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R *alpha, const T *x, \
	 I incx, T *AP)
#define __hd_syr2(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, \
	 I incx, const T *y, I incy, T *A, I lda)
#define __hd_spr2(T, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, \
	 I incx, const T *y, I incy, T *AP)

/* ---- level 3 */
#define __hd_gemm(T, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const T *alpha, const T *A, I lda, const T *B, I ldb, const T *beta, \
	 T *C, I ldc)
#define __hd_gemm_batched(T, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const T *alpha, const T *const Aarray[], I lda, \
	 const T *const Barray[], I ldb, const T *beta, T *const Carray[], I ldc, \
	 I batchCount)
#define __hd_gemm_strided(T, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const T *alpha, const T *A, I lda, long long int strideA, const T *B, \
	 I ldb, long long int strideB, const T *beta, T *C, I ldc, \
	 long long int strideC, I batchCount)
#define __hd_gemm_grouped(T, I) \
	(cublasHandle_t handle, const cublasOperation_t transa_array[], \
	 const cublasOperation_t transb_array[], const I m_array[], const I n_array[], \
	 const I k_array[], const T alpha_array[], const T *const Aarray[], \
	 const I lda_array[], const T *const Barray[], const I ldb_array[], \
	 const T beta_array[], T *const Carray[], const I ldc_array[], I group_count, \
	 const I group_size[])
#define __hd_gemv_batched(T, A_, Y, I) \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const A_ *alpha, \
	 const T *const Aarray[], I lda, const T *const xarray[], I incx, \
	 const A_ *beta, Y *const yarray[], I incy, I batchCount)
#define __hd_gemv_strided(T, A_, Y, I) \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const A_ *alpha, \
	 const T *A, I lda, long long int strideA, const T *x, I incx, \
	 long long int stridex, const A_ *beta, Y *y, I incy, long long int stridey, \
	 I batchCount)
#define __hd_symm(T, I) \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, \
	 const T *alpha, const T *A, I lda, const T *B, I ldb, const T *beta, T *C, \
	 I ldc)
#define __hd_syrk(T, R, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, \
	 I k, const R *alpha, const T *A, I lda, const R *beta, T *C, I ldc)
#define __hd_syr2k(T, R, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, \
	 I k, const T *alpha, const T *A, I lda, const T *B, I ldb, const R *beta, T *C, \
	 I ldc)
#define __hd_trsm(T, I) \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
	 cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T *alpha, \
	 const T *A, I lda, T *B, I ldb)
#define __hd_trsm_batched(T, I) \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
	 cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T *alpha, \
	 const T *const Aarray[], I lda, T *const Barray[], I ldb, I batchCount)
#define __hd_trmm(T, I) \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
	 cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T *alpha, \
	 const T *A, I lda, const T *B, I ldb, T *C, I ldc)
#define __hd_geam(T, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, const T *alpha, const T *A, I lda, const T *beta, const T *B, I ldb, T *C, \
	 I ldc)
#define __hd_dgmm(T, I) \
	(cublasHandle_t handle, cublasSideMode_t mode, I m, I n, const T *A, I lda, \
	 const T *x, I incx, T *C, I ldc)
#define __hd_tpttr(T) \
	(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *AP, T *A, int lda)
#define __hd_trttp(T) \
	(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, T *AP)

/* ---- many small systems */
#define __hd_getrf(T) \
	(cublasHandle_t handle, int n, T *const A[], int lda, int *P, int *info, \
	 int batchSize)
#define __hd_getri(T) \
	(cublasHandle_t handle, int n, const T *const A[], int lda, const int *P, \
	 T *const C[], int ldc, int *info, int batchSize)
#define __hd_getrs(T) \
	(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, \
	 const T *const Aarray[], int lda, const int *devIpiv, T *const Barray[], \
	 int ldb, int *info, int batchSize)
#define __hd_matinv(T) \
	(cublasHandle_t handle, int n, const T *const A[], int lda, T *const Ainv[], \
	 int lda_inv, int *info, int batchSize)
#define __hd_geqrf(T) \
	(cublasHandle_t handle, int m, int n, T *const Aarray[], int lda, \
	 T *const TauArray[], int *info, int batchSize)
#define __hd_gels(T) \
	(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, \
	 T *const Aarray[], int lda, T *const Carray[], int ldc, int *info, \
	 int *devInfoArray, int batchSize)

/* ---- element types that are said in the call */
#define __hd_gemm_ex(A_, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const A_ *alpha, const void *A, cudaDataType Atype, I lda, \
	 const void *B, cudaDataType Btype, I ldb, const A_ *beta, void *C, \
	 cudaDataType Ctype, I ldc)
#define __hd_GemmEx(K, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda, \
	 const void *B, cudaDataType Btype, I ldb, const void *beta, void *C, \
	 cudaDataType Ctype, I ldc, K computeType, cublasGemmAlgo_t algo)
#define __hd_GemmBatchedEx(K, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const void *alpha, const void *const Aarray[], cudaDataType Atype, \
	 I lda, const void *const Barray[], cudaDataType Btype, I ldb, \
	 const void *beta, void *const Carray[], cudaDataType Ctype, I ldc, \
	 I batchCount, K computeType, cublasGemmAlgo_t algo)
#define __hd_GemmGroupedBatchedEx(K, I) \
	(cublasHandle_t handle, const cublasOperation_t transa_array[], \
	 const cublasOperation_t transb_array[], const I m_array[], const I n_array[], \
	 const I k_array[], const void *alpha_array, const void *const Aarray[], \
	 cudaDataType Atype, const I lda_array[], const void *const Barray[], \
	 cudaDataType Btype, const I ldb_array[], const void *beta_array, \
	 void *const Carray[], cudaDataType Ctype, const I ldc_array[], I group_count, \
	 const I group_size[], K computeType)
#define __hd_GemmStridedBatchedEx(K, I) \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
	 I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda, \
	 long long int strideA, const void *B, cudaDataType Btype, I ldb, \
	 long long int strideB, const void *beta, void *C, cudaDataType Ctype, I ldc, \
	 long long int strideC, I batchCount, K computeType, cublasGemmAlgo_t algo)
#define __hd_syrk_ex(A_, I) \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, \
	 I k, const A_ *alpha, const void *A, cudaDataType Atype, I lda, \
	 const A_ *beta, void *C, cudaDataType Ctype, I ldc)
#define __hd_Nrm2Ex(I) \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, \
	 void *result, cudaDataType resultType, cudaDataType executionType)
#define __hd_DotEx(I) \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, \
	 const void *y, cudaDataType yType, I incy, void *result, \
	 cudaDataType resultType, cudaDataType executionType)
#define __hd_ScalEx(I) \
	(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, void *x, \
	 cudaDataType xType, I incx, cudaDataType executionType)
#define __hd_AxpyEx(I) \
	(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, \
	 const void *x, cudaDataType xType, I incx, void *y, cudaDataType yType, \
	 I incy, cudaDataType executionType)
#define __hd_CopyEx(I) \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, void *y, \
	 cudaDataType yType, I incy)
#define __hd_SwapEx(I) \
	(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
	 cudaDataType yType, I incy)
#define __hd_IamaxEx(I) \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, I *result)
#define __hd_RotEx(I) \
	(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
	 cudaDataType yType, I incy, const void *c, const void *s, \
	 cudaDataType csType, cudaDataType executionType)
