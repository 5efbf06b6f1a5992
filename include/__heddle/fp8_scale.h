/* SPDX-License-Identifier: Apache-2.0 */
/* e8m0: a power of two from 2^-127 to 2^127 in eight bits, 0xff is NaN. Neither sign nor
 * zero exist: signs are dropped, what is smaller becomes 2^-127. */
#ifndef HEDDLE_FP8_SCALE_H
#define HEDDLE_FP8_SCALE_H

__hd_hd __nv_fp8_storage_t
__nv_cvt_double_to_e8m0(const double x, const __nv_saturation_t saturate,
                        const enum cudaRoundMode rounding)
{
	unsigned long long bits;
	int e;

	__builtin_memcpy(&bits, &x, sizeof bits);
	bits &= ~0ull >> 1;
	if (bits > 0x7ffull << 52)
		return 0xff;
	e = (int)(bits >> 52) - 1023 + 127;
	if (rounding == cudaRoundPosInf && (bits & ~0ull >> 12) != 0)
		e++;
	if (e > 254)
		return saturate == __NV_SATFINITE ? 254 : 255;
	return (__nv_fp8_storage_t)(e < 0 ? 0 : e);
}

#define __hd_e8m0_from(T, text, convert) \
	__hd_hd __nv_fp8_storage_t __nv_cvt_##text##_to_e8m0( \
		const T x, const __nv_saturation_t saturate, \
		const enum cudaRoundMode rounding) \
	{ return __nv_cvt_double_to_e8m0((double)convert(x), saturate, rounding); }
#define __hd_e8m0_from2(T, text, one, first, second) \
	__hd_hd __nv_fp8x2_storage_t __nv_cvt_##text##_to_e8m0x2( \
		const T x, const __nv_saturation_t saturate, \
		const enum cudaRoundMode rounding) \
	{ \
		return (__nv_fp8x2_storage_t)( \
			__nv_cvt_##one##_to_e8m0(first, saturate, rounding) | \
			__nv_cvt_##one##_to_e8m0(second, saturate, rounding) << 8); \
	}
__hd_e8m0_from(float, float, float)
__hd_e8m0_from(__nv_bfloat16_raw, bfloat16raw, (float)__nv_bfloat16)
__hd_e8m0_from2(float2, float2, float, x.x, x.y)
__hd_e8m0_from2(double2, double2, double, x.x, x.y)
__hd_e8m0_from2(__nv_bfloat162_raw, bfloat162raw, bfloat16raw, __nv_bfloat16_raw{x.x},
                __nv_bfloat16_raw{x.y})
#undef __hd_e8m0_from
#undef __hd_e8m0_from2

/* 2^-127 is denormal there. */
__hd_hd __nv_bfloat16_raw
__nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x)
{
	return __nv_bfloat16_raw{
		(unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x0040 : x << 7)};
}
__hd_hd __nv_bfloat162_raw
__nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x)
{
	return __nv_bfloat162_raw{
		__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
		__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}

#define __hd_name fp8
#define __hd_apart 8
#define __hd_encode(x) __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)
#define __hd_decode(x) \
	__bfloat162float( \
		__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x))))
#define __hd_nonzero(x) true
#define __hd_T __nv_fp8_e8m0
#define __hd_T2 __nv_fp8x2_e8m0
#define __hd_T4 __nv_fp8x4_e8m0
#include "small_type.h"
#include "small_end.h"

#endif
