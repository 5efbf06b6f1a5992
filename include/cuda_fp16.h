/* SPDX-License-Identifier: Apache-2.0 */
/* Half precision: types, conversions, arithmetic and mathematics, for both sides. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

#ifdef __cplusplus

#include "__heddle/small_float.h"

#define __hd_T __half
#define __hd_T2 __half2
#define __hd_other __nv_bfloat16
#define __hd_raw __half_raw
#define __hd_raw2 __half2_raw
#define __hd_name half
#define __hd_format_of __hd_half_format
#define __hd_to_float __hd_half_to_float
#define __hd_of_float __hd_float_to_half
#define __hd_of_double __hd_double_to_half
#define __hd_of_fma __hd_half_fma
#define __hd_from_float(x) __half::__hd_make(__hd_float_to_half(x))
#include "__heddle/half_type.h"
#include "__heddle/half_convert.h"
#include "__heddle/half_pair.h"
#include "__heddle/half_ops.h"
#ifdef __CUDACC__
#include "__heddle/half_math.h"
#endif
#include "__heddle/half_end.h"

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

__hd_hd __half __float2half(const float v) { return __half(v); }
__hd_hd __half __double2half(const double v) { return __half(v); }
__hd_hd float __half2float(const __half v) { return (float)v; }

#define __hd_float_mode(suffix, mode) \
	__hd_hd __half __float2half##suffix(const float v) \
	{ \
		return __half::__hd_make( \
			__hd_round_to((double)v, __hd_half_format(), mode, false)); \
	}
__hd_float_mode(_rz, __hd_rz)
__hd_float_mode(_rd, __hd_rd)
__hd_float_mode(_ru, __hd_ru)
#undef __hd_float_mode
__hd_hd __half __float2half_rn(const float v) { return __half(v); }

__hd_hd __half2
__float2half2_rn(const float v)
{
	return __half2(__half(v), __half(v));
}
__hd_hd __half2
__floats2half2_rn(const float a, const float b)
{
	return __half2(__half(a), __half(b));
}
__hd_hd __half2 __float22half2_rn(const float2 v) { return __floats2half2_rn(v.x, v.y); }
__hd_hd float2
__half22float2(const __half2 v)
{
	return make_float2((float)v.x, (float)v.y);
}
__hd_hd __half2 __half2half2(const __half v) { return __half2(v, v); }
__hd_hd __half2 __halves2half2(const __half a, const __half b) { return __half2(a, b); }
__hd_hd __half2 make_half2(const __half a, const __half b) { return __half2(a, b); }

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#include "__heddle/half_both.h"

#endif
#endif
