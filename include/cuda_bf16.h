/* SPDX-License-Identifier: Apache-2.0 */
/* Brain floats: types, conversions, arithmetic and mathematics, for both sides. */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

#ifdef __cplusplus

#include "__heddle/small_float.h"

#define __hd_T __nv_bfloat16
#define __hd_T2 __nv_bfloat162
#define __hd_other __half
#define __hd_raw __nv_bfloat16_raw
#define __hd_raw2 __nv_bfloat162_raw
#define __hd_name bfloat16
#define __hd_format_of __hd_bfloat_format
#define __hd_to_float __hd_bfloat_to_float
#define __hd_of_float __hd_float_to_bfloat
#define __hd_of_double __hd_double_to_bfloat
#define __hd_of_fma(a, b, c) __hd_double_to_bfloat(__hd_fma_sticky(a, b, c))
#define __hd_from_float(x) __nv_bfloat16::__hd_make(__hd_float_to_bfloat(x))
#include "__heddle/half_type.h"
#include "__heddle/half_convert.h"
#include "__heddle/half_pair.h"
#include "__heddle/half_ops.h"
#ifdef __CUDACC__
#include "__heddle/half_math.h"
#endif
#include "__heddle/half_end.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__hd_hd __nv_bfloat16 __float2bfloat16(const float v) { return __nv_bfloat16(v); }
__hd_hd __nv_bfloat16 __double2bfloat16(const double v) { return __nv_bfloat16(v); }
__hd_hd float __bfloat162float(const __nv_bfloat16 v) { return (float)v; }

#define __hd_float_mode(suffix, mode) \
	__hd_hd __nv_bfloat16 __float2bfloat16##suffix(const float v) \
	{ \
		return __nv_bfloat16::__hd_make( \
			__hd_round_to((double)v, __hd_bfloat_format(), mode, false)); \
	}
__hd_float_mode(_rz, __hd_rz)
__hd_float_mode(_rd, __hd_rd)
__hd_float_mode(_ru, __hd_ru)
#undef __hd_float_mode
__hd_hd __nv_bfloat16 __float2bfloat16_rn(const float v) { return __nv_bfloat16(v); }

__hd_hd __nv_bfloat162
__float2bfloat162_rn(const float v)
{
	return __nv_bfloat162(__nv_bfloat16(v), __nv_bfloat16(v));
}
__hd_hd __nv_bfloat162
__floats2bfloat162_rn(const float a, const float b)
{
	return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
__hd_hd __nv_bfloat162
__float22bfloat162_rn(const float2 v)
{
	return __floats2bfloat162_rn(v.x, v.y);
}
__hd_hd float2
__bfloat1622float2(const __nv_bfloat162 v)
{
	return make_float2((float)v.x, (float)v.y);
}
__hd_hd __nv_bfloat162
__bfloat162bfloat162(const __nv_bfloat16 v)
{
	return __nv_bfloat162(v, v);
}
__hd_hd __nv_bfloat162
__halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b)
{
	return __nv_bfloat162(a, b);
}
__hd_hd __nv_bfloat162
make_bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b)
{
	return __nv_bfloat162(a, b);
}

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#include "__heddle/half_both.h"

#endif
#endif
