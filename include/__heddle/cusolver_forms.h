/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER: the parameters of functions for each element type T, whose real type is R.
 * Declarations and definitions take them from here. */
#ifndef __HEDDLE_CUSOLVER_FORMS_H__
#define __HEDDLE_CUSOLVER_FORMS_H__

#define __hd_dn_handle cusolverDnHandle_t handle
/* The matrix of a question, of which only its size matters. */
#define __hd_dn_const_a(T) const T *A, int lda
#define __hd_dn_room(T) T *work, int lwork, int *devInfo

/* ---- linear systems */
#define __hd_dn_getrf_size(T) (__hd_dn_handle, int m, int n, T *A, int lda, int *Lwork)
#define __hd_dn_getrf(T) \
	(__hd_dn_handle, int m, int n, T *A, int lda, T *Workspace, int *devIpiv, \
	 int *devInfo)
#define __hd_dn_getrs(T) \
	(__hd_dn_handle, cublasOperation_t trans, int n, int nrhs, const T *A, \
	 int lda, const int *devIpiv, T *B, int ldb, int *devInfo)
#define __hd_dn_laswp(T) \
	(__hd_dn_handle, int n, T *A, int lda, int k1, int k2, const int *devIpiv, \
	 int incx)
#define __hd_dn_potrf_size(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, int *Lwork)
#define __hd_dn_potrf(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, __hd_dn_room(T))
#define __hd_dn_potrs(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, int nrhs, const T *A, int lda, \
	 T *B, int ldb, int *devInfo)
#define __hd_dn_potrf_batched(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *Aarray[], int lda, \
	 int *infoArray, int batchSize)
#define __hd_dn_potrs_batched(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, int nrhs, T *A[], int lda, \
	 T *B[], int ldb, int *d_info, int batchSize)
#define __hd_dn_sytrf_size(T) (__hd_dn_handle, int n, T *A, int lda, int *lwork)
#define __hd_dn_sytrf(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, int *ipiv, \
	 __hd_dn_room(T))
#define __hd_dn_sytri_size(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *ipiv, \
	 int *lwork)
#define __hd_dn_sytri(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *ipiv, \
	 __hd_dn_room(T))

/* ---- orthogonal transformations */
#define __hd_dn_geqrf(T) \
	(__hd_dn_handle, int m, int n, T *A, int lda, T *TAU, __hd_dn_room(T))
#define __hd_dn_orgqr_size(T) \
	(__hd_dn_handle, int m, int n, int k, __hd_dn_const_a(T), const T *tau, \
	 int *lwork)
#define __hd_dn_orgqr(T) \
	(__hd_dn_handle, int m, int n, int k, T *A, int lda, const T *tau, \
	 __hd_dn_room(T))
#define __hd_dn_ormqr_size(T) \
	(__hd_dn_handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, \
	 int k, __hd_dn_const_a(T), const T *tau, const T *C, int ldc, int *lwork)
#define __hd_dn_ormqr(T) \
	(__hd_dn_handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, \
	 int k, __hd_dn_const_a(T), const T *tau, T *C, int ldc, __hd_dn_room(T))
#define __hd_dn_gebrd_size (__hd_dn_handle, int m, int n, int *Lwork)
#define __hd_dn_gebrd(T, R) \
	(__hd_dn_handle, int m, int n, T *A, int lda, R *D, R *E, T *TAUQ, T *TAUP, \
	 __hd_dn_room(T))
#define __hd_dn_orgbr_size(T) \
	(__hd_dn_handle, cublasSideMode_t side, int m, int n, int k, \
	 __hd_dn_const_a(T), const T *tau, int *lwork)
#define __hd_dn_orgbr(T) \
	(__hd_dn_handle, cublasSideMode_t side, int m, int n, int k, T *A, int lda, \
	 const T *tau, __hd_dn_room(T))
#define __hd_dn_sytrd_size(T, R) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, __hd_dn_const_a(T), const R *d, \
	 const R *e, const T *tau, int *lwork)
#define __hd_dn_sytrd(T, R) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, R *d, R *e, \
	 T *tau, __hd_dn_room(T))
#define __hd_dn_orgtr_size(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, __hd_dn_const_a(T), \
	 const T *tau, int *lwork)
#define __hd_dn_orgtr(T) \
	(__hd_dn_handle, cublasFillMode_t uplo, int n, T *A, int lda, const T *tau, \
	 __hd_dn_room(T))
#define __hd_dn_ormtr_size(T) \
	(__hd_dn_handle, cublasSideMode_t side, cublasFillMode_t uplo, \
	 cublasOperation_t trans, int m, int n, __hd_dn_const_a(T), const T *tau, \
	 const T *C, int ldc, int *lwork)
#define __hd_dn_ormtr(T) \
	(__hd_dn_handle, cublasSideMode_t side, cublasFillMode_t uplo, \
	 cublasOperation_t trans, int m, int n, T *A, int lda, T *tau, T *C, int ldc, \
	 __hd_dn_room(T))

