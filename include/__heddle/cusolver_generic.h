/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER: the functions with sizes of 64 bits, whose types are arguments. */
#ifndef __HEDDLE_CUSOLVER_GENERIC_H__
#define __HEDDLE_CUSOLVER_GENERIC_H__

/* Handle and parameters; a matrix with its type; what questions and calls end with. */
#define __hd_dn_x cusolverDnHandle_t handle, cusolverDnParams_t params
#define __hd_dn_in(M, ld) cudaDataType dataType##M, const void *M, int64_t ld
#define __hd_dn_out(M, ld) cudaDataType dataType##M, void *M, int64_t ld
#define __hd_dn_in1(M) cudaDataType dataType##M, const void *M
#define __hd_dn_out1(M) cudaDataType dataType##M, void *M
#define __hd_dn_sizes size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost
#define __hd_dn_ask cudaDataType computeType, __hd_dn_sizes
#define __hd_dn_buffers \
	void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost, \
		size_t workspaceInBytesOnHost, int *info
#define __hd_dn_do cudaDataType computeType, __hd_dn_buffers

#define __hd_dn_Xeig cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n
#define __hd_dn_Xpart void *vl, void *vu, int64_t il, int64_t iu, int64_t *meig64
#define __hd_dn_Xrank int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters

#define __hd_dn_Xfunction(name, in, out) \
	cusolverStatus_t cusolverDn##name##_bufferSize in; \
	cusolverStatus_t cusolverDn##name out;

#define __hd_dn_Xgetrf_size \
	(__hd_dn_x, int64_t m, int64_t n, __hd_dn_in(A, lda), __hd_dn_ask)
#define __hd_dn_Xgetrf \
	(__hd_dn_x, int64_t m, int64_t n, __hd_dn_out(A, lda), int64_t *ipiv, __hd_dn_do)
#define __hd_dn_Xgetrs \
	(__hd_dn_x, cublasOperation_t trans, int64_t n, int64_t nrhs, __hd_dn_in(A, lda), \
	 const int64_t *ipiv, __hd_dn_out(B, ldb), int *info)
#define __hd_dn_Xpotrf_size \
	(__hd_dn_x, cublasFillMode_t uplo, int64_t n, __hd_dn_in(A, lda), __hd_dn_ask)
#define __hd_dn_Xpotrf \
	(__hd_dn_x, cublasFillMode_t uplo, int64_t n, __hd_dn_out(A, lda), __hd_dn_do)
#define __hd_dn_Xpotrs \
	(__hd_dn_x, cublasFillMode_t uplo, int64_t n, int64_t nrhs, __hd_dn_in(A, lda), \
	 __hd_dn_out(B, ldb), int *info)
#define __hd_dn_Xgeqrf_size \
	(__hd_dn_x, int64_t m, int64_t n, __hd_dn_in(A, lda), cudaDataType dataTypeTau, \
	 const void *tau, __hd_dn_ask)
#define __hd_dn_Xgeqrf \
	(__hd_dn_x, int64_t m, int64_t n, __hd_dn_out(A, lda), cudaDataType dataTypeTau, \
	 void *tau, __hd_dn_do)
#define __hd_dn_Xsytrs_head \
	cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, \
		__hd_dn_in(A, lda), const int64_t *ipiv, __hd_dn_out(B, ldb)
#define __hd_dn_Xsytrs_size (__hd_dn_Xsytrs_head, __hd_dn_sizes)
#define __hd_dn_Xsytrs (__hd_dn_Xsytrs_head, __hd_dn_buffers)
#define __hd_dn_Xtrtri_head \
	cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n, \
		__hd_dn_out(A, lda)
#define __hd_dn_Xtrtri_size (__hd_dn_Xtrtri_head, __hd_dn_sizes)
#define __hd_dn_Xtrtri (__hd_dn_Xtrtri_head, __hd_dn_buffers)

#define __hd_dn_Xsyevd_size \
	(__hd_dn_x, __hd_dn_Xeig, __hd_dn_in(A, lda), __hd_dn_in1(W), __hd_dn_ask)
#define __hd_dn_Xsyevd \
	(__hd_dn_x, __hd_dn_Xeig, __hd_dn_out(A, lda), __hd_dn_out1(W), __hd_dn_do)
#define __hd_dn_XsyevBatched_size \
	(__hd_dn_x, __hd_dn_Xeig, __hd_dn_in(A, lda), __hd_dn_in1(W), __hd_dn_ask, \
	 int64_t batchSize)
#define __hd_dn_XsyevBatched \
	(__hd_dn_x, __hd_dn_Xeig, __hd_dn_out(A, lda), __hd_dn_out1(W), __hd_dn_do, \
	 int64_t batchSize)
