/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point in four bits: e2m1, which is 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their
 * negatives. One is the lower half of a byte, two fill it; otherwise as cuda_fp6.h. */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#include "cuda_fp6.h"

#ifdef __cplusplus

#define __CUDA_FP4_TYPES_EXIST__

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum { __NV_E2M1 } __nv_fp4_interpretation_t;

__hd_hd __hd_float_format
__hd_fp4_format(__nv_fp4_interpretation_t kind)
{
	(void)kind;
	return __hd_float_format{2, 1, false, 7, 7};
}

__hd_hd __nv_fp4_storage_t
__nv_cvt_double_to_fp4(const double x, const __nv_fp4_interpretation_t kind,
                       const enum cudaRoundMode rounding)
{
	return (__nv_fp4_storage_t)__hd_round_to(x, __hd_fp4_format(kind),
	                                         __hd_rounding_of(rounding), true);
}

__hd_hd float
__hd_fp4_to_float(__nv_fp4_storage_t x, __nv_fp4_interpretation_t kind)
{
	return __hd_finite_to_float(x, __hd_fp4_format(kind));
}

#define __hd_name fp4
#define __hd_apart 4
#define __hd_options \
	const __nv_fp4_interpretation_t kind, const enum cudaRoundMode rounding
#define __hd_given kind, rounding
#include "__heddle/small_convert.h"

#define __hd_encode(x) __nv_cvt_double_to_fp4(x, __hd_kind, cudaRoundNearest)
#define __hd_decode(x) __hd_fp4_to_float((__nv_fp4_storage_t)(x), __hd_kind)
#define __hd_nonzero(x) (((x) & 7) != 0)
#define __hd_T __nv_fp4_e2m1
#define __hd_T2 __nv_fp4x2_e2m1
#define __hd_T4 __nv_fp4x4_e2m1
#define __hd_kind __NV_E2M1
#include "__heddle/small_type.h"
#include "__heddle/small_end.h"

#endif
#endif
