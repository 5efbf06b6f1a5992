/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between a 16-bit type and integers, and what a pair is made of. Included
 * once per type with __hd_T, __hd_T2, __hd_name (half, bfloat16), __hd_format_of; no
 * guard. */

#define __hd_paste_(a, b, c) a##b##c
#define __hd_paste(a, b, c) __hd_paste_(a, b, c)

/* __int2half_rn ..., __half2int_rz ... */
#define __hd_integer_mode(text, T, mode, suffix) \
	__hd_hd __hd_T __hd_paste(__##text##2, __hd_name, suffix)(const T v) \
	{ \
		return __hd_T::__hd_make((unsigned short)__hd_round_to( \
			__hd_exact(v), __hd_format_of(), mode, false)); \
	} \
	__hd_hd T __hd_paste(__, __hd_name, 2##text##suffix)(const __hd_T v) \
	{ return __hd_to_integer<T>((float)v, mode); }
#define __hd_integer(text, T) \
	__hd_integer_mode(text, T, __hd_rn, _rn) \
	__hd_integer_mode(text, T, __hd_rz, _rz) \
	__hd_integer_mode(text, T, __hd_rd, _rd) \
	__hd_integer_mode(text, T, __hd_ru, _ru)

__hd_integer(short, short)
__hd_integer(ushort, unsigned short)
__hd_integer(int, int)
__hd_integer(uint, unsigned)
__hd_integer(ll, long long)
__hd_integer(ull, unsigned long long)
#undef __hd_integer
#undef __hd_integer_mode

__hd_hd signed char
__hd_paste(__, __hd_name, 2char_rz)(const __hd_T v)
{
	return __hd_to_integer<signed char>((float)v, __hd_rz);
}
__hd_hd unsigned char
__hd_paste(__, __hd_name, 2uchar_rz)(const __hd_T v)
{
	return __hd_to_integer<unsigned char>((float)v, __hd_rz);
}

/* ---- bit patterns */

__hd_hd short
__hd_paste(__, __hd_name, _as_short)(const __hd_T v)
{
	return (short)v.__hd_bits();
}
__hd_hd unsigned short
__hd_paste(__, __hd_name, _as_ushort)(const __hd_T v)
{
	return v.__hd_bits();
}
__hd_hd __hd_T
__hd_paste(__short_as_, __hd_name, )(const short v)
{
	return __hd_T::__hd_make((unsigned short)v);
}
__hd_hd __hd_T
__hd_paste(__ushort_as_, __hd_name, )(const unsigned short v)
{
	return __hd_T::__hd_make(v);
}