/* ---- eigenvalues: of one matrix, of two */
#define __hd_dn_eig __hd_dn_handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n
#define __hd_dn_eigx \
	__hd_dn_handle, cusolverEigMode_t jobz, cusolverEigRange_t range, \
		cublasFillMode_t uplo, int n
#define __hd_dn_eig2 \
	__hd_dn_handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cublasFillMode_t uplo, int n
#define __hd_dn_eig2x \
	__hd_dn_handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cusolverEigRange_t range, cublasFillMode_t uplo, int n
#define __hd_dn_const_ab(T) const T *A, int lda, const T *B, int ldb
#define __hd_dn_ab(T) T *A, int lda, T *B, int ldb
#define __hd_dn_part(R) R vl, R vu, int il, int iu, int *meig

#define __hd_dn_syevd_size(T, R) \
	(__hd_dn_eig, __hd_dn_const_a(T), const R *W, int *lwork)
#define __hd_dn_syevd(T, R) (__hd_dn_eig, T *A, int lda, R *W, __hd_dn_room(T))
#define __hd_dn_syevdx_size(T, R) \
	(__hd_dn_eigx, __hd_dn_const_a(T), __hd_dn_part(R), const R *W, int *lwork)
#define __hd_dn_syevdx(T, R) \
	(__hd_dn_eigx, T *A, int lda, __hd_dn_part(R), R *W, __hd_dn_room(T))
#define __hd_dn_sygvd_size(T, R) \
	(__hd_dn_eig2, __hd_dn_const_ab(T), const R *W, int *lwork)
#define __hd_dn_sygvd(T, R) (__hd_dn_eig2, __hd_dn_ab(T), R *W, __hd_dn_room(T))
#define __hd_dn_sygvdx_size(T, R) \
	(__hd_dn_eig2x, __hd_dn_const_ab(T), __hd_dn_part(R), const R *W, int *lwork)
#define __hd_dn_sygvdx(T, R) \
	(__hd_dn_eig2x, __hd_dn_ab(T), __hd_dn_part(R), R *W, __hd_dn_room(T))
#define __hd_dn_syevj_size(T, R) \
	(__hd_dn_eig, __hd_dn_const_a(T), const R *W, int *lwork, syevjInfo_t params)
#define __hd_dn_syevj(T, R) \
	(__hd_dn_eig, T *A, int lda, R *W, __hd_dn_room(T), syevjInfo_t params)
#define __hd_dn_syevj_batched_size(T, R) \
	(__hd_dn_eig, __hd_dn_const_a(T), const R *W, int *lwork, syevjInfo_t params, \
	 int batchSize)
#define __hd_dn_syevj_batched(T, R) \
	(__hd_dn_eig, T *A, int lda, R *W, __hd_dn_room(T), syevjInfo_t params, \
	 int batchSize)
#define __hd_dn_sygvj_size(T, R) \
	(__hd_dn_eig2, __hd_dn_const_ab(T), const R *W, int *lwork, \
	 syevjInfo_t params)
#define __hd_dn_sygvj(T, R) \
	(__hd_dn_eig2, __hd_dn_ab(T), R *W, __hd_dn_room(T), syevjInfo_t params)

/* ---- singular values */
#define __hd_dn_gesvd(T, R) \
	(__hd_dn_handle, signed char jobu, signed char jobvt, int m, int n, T *A, \
	 int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work, int lwork, R *rwork, \
	 int *devInfo)
#define __hd_dn_const_usv(T, R) \
	const T *A, int lda, const R *S, const T *U, int ldu, const T *V, int ldv, \
		int *lwork
#define __hd_dn_usv(T, R) \
	T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, __hd_dn_room(T)
#define __hd_dn_gesvdj_size(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int econ, int m, int n, \
	 __hd_dn_const_usv(T, R), gesvdjInfo_t params)
#define __hd_dn_gesvdj(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int econ, int m, int n, \
	 __hd_dn_usv(T, R), gesvdjInfo_t params)
#define __hd_dn_gesvdj_batched_size(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int m, int n, __hd_dn_const_usv(T, \
	 R), gesvdjInfo_t params, int batchSize)
#define __hd_dn_gesvdj_batched(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int m, int n, __hd_dn_usv(T, R), \
	 gesvdjInfo_t params, int batchSize)
#define __hd_dn_gesvda_size(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *d_A, \
	 int lda, long long int strideA, const R *d_S, long long int strideS, \
	 const T *d_U, int ldu, long long int strideU, const T *d_V, int ldv, \
	 long long int strideV, int *lwork, int batchSize)
#define __hd_dn_gesvda(T, R) \
	(__hd_dn_handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *d_A, \
	 int lda, long long int strideA, R *d_S, long long int strideS, T *d_U, \
	 int ldu, long long int strideU, T *d_V, int ldv, long long int strideV, \
	 T *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize)

#endif
