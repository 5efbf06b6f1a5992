/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point in eight bits: e4m3 (no infinities) and e5m2; e8m0, powers of two. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "device_types.h"

#ifdef __cplusplus

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

/* e5m2 is the upper half of a half; e4m3 is a half with another bias, but for NaN. */
__hd_hd float
__hd_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
	if (kind == __NV_E5M2)
		return __hd_half_to_float((unsigned short)(x << 8));
	if ((x & 0x7f) == 0x7f)
		return __builtin_nanf("");
	return __hd_half_to_float((unsigned short)((x & 0x80) << 8 | (x & 0x7f) << 7)) *
	       256.0f;
}

#define __hd_fp8_from(T, text, convert) \
	__hd_hd __nv_fp8_storage_t __nv_cvt_##text##_to_fp8( \
		const T x, const __nv_saturation_t saturate, \
		const __nv_fp8_interpretation_t kind) \
	{ return __nv_cvt_double_to_fp8(convert(x), saturate, kind); }
#define __hd_fp8_from2(T, text) \
	__hd_hd __nv_fp8x2_storage_t __nv_cvt_##text##2_to_fp8x2( \
		const T x, const __nv_saturation_t saturate, \
		const __nv_fp8_interpretation_t kind) \
	{ \
		return (__nv_fp8x2_storage_t)( \
			__nv_cvt_double_to_fp8((double)x.x, saturate, kind) | \
			__nv_cvt_double_to_fp8((double)x.y, saturate, kind) << 8); \
	}
#define __hd_raw_half(r) (double)(float)__half(r)
#define __hd_raw_bfloat(r) (double)(float)__nv_bfloat16(r)

__hd_fp8_from(float, float, double)
__hd_fp8_from(__half_raw, halfraw, __hd_raw_half)
__hd_fp8_from(__nv_bfloat16_raw, bfloat16raw, __hd_raw_bfloat)
__hd_fp8_from2(float2, float)
__hd_fp8_from2(double2, double)
#undef __hd_fp8_from
#undef __hd_fp8_from2
#undef __hd_raw_half
#undef __hd_raw_bfloat

__hd_hd __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                           const __nv_fp8_interpretation_t kind)
{
	return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(x)), saturate, kind);
}
__hd_hd __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x,
                               const __nv_saturation_t saturate,
                               const __nv_fp8_interpretation_t kind)
{
	return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(x)), saturate,
	                                kind);
}
__hd_hd __half_raw
__nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind)
{
	return (__half_raw)__half(__hd_fp8_to_float(x, kind));
}
__hd_hd __half2_raw
__nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                           const __nv_fp8_interpretation_t kind)
{
	return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
	                   __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

#define __hd_T __nv_fp8_e4m3
#define __hd_T2 __nv_fp8x2_e4m3
#define __hd_T4 __nv_fp8x4_e4m3
#define __hd_kind __NV_E4M3
#include "__heddle/fp8_type.h"
#define __hd_T __nv_fp8_e5m2
#define __hd_T2 __nv_fp8x2_e5m2
#define __hd_T4 __nv_fp8x4_e5m2
#define __hd_kind __NV_E5M2
#include "__heddle/fp8_type.h"
#include "__heddle/fp8_scale.h"

#endif
#endif
