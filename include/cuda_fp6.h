/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point in six bits, the lower ones of a byte: e2m3 and e3m2. There are no
 * infinities and no NaN: what is too large becomes the largest number, NaN the positive
 * one. */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#include "cuda_fp8.h"

#ifdef __cplusplus

#define __CUDA_FP6_TYPES_EXIST__

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

__hd_hd __hd_float_format
__hd_fp6_format(__nv_fp6_interpretation_t kind)
{
	if (kind == __NV_E2M3)
		return __hd_float_format{2, 3, false, 0x1f, 0x1f};
	return __hd_float_format{3, 2, false, 0x1f, 0x1f};
}

__hd_hd __nv_fp6_storage_t
__nv_cvt_double_to_fp6(const double x, const __nv_fp6_interpretation_t kind,
                       const enum cudaRoundMode rounding)
{
	return (__nv_fp6_storage_t)__hd_round_to(x, __hd_fp6_format(kind),
	                                         __hd_rounding_of(rounding), true);
}

__hd_hd float
__hd_fp6_to_float(__nv_fp6_storage_t x, __nv_fp6_interpretation_t kind)
{
	return __hd_finite_to_float(x, __hd_fp6_format(kind));
}

#define __hd_name fp6
#define __hd_apart 8
#define __hd_options \
	const __nv_fp6_interpretation_t kind, const enum cudaRoundMode rounding
#define __hd_given kind, rounding
#include "__heddle/small_convert.h"

#define __hd_encode(x) __nv_cvt_double_to_fp6(x, __hd_kind, cudaRoundNearest)
#define __hd_decode(x) __hd_fp6_to_float((__nv_fp6_storage_t)(x), __hd_kind)
#define __hd_nonzero(x) (((x) & 0x1f) != 0)
#define __hd_T __nv_fp6_e2m3
#define __hd_T2 __nv_fp6x2_e2m3
#define __hd_T4 __nv_fp6x4_e2m3
#define __hd_kind __NV_E2M3
#include "__heddle/small_type.h"
#define __hd_T __nv_fp6_e3m2
#define __hd_T2 __nv_fp6x2_e3m2
#define __hd_T4 __nv_fp6x4_e3m2
#define __hd_kind __NV_E3M2
#include "__heddle/small_type.h"
#include "__heddle/small_end.h"

#endif
#endif
