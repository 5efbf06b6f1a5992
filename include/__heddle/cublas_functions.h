/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS: the functions of levels 1 to 3 and their relatives, for all element types. */
#ifndef __HEDDLE_CUBLAS_FUNCTIONS_H__
#define __HEDDLE_CUBLAS_FUNCTIONS_H__

#include "cublas_forms.h"

/* A function with integers of 32 and of 64 bits: older ones are called NAME_v2. */
#define __hd_new(name, form, ...) \
	cublasStatus_t cublas##name form(__VA_ARGS__, int); \
	cublasStatus_t cublas##name##_64 form(__VA_ARGS__, int64_t);
#define __hd_v2(name, ...) \
	cublasStatus_t cublas##name##_v2 __hd_v2_(__VA_ARGS__, int); \
	cublasStatus_t cublas##name##_v2_64 __hd_v2_(__VA_ARGS__, int64_t);
#define __hd_v2_(form, ...) form(__VA_ARGS__)
#define __hd_v2_real(name, form) \
	__hd_v2(S##name, form, float) \
	__hd_v2(D##name, form, double)
#define __hd_v2_complex(name, form) \
	__hd_v2(C##name, form, cuComplex) \
	__hd_v2(Z##name, form, cuDoubleComplex)
#define __hd_v2_all(name, form) __hd_v2_real(name, form) __hd_v2_complex(name, form)
#define __hd_new_all(name, form) \
	__hd_new(S##name, form, float) \
	__hd_new(D##name, form, double) \
	__hd_new(C##name, form, cuComplex) \
	__hd_new(Z##name, form, cuDoubleComplex)
/* Functions whose scalars or results are real, or have a type of their own. */
#define __hd_v2_pairs(name, form) \
	__hd_v2(S##name, form, float, float) \
	__hd_v2(D##name, form, double, double) \
	__hd_v2(C##name, form, cuComplex, cuComplex) \
	__hd_v2(Z##name, form, cuDoubleComplex, cuDoubleComplex)
#define __hd_v2_hermitian(name, form) \
	__hd_v2(C##name, form, cuComplex, float) \
	__hd_v2(Z##name, form, cuDoubleComplex, double)
#define __hd_int_all(name, form) \
	cublasStatus_t cublasS##name form(float); \
	cublasStatus_t cublasD##name form(double); \
	cublasStatus_t cublasC##name form(cuComplex); \
	cublasStatus_t cublasZ##name form(cuDoubleComplex);

#ifdef __cplusplus
extern "C" {
#endif

/* ---- level 1 */
__hd_v2(Snrm2, __hd_nrm2, float, float)
__hd_v2(Dnrm2, __hd_nrm2, double, double)
__hd_v2(Scnrm2, __hd_nrm2, cuComplex, float)
__hd_v2(Dznrm2, __hd_nrm2, cuDoubleComplex, double)
__hd_v2(Sasum, __hd_nrm2, float, float)
__hd_v2(Dasum, __hd_nrm2, double, double)
__hd_v2(Scasum, __hd_nrm2, cuComplex, float)
__hd_v2(Dzasum, __hd_nrm2, cuDoubleComplex, double)
__hd_v2_real(dot, __hd_dot)
__hd_v2_complex(dotu, __hd_dot)
__hd_v2_complex(dotc, __hd_dot)
__hd_v2_pairs(scal, __hd_scal)
__hd_v2(Csscal, __hd_scal, cuComplex, float)
__hd_v2(Zdscal, __hd_scal, cuDoubleComplex, double)
__hd_v2_all(axpy, __hd_axpy)
__hd_v2_all(copy, __hd_copy)
__hd_v2_all(swap, __hd_swap)
__hd_v2(Isamax, __hd_amax, float)
__hd_v2(Idamax, __hd_amax, double)
__hd_v2(Icamax, __hd_amax, cuComplex)
__hd_v2(Izamax, __hd_amax, cuDoubleComplex)
__hd_v2(Isamin, __hd_amax, float)
__hd_v2(Idamin, __hd_amax, double)
__hd_v2(Icamin, __hd_amax, cuComplex)
__hd_v2(Izamin, __hd_amax, cuDoubleComplex)
__hd_v2(Srot, __hd_rot, float, float, float)
__hd_v2(Drot, __hd_rot, double, double, double)
__hd_v2(Crot, __hd_rot, cuComplex, float, cuComplex)
__hd_v2(Zrot, __hd_rot, cuDoubleComplex, double, cuDoubleComplex)
__hd_v2(Csrot, __hd_rot, cuComplex, float, float)
__hd_v2(Zdrot, __hd_rot, cuDoubleComplex, double, double)
__hd_v2_real(rotm, __hd_rotm)
cublasStatus_t cublasSrotg_v2 __hd_rotg(float, float);
cublasStatus_t cublasDrotg_v2 __hd_rotg(double, double);
cublasStatus_t cublasCrotg_v2 __hd_rotg(cuComplex, float);
cublasStatus_t cublasZrotg_v2 __hd_rotg(cuDoubleComplex, double);
cublasStatus_t cublasSrotmg_v2 __hd_rotmg(float);
cublasStatus_t cublasDrotmg_v2 __hd_rotmg(double);

/* ---- level 2 */
__hd_v2_all(gemv, __hd_gemv)
__hd_v2_all(gbmv, __hd_gbmv)
__hd_v2_all(trmv, __hd_trmv)
__hd_v2_all(trsv, __hd_trmv)
__hd_v2_all(tbmv, __hd_tbmv)
__hd_v2_all(tbsv, __hd_tbmv)
__hd_v2_all(tpmv, __hd_tpmv)
__hd_v2_all(tpsv, __hd_tpmv)
__hd_v2_all(symv, __hd_symv)
__hd_v2_complex(hemv, __hd_symv)
__hd_v2_real(sbmv, __hd_sbmv)
__hd_v2_complex(hbmv, __hd_sbmv)
__hd_v2_real(spmv, __hd_spmv)
__hd_v2_complex(hpmv, __hd_spmv)
__hd_v2_real(ger, __hd_ger)
__hd_v2_complex(geru, __hd_ger)
__hd_v2_complex(gerc, __hd_ger)
__hd_v2_pairs(syr, __hd_syr)
__hd_v2_hermitian(her, __hd_syr)
__hd_v2(Sspr, __hd_spr, float, float)
__hd_v2(Dspr, __hd_spr, double, double)
__hd_v2_hermitian(hpr, __hd_spr)
__hd_v2_all(syr2, __hd_syr2)
__hd_v2_complex(her2, __hd_syr2)
__hd_v2_real(spr2, __hd_spr2)
__hd_v2_complex(hpr2, __hd_spr2)

/* ---- level 3 */
__hd_v2_all(gemm, __hd_gemm)
__hd_v2_all(symm, __hd_symm)
__hd_v2_complex(hemm, __hd_symm)
__hd_v2_pairs(syrk, __hd_syrk)
__hd_v2_hermitian(herk, __hd_syrk)
__hd_v2_pairs(syr2k, __hd_syr2k)
__hd_v2_hermitian(her2k, __hd_syr2k)
__hd_v2_all(trsm, __hd_trsm)
__hd_v2_all(trmm, __hd_trmm)

/* ---- beyond BLAS */
#define __hd_new2(name, form, T, R) \
	cublasStatus_t cublas##name form(T, R, int); \
	cublasStatus_t cublas##name##_64 form(T, R, int64_t);
__hd_new(Hgemm, __hd_gemm, __half)
__hd_new(Cgemm3m, __hd_gemm, cuComplex)
__hd_new(Zgemm3m, __hd_gemm, cuDoubleComplex)
__hd_new(HgemmBatched, __hd_gemm_batched, __half)
__hd_new_all(gemmBatched, __hd_gemm_batched)
__hd_new(Cgemm3mBatched, __hd_gemm_batched, cuComplex)
__hd_new(SgemmGroupedBatched, __hd_gemm_grouped, float)
__hd_new(DgemmGroupedBatched, __hd_gemm_grouped, double)
__hd_new(HgemmStridedBatched, __hd_gemm_strided, __half)
__hd_new_all(gemmStridedBatched, __hd_gemm_strided)
__hd_new(Cgemm3mStridedBatched, __hd_gemm_strided, cuComplex)
__hd_new2(Ssyrkx, __hd_syr2k, float, float)
__hd_new2(Dsyrkx, __hd_syr2k, double, double)
__hd_new2(Csyrkx, __hd_syr2k, cuComplex, cuComplex)
__hd_new2(Zsyrkx, __hd_syr2k, cuDoubleComplex, cuDoubleComplex)
__hd_new2(Cherkx, __hd_syr2k, cuComplex, float)
__hd_new2(Zherkx, __hd_syr2k, cuDoubleComplex, double)
__hd_new_all(trsmBatched, __hd_trsm_batched)
__hd_new_all(geam, __hd_geam)
__hd_new_all(dgmm, __hd_dgmm)
__hd_int_all(tpttr, __hd_tpttr)
__hd_int_all(trttp, __hd_trttp)
__hd_int_all(getrfBatched, __hd_getrf)
__hd_int_all(getriBatched, __hd_getri)
__hd_int_all(getrsBatched, __hd_getrs)
__hd_int_all(matinvBatched, __hd_matinv)
__hd_int_all(geqrfBatched, __hd_geqrf)
__hd_int_all(gelsBatched, __hd_gels)

#define __hd_gemvs(X, T, A, Y) \
	cublasStatus_t cublas##X##gemvBatched __hd_gemv_batched(T, A, Y, int); \
	cublasStatus_t cublas##X##gemvBatched_64 __hd_gemv_batched(T, A, Y, int64_t); \
	cublasStatus_t cublas##X##gemvStridedBatched __hd_gemv_strided(T, A, Y, int); \
	cublasStatus_t cublas##X##gemvStridedBatched_64 \
		__hd_gemv_strided(T, A, Y, int64_t);
__hd_gemvs(S, float, float, float)
__hd_gemvs(D, double, double, double)
__hd_gemvs(C, cuComplex, cuComplex, cuComplex)
__hd_gemvs(Z, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
__hd_gemvs(HSH, __half, float, __half)
__hd_gemvs(HSS, __half, float, float)
__hd_gemvs(TST, __nv_bfloat16, float, __nv_bfloat16)
__hd_gemvs(TSS, __nv_bfloat16, float, float)

/* ---- element types that are said in the call */
__hd_new(SgemmEx, __hd_gemm_ex, float)
__hd_new(CgemmEx, __hd_gemm_ex, cuComplex)
__hd_new(GemmEx, __hd_GemmEx, cublasComputeType_t)
__hd_new(GemmBatchedEx, __hd_GemmBatchedEx, cublasComputeType_t)
__hd_new(GemmGroupedBatchedEx, __hd_GemmGroupedBatchedEx, cublasComputeType_t)
__hd_new(GemmStridedBatchedEx, __hd_GemmStridedBatchedEx, cublasComputeType_t)
__hd_new(CsyrkEx, __hd_syrk_ex, cuComplex)
__hd_new(Csyrk3mEx, __hd_syrk_ex, cuComplex)
__hd_new(CherkEx, __hd_syrk_ex, float)
__hd_new(Cherk3mEx, __hd_syrk_ex, float)

#define __hd_ex(name, form) \
	cublasStatus_t cublas##name form(int); \
	cublasStatus_t cublas##name##_64 form(int64_t);
__hd_ex(Nrm2Ex, __hd_Nrm2Ex)
__hd_ex(AsumEx, __hd_Nrm2Ex)
__hd_ex(DotEx, __hd_DotEx)
__hd_ex(DotcEx, __hd_DotEx)
__hd_ex(ScalEx, __hd_ScalEx)
__hd_ex(AxpyEx, __hd_AxpyEx)
__hd_ex(CopyEx, __hd_CopyEx)
__hd_ex(SwapEx, __hd_SwapEx)
__hd_ex(IamaxEx, __hd_IamaxEx)
__hd_ex(IaminEx, __hd_IamaxEx)
__hd_ex(RotEx, __hd_RotEx)

#ifdef __cplusplus
}
#endif

#endif
