/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER: systems solved in a lower precision and refined. */
#ifndef __HEDDLE_CUSOLVER_MIXED_H__
#define __HEDDLE_CUSOLVER_MIXED_H__

#define __hd_dn_gesv_size(T) \
	(cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T *dA, \
	 cusolver_int_t ldda, cusolver_int_t *dipiv, T *dB, cusolver_int_t lddb, T *dX, \
	 cusolver_int_t lddx, void *dWorkspace, size_t *lwork_bytes)
#define __hd_dn_gesv(T) \
	(cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T *dA, \
	 cusolver_int_t ldda, cusolver_int_t *dipiv, T *dB, cusolver_int_t lddb, T *dX, \
	 cusolver_int_t lddx, void *dWorkspace, size_t lwork_bytes, cusolver_int_t *iter, \
	 cusolver_int_t *d_info)
#define __hd_dn_gels_size(T) \
	(cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, \
	 cusolver_int_t nrhs, T *dA, cusolver_int_t ldda, T *dB, cusolver_int_t lddb, \
	 T *dX, cusolver_int_t lddx, void *dWorkspace, size_t *lwork_bytes)
#define __hd_dn_gels(T) \
	(cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, \
	 cusolver_int_t nrhs, T *dA, cusolver_int_t ldda, T *dB, cusolver_int_t lddb, \
	 T *dX, cusolver_int_t lddx, void *dWorkspace, size_t lwork_bytes, \
	 cusolver_int_t *iter, cusolver_int_t *d_info)

/* For every pair: the type of the matrices, S D C Z, and the lowest precision that may
 * be used: half H K, bfloat16 B Y, TF32 X E. */
#define __hd_dn_pairs(F) \
	F(ZZ, Z, cuDoubleComplex) \
	F(ZC, Z, cuDoubleComplex) \
	F(ZK, Z, cuDoubleComplex) \
	F(ZE, Z, cuDoubleComplex) \
	F(ZY, Z, cuDoubleComplex) \
	F(CC, C, cuComplex) \
	F(CE, C, cuComplex) \
	F(CK, C, cuComplex) \
	F(CY, C, cuComplex) \
	F(DD, D, double) \
	F(DS, D, double) \
	F(DH, D, double) \
	F(DB, D, double) \
	F(DX, D, double) \
	F(SS, S, float) \
	F(SH, S, float) \
	F(SB, S, float) \
	F(SX, S, float)

#ifdef __cplusplus
extern "C" {
#endif

#define __hd_dn_mixed(XY, X, T) \
	cusolverStatus_t cusolverDn##XY##gesv_bufferSize __hd_dn_gesv_size(T); \
	cusolverStatus_t cusolverDn##XY##gesv __hd_dn_gesv(T); \
	cusolverStatus_t cusolverDn##XY##gels_bufferSize __hd_dn_gels_size(T); \
	cusolverStatus_t cusolverDn##XY##gels __hd_dn_gels(T);

__hd_dn_pairs(__hd_dn_mixed)

#ifdef __cplusplus
}
#endif

#endif
