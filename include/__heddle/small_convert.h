/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that convert to and from numbers of 8 bits or less, by way of doubles.
 * Included once per header with __hd_name (fp8 ...), __hd_apart (bits from one number
 * of a pair to the next), __hd_options, __hd_given (what else a function takes, and hands
 * on) defined; __nv_cvt_double_to_fp8, __hd_fp8_to_float ... are there. No guard. */

#define __hd_paste_(a, b, c) a##b##c
#define __hd_paste(a, b, c) __hd_paste_(a, b, c)
#define __hd_bits __hd_paste(__nv_, __hd_name, _storage_t)
#define __hd_bits2 __hd_paste(__nv_, __hd_name, x2_storage_t)
#define __hd_kind_t __hd_paste(__nv_, __hd_name, _interpretation_t)
#define __hd_to(text) __hd_paste(__nv_cvt_##text##_to_, __hd_name, )
#define __hd_to_half __hd_paste(__nv_cvt_, __hd_name, _to_halfraw)
#define __hd_to2(text) __hd_paste(__nv_cvt_##text##2_to_, __hd_name, x2)

__hd_hd __hd_bits
__hd_to(float)(const float x, __hd_options)
{
	return __hd_to(double)((double)x, __hd_given);
}
__hd_hd __hd_bits
__hd_to(halfraw)(const __half_raw x, __hd_options)
{
	return __hd_to(float)((float)__half(x), __hd_given);
}
__hd_hd __hd_bits
__hd_to(bfloat16raw)(const __nv_bfloat16_raw x, __hd_options)
{
	return __hd_to(float)((float)__nv_bfloat16(x), __hd_given);
}

__hd_hd __hd_bits2
__hd_to2(double)(const double2 x, __hd_options)
{
	return (__hd_bits2)(__hd_to(double)(x.x, __hd_given) |
	                    __hd_to(double)(x.y, __hd_given) << __hd_apart);
}
__hd_hd __hd_bits2
__hd_to2(float)(const float2 x, __hd_options)
{
	return __hd_to2(double)(make_double2((double)x.x, (double)x.y), __hd_given);
}
__hd_hd __hd_bits2
__hd_to2(halfraw)(const __half2_raw x, __hd_options)
{
	return __hd_to2(float)(__half22float2(__half2(x)), __hd_given);
}
__hd_hd __hd_bits2
__hd_to2(bfloat16raw)(const __nv_bfloat162_raw x, __hd_options)
{
	return __hd_to2(float)(__bfloat1622float2(__nv_bfloat162(x)), __hd_given);
}

/* A half holds every one of them. */
__hd_hd __half_raw
__hd_to_half(const __hd_bits x, const __hd_kind_t kind)
{
	return (__half_raw)__half(__hd_paste(__hd_, __hd_name, _to_float)(x, kind));
}
__hd_hd __half2_raw
__hd_paste(__nv_cvt_, __hd_name, x2_to_halfraw2)(const __hd_bits2 x,
                                                 const __hd_kind_t kind)
{
	return __half2_raw{__hd_to_half((__hd_bits)x, kind).x,
	                   __hd_to_half((__hd_bits)(x >> __hd_apart), kind).x};
}
#undef __hd_paste
#undef __hd_paste_
#undef __hd_bits
#undef __hd_bits2
#undef __hd_kind_t
#undef __hd_to
#undef __hd_to_half
#undef __hd_to2
#undef __hd_options
#undef __hd_given
