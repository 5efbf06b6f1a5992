/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER: the functions of cusolverDn.h that have the element type in their names. */
#ifndef __HEDDLE_CUSOLVER_DENSE_H__
#define __HEDDLE_CUSOLVER_DENSE_H__

#include "cusolver_forms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X: the letter of the type; Q and H: how names begin that say "orthogonal" and
 * "symmetric" for real, "unitary" and "Hermitian" for complex matrices. */
#define __hd_dense(X, T, R, Q, H) \
	cusolverStatus_t cusolverDn##X##getrf_bufferSize __hd_dn_getrf_size(T); \
	cusolverStatus_t cusolverDn##X##getrf __hd_dn_getrf(T); \
	cusolverStatus_t cusolverDn##X##getrs __hd_dn_getrs(T); \
	cusolverStatus_t cusolverDn##X##laswp __hd_dn_laswp(T); \
	cusolverStatus_t cusolverDn##X##potrf_bufferSize __hd_dn_potrf_size(T); \
	cusolverStatus_t cusolverDn##X##potrf __hd_dn_potrf(T); \
	cusolverStatus_t cusolverDn##X##potrs __hd_dn_potrs(T); \
	cusolverStatus_t cusolverDn##X##potrfBatched __hd_dn_potrf_batched(T); \
	cusolverStatus_t cusolverDn##X##potrsBatched __hd_dn_potrs_batched(T); \
	cusolverStatus_t cusolverDn##X##potri_bufferSize __hd_dn_potrf_size(T); \
	cusolverStatus_t cusolverDn##X##potri __hd_dn_potrf(T); \
	cusolverStatus_t cusolverDn##X##lauum_bufferSize __hd_dn_potrf_size(T); \
	cusolverStatus_t cusolverDn##X##lauum __hd_dn_potrf(T); \
	cusolverStatus_t cusolverDn##X##sytrf_bufferSize __hd_dn_sytrf_size(T); \
	cusolverStatus_t cusolverDn##X##sytrf __hd_dn_sytrf(T); \
	cusolverStatus_t cusolverDn##X##sytri_bufferSize __hd_dn_sytri_size(T); \
	cusolverStatus_t cusolverDn##X##sytri __hd_dn_sytri(T); \
\
	cusolverStatus_t cusolverDn##X##geqrf_bufferSize __hd_dn_getrf_size(T); \
	cusolverStatus_t cusolverDn##X##geqrf __hd_dn_geqrf(T); \
	cusolverStatus_t cusolverDn##X##Q##gqr_bufferSize __hd_dn_orgqr_size(T); \
	cusolverStatus_t cusolverDn##X##Q##gqr __hd_dn_orgqr(T); \
	cusolverStatus_t cusolverDn##X##Q##mqr_bufferSize __hd_dn_ormqr_size(T); \
	cusolverStatus_t cusolverDn##X##Q##mqr __hd_dn_ormqr(T); \
	cusolverStatus_t cusolverDn##X##gebrd_bufferSize __hd_dn_gebrd_size; \
	cusolverStatus_t cusolverDn##X##gebrd __hd_dn_gebrd(T, R); \
	cusolverStatus_t cusolverDn##X##Q##gbr_bufferSize __hd_dn_orgbr_size(T); \
	cusolverStatus_t cusolverDn##X##Q##gbr __hd_dn_orgbr(T); \
	cusolverStatus_t cusolverDn##X##H##trd_bufferSize __hd_dn_sytrd_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##trd __hd_dn_sytrd(T, R); \
	cusolverStatus_t cusolverDn##X##Q##gtr_bufferSize __hd_dn_orgtr_size(T); \
	cusolverStatus_t cusolverDn##X##Q##gtr __hd_dn_orgtr(T); \
	cusolverStatus_t cusolverDn##X##Q##mtr_bufferSize __hd_dn_ormtr_size(T); \
	cusolverStatus_t cusolverDn##X##Q##mtr __hd_dn_ormtr(T); \
\
	cusolverStatus_t cusolverDn##X##H##evd_bufferSize __hd_dn_syevd_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##evd __hd_dn_syevd(T, R); \
	cusolverStatus_t cusolverDn##X##H##evdx_bufferSize __hd_dn_syevdx_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##evdx __hd_dn_syevdx(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvd_bufferSize __hd_dn_sygvd_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvd __hd_dn_sygvd(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvdx_bufferSize __hd_dn_sygvdx_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvdx __hd_dn_sygvdx(T, R); \
	cusolverStatus_t cusolverDn##X##H##evj_bufferSize __hd_dn_syevj_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##evj __hd_dn_syevj(T, R); \
	cusolverStatus_t cusolverDn##X##H##evjBatched_bufferSize \
		__hd_dn_syevj_batched_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##evjBatched __hd_dn_syevj_batched(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvj_bufferSize __hd_dn_sygvj_size(T, R); \
	cusolverStatus_t cusolverDn##X##H##gvj __hd_dn_sygvj(T, R); \
\
	cusolverStatus_t cusolverDn##X##gesvd_bufferSize __hd_dn_gebrd_size; \
	cusolverStatus_t cusolverDn##X##gesvd __hd_dn_gesvd(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdj_bufferSize __hd_dn_gesvdj_size(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdj __hd_dn_gesvdj(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize \
		__hd_dn_gesvdj_batched_size(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdjBatched __hd_dn_gesvdj_batched(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdaStridedBatched_bufferSize \
		__hd_dn_gesvda_size(T, R); \
	cusolverStatus_t cusolverDn##X##gesvdaStridedBatched __hd_dn_gesvda(T, R);

__hd_dense(S, float, float, or, sy)
__hd_dense(D, double, double, or, sy)
__hd_dense(C, cuComplex, float, un, he)
__hd_dense(Z, cuDoubleComplex, double, un, he)

#ifdef __cplusplus
}
#endif

#endif