#define __hd_dn_Xsyevdx_size \
	(__hd_dn_x, cusolverEigMode_t jobz, cusolverEigRange_t range, \
	 cublasFillMode_t uplo, int64_t n, __hd_dn_in(A, lda), __hd_dn_Xpart, \
	 __hd_dn_in1(W), __hd_dn_ask)
#define __hd_dn_Xsyevdx \
	(__hd_dn_x, cusolverEigMode_t jobz, cusolverEigRange_t range, \
	 cublasFillMode_t uplo, int64_t n, __hd_dn_out(A, lda), __hd_dn_Xpart, \
	 __hd_dn_out1(W), __hd_dn_do)
#define __hd_dn_Xgeev_size \
	(__hd_dn_x, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, \
	 __hd_dn_in(A, lda), __hd_dn_in1(W), __hd_dn_in(VL, ldvl), __hd_dn_in(VR, ldvr), \
	 __hd_dn_ask)
#define __hd_dn_Xgeev \
	(__hd_dn_x, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, \
	 __hd_dn_out(A, lda), __hd_dn_out1(W), __hd_dn_out(VL, ldvl), \
	 __hd_dn_out(VR, ldvr), __hd_dn_do)

#define __hd_dn_Xgesvd_size \
	(__hd_dn_x, signed char jobu, signed char jobvt, int64_t m, int64_t n, \
	 __hd_dn_in(A, lda), __hd_dn_in1(S), __hd_dn_in(U, ldu), __hd_dn_in(VT, ldvt), \
	 __hd_dn_ask)
#define __hd_dn_Xgesvd \
	(__hd_dn_x, signed char jobu, signed char jobvt, int64_t m, int64_t n, \
	 __hd_dn_out(A, lda), __hd_dn_out1(S), __hd_dn_out(U, ldu), __hd_dn_out(VT, ldvt), \
	 __hd_dn_do)
#define __hd_dn_Xgesvdp_size \
	(__hd_dn_x, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, \
	 __hd_dn_in(A, lda), __hd_dn_in1(S), __hd_dn_in(U, ldu), __hd_dn_in(V, ldv), \
	 __hd_dn_ask)
#define __hd_dn_Xgesvdp \
	(__hd_dn_x, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, \
	 __hd_dn_out(A, lda), __hd_dn_out1(S), __hd_dn_out(U, ldu), __hd_dn_out(V, ldv), \
	 __hd_dn_do, double *h_err_sigma)
#define __hd_dn_Xgesvdr_size \
	(__hd_dn_x, signed char jobu, signed char jobv, __hd_dn_Xrank, __hd_dn_in(A, lda), \
	 __hd_dn_in1(Srand), __hd_dn_in(Urand, ldUrand), __hd_dn_in(Vrand, ldVrand), \
	 __hd_dn_ask)
#define __hd_dn_Xgesvdr \
	(__hd_dn_x, signed char jobu, signed char jobv, __hd_dn_Xrank, __hd_dn_out(A, lda), \
	 __hd_dn_out1(Srand), __hd_dn_out(Urand, ldUrand), __hd_dn_out(Vrand, ldVrand), \
	 __hd_dn_do)

#ifdef __cplusplus
extern "C" {
#endif

__hd_dn_Xfunction(Xgetrf, __hd_dn_Xgetrf_size, __hd_dn_Xgetrf)
cusolverStatus_t cusolverDnXgetrs __hd_dn_Xgetrs;
__hd_dn_Xfunction(Xpotrf, __hd_dn_Xpotrf_size, __hd_dn_Xpotrf)
cusolverStatus_t cusolverDnXpotrs __hd_dn_Xpotrs;
__hd_dn_Xfunction(Xgeqrf, __hd_dn_Xgeqrf_size, __hd_dn_Xgeqrf)
__hd_dn_Xfunction(Xsytrs, __hd_dn_Xsytrs_size, __hd_dn_Xsytrs)
__hd_dn_Xfunction(Xtrtri, __hd_dn_Xtrtri_size, __hd_dn_Xtrtri)
__hd_dn_Xfunction(Xsyevd, __hd_dn_Xsyevd_size, __hd_dn_Xsyevd)
__hd_dn_Xfunction(XsyevBatched, __hd_dn_XsyevBatched_size, __hd_dn_XsyevBatched)
__hd_dn_Xfunction(Xsyevdx, __hd_dn_Xsyevdx_size, __hd_dn_Xsyevdx)
__hd_dn_Xfunction(Xgeev, __hd_dn_Xgeev_size, __hd_dn_Xgeev)
__hd_dn_Xfunction(Xgesvd, __hd_dn_Xgesvd_size, __hd_dn_Xgesvd)
__hd_dn_Xfunction(Xgesvdp, __hd_dn_Xgesvdp_size, __hd_dn_Xgesvdp)
__hd_dn_Xfunction(Xgesvdr, __hd_dn_Xgesvdr_size, __hd_dn_Xgesvdr)

#ifdef __cplusplus
}
#endif

#endif
