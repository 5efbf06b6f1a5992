/* SPDX-License-Identifier: Apache-2.0 */
/* Funnel shifts, dot products of bytes. */
#ifndef __HEDDLE_DEV_BITS_H__
#define __HEDDLE_DEV_BITS_H__

/* The upper or lower half of high:low, shifted; _l and _r take the shift modulo 32,
 * _lc and _rc stop at 32. */
__hd_fn unsigned
__funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
	unsigned long long both = (unsigned long long)high << 32 | low;

	return (unsigned)(both << (shift & 31) >> 32);
}
__hd_fn unsigned
__funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
	return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__hd_fn unsigned
__funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
	unsigned long long both = (unsigned long long)high << 32 | low;

	return (unsigned)(both >> (shift & 31));
}
__hd_fn unsigned
__funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
	return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

__hd_fn int __hd_byte(int v, int i) { return (signed char)(v >> 8 * i); }
__hd_fn unsigned __hd_byte(unsigned v, int i) { return (unsigned char)(v >> 8 * i); }
__hd_fn int __hd_half(int v, int i) { return (short)(v >> 16 * i); }
__hd_fn unsigned __hd_half(unsigned v, int i) { return (unsigned short)(v >> 16 * i); }

#define __hd_dot_products(T) \
	__hd_fn T __dp4a(T a, T b, T c) \
	{ \
		return c + __hd_byte(a, 0) * __hd_byte(b, 0) \
		         + __hd_byte(a, 1) * __hd_byte(b, 1) \
		         + __hd_byte(a, 2) * __hd_byte(b, 2) \
		         + __hd_byte(a, 3) * __hd_byte(b, 3); \
	} \
	__hd_fn T __dp2a_lo(T a, T b, T c) \
	{ \
		return c + __hd_half(a, 0) * __hd_byte(b, 0) \
		         + __hd_half(a, 1) * __hd_byte(b, 1); \
	} \
	__hd_fn T __dp2a_hi(T a, T b, T c) \
	{ \
		return c + __hd_half(a, 0) * __hd_byte(b, 2) \
		         + __hd_half(a, 1) * __hd_byte(b, 3); \
	}

__hd_dot_products(int)
__hd_dot_products(unsigned)
#undef __hd_dot_products

__hd_fn int
__dp4a(char4 a, char4 b, int c)
{
	return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__hd_fn unsigned
__dp4a(uchar4 a, uchar4 b, unsigned c)
{
	return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__hd_fn int
__dp2a_lo(short2 a, char4 b, int c)
{
	return c + a.x * b.x + a.y * b.y;
}
__hd_fn unsigned
__dp2a_lo(ushort2 a, uchar4 b, unsigned c)
{
	return c + a.x * b.x + a.y * b.y;
}
__hd_fn int
__dp2a_hi(short2 a, char4 b, int c)
{
	return c + a.x * b.z + a.y * b.w;
}
__hd_fn unsigned
__dp2a_hi(ushort2 a, uchar4 b, unsigned c)
{
	return c + a.x * b.z + a.y * b.w;
}

#endif
