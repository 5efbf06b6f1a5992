/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point in eight bits: e4m3 (no infinities) and e5m2; e8m0, powers of two. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "device_types.h"

#ifdef __cplusplus

#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

__hd_hd __hd_float_format
__hd_fp8_format(__nv_fp8_interpretation_t kind)
{
	if (kind == __NV_E4M3)
		return __hd_float_format{4, 3, false, 0x7f, 0x7e};
	return __hd_float_format{5, 2, true, 0x7f, 0x7b};
}

__hd_hd __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t kind)
{
	return (__nv_fp8_storage_t)__hd_round_to(x, __hd_fp8_format(kind), __hd_rn,
	                                         saturate == __NV_SATFINITE);
}

/* e5m2 is the upper half of a half. */
__hd_hd float
__hd_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
	if (kind == __NV_E5M2)
		return __hd_half_to_float((unsigned short)(x << 8));
	if ((x & 0x7f) == 0x7f)
		return __builtin_nanf("");
	return __hd_finite_to_float(x, __hd_fp8_format(kind));
}

#define __hd_name fp8
#define __hd_apart 8
#define __hd_options \
	const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind
#define __hd_given saturate, kind
#include "__heddle/small_convert.h"

#define __hd_encode(x) __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __hd_kind)
#define __hd_decode(x) __hd_fp8_to_float((__nv_fp8_storage_t)(x), __hd_kind)
#define __hd_nonzero(x) (((x) & 0x7f) != 0)
#define __hd_T __nv_fp8_e4m3
#define __hd_T2 __nv_fp8x2_e4m3
#define __hd_T4 __nv_fp8x4_e4m3
#define __hd_kind __NV_E4M3
#include "__heddle/small_type.h"
#define __hd_T __nv_fp8_e5m2
#define __hd_T2 __nv_fp8x2_e5m2
#define __hd_T4 __nv_fp8x4_e5m2
#define __hd_kind __NV_E5M2
#include "__heddle/small_type.h"
#include "__heddle/small_end.h"
#include "__heddle/fp8_scale.h"

#endif
#endif
