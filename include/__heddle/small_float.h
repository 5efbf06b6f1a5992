/* SPDX-License-Identifier: Apache-2.0 */
/* Rounding to formats of 16 bits and less, for both sides. */
#ifndef __HEDDLE_SMALL_FLOAT_H__
#define __HEDDLE_SMALL_FLOAT_H__

#include "../crt/host_defines.h"
#include "../device_types.h"
#include "../vector_functions.h"

#define __hd_hd static __host__ __device__ __forceinline__
#define __hd_dev static __device__ __forceinline__

typedef unsigned long long __hd_u64;

enum __hd_rounding { __hd_rn, __hd_rz, __hd_rd, __hd_ru };

__hd_hd int
__hd_rounding_of(enum cudaRoundMode mode)
{
	switch (mode) {
	case cudaRoundZero: return __hd_rz;
	case cudaRoundPosInf: return __hd_ru;
	case cudaRoundMinInf: return __hd_rd;
	default: return __hd_rn;
	}
}

/* What a format is: widths of the fields, and what it has beyond finite numbers. */
struct __hd_float_format {
	int exponent, mantissa; /* bits */
	bool infinite;          /* has infinities; the largest exponent is theirs */
	unsigned nan;           /* the canonical one */
	unsigned largest;       /* finite number */
};

__hd_hd __hd_u64
__hd_double_bits(double x)
{
	__hd_u64 u;
	__builtin_memcpy(&u, &x, 8);
	return u;
}
__hd_hd double
__hd_bits_double(__hd_u64 u)
{
	double x;
	__builtin_memcpy(&x, &u, 8);
	return x;
}
__hd_hd unsigned
__hd_float_bits(float x)
{
	unsigned u;
	__builtin_memcpy(&u, &x, 4);
	return u;
}
__hd_hd float
__hd_bits_float(unsigned u)
{
	float x;
	__builtin_memcpy(&x, &u, 4);
	return x;
}

/* Does the part that is cut off round the number up in size? */
__hd_hd bool
__hd_rounds_up(__hd_u64 kept, __hd_u64 rest, __hd_u64 half, bool negative, int mode)
{
	switch (mode) {
	case __hd_rn: return rest > half || (rest == half && (kept & 1));
	case __hd_rd: return negative && rest;
	case __hd_ru: return !negative && rest;
	default: return false;
	}
}

/* A number in a format, any format. Too large: infinity, or the largest finite number
 * where rounding says so, where there is no infinity, or where `saturate` asks for it. */
__hd_hd unsigned
__hd_round_to(double x, __hd_float_format f, int mode, bool saturate)
{
	__hd_u64 u = __hd_double_bits(x), m = u & ((1ull << 52) - 1), kept, rest, half;
	int sign = (int)(u >> 63), e = (int)(u >> 52 & 2047) - 1023;
	int bias = (1 << (f.exponent - 1)) - 1, cut = 52 - f.mantissa;
	unsigned top = (unsigned)sign << (f.exponent + f.mantissa);
	unsigned infinity = ((1u << f.exponent) - 1) << f.mantissa, r;

	if (x != x)
		return f.nan;
	if (e == 1024) {
		if (saturate)
			return top | f.largest;
		return top | (f.infinite ? infinity : f.nan);
	}
	if (e == -1023 && !m)
		return top;
	m |= e == -1023 ? 0 : 1ull << 52;
	e = e == -1023 ? -1022 : e;
	if (e < 1 - bias) { /* a denormal number there */
		cut += 1 - bias - e;
		e = 1 - bias;
	}
	kept = cut > 63 ? 0 : m >> cut;
	rest = cut > 63 ? m : m & ((1ull << cut) - 1);
	half = cut > 63 ? ~0ull : 1ull << (cut - 1);
	kept += __hd_rounds_up(kept, rest, half, sign != 0, mode);
	r = (unsigned)kept + ((unsigned)(e + bias - 1) << f.mantissa);
	if (e + bias - 1 >= 1 << f.exponent || r > f.largest) {
		bool stays = mode == __hd_rz || (mode == __hd_rd && !sign) ||
		             (mode == __hd_ru && sign);

		if (saturate || stays)
			r = f.largest;
		else
			r = f.infinite ? infinity : f.nan & ~(1u << (f.exponent + f.mantissa));
	}
	return top | r;
}

/* Sums and integers that a double cannot hold: their last bit says that something was cut
 * off, so that rounding once more is right. */
__hd_hd double
__hd_sticky(double sum, double error)
{
	__hd_u64 u = __hd_double_bits(sum);

	if (error == 0 || error != error || (u & 1) || (u >> 52 & 2047) == 2047)
		return sum;
	return __hd_bits_double((error < 0) == (sum < 0) ? u + 1 : u - 1);
}
__hd_hd double
__hd_fma_sticky(double a, double b, double c) /* a * b must be exact */
{
	double p = a * b, s = p + c, t = s - p;

	return __hd_sticky(s, (p - (s - t)) + (c - t));
}
__hd_hd double
__hd_exact(unsigned long long v)
{
	if (v >> 53)
		return (double)(v >> 11 | ((v & 2047) != 0)) * 2048.0;
	return (double)v;
}
__hd_hd double
__hd_exact(long long v)
{
	return v < 0 ? -__hd_exact(0 - (unsigned long long)v)
	             : __hd_exact((unsigned long long)v);
}
__hd_hd double __hd_exact(unsigned long v) { return __hd_exact((unsigned long long)v); }
__hd_hd double __hd_exact(long v) { return __hd_exact((long long)v); }
__hd_hd double __hd_exact(int v) { return v; }
__hd_hd double __hd_exact(unsigned v) { return v; }

/* ---- half */

__hd_hd __hd_float_format
__hd_half_format()
{
	return __hd_float_format{5, 10, true, 0x7fff, 0x7bff};
}
__hd_hd float
__hd_half_to_float(unsigned short x)
{
	_Float16 h;
	__builtin_memcpy(&h, &x, 2);
	return (float)h;
}
__hd_hd unsigned short
__hd_float_to_half(float x)
{
	_Float16 h = (_Float16)x;
	unsigned short u;

	__builtin_memcpy(&u, &h, 2);
	return x != x ? 0x7fff : u;
}
/* From a format whose numbers are all finite: a half with another bias. */
__hd_hd float
__hd_finite_to_float(unsigned x, __hd_float_format f)
{
	int width = f.exponent + f.mantissa;
	unsigned sign = x >> width & 1, size = x & ((1u << width) - 1);
	float scale = (float)(1 << (16 - (1 << (f.exponent - 1))));

	return scale * __hd_half_to_float(
		(unsigned short)(sign << 15 | size << (10 - f.mantissa)));
}
/* By way of floats whose last bit says that something was cut off: processors have
 * instructions for these, and calls for doubles. */
__hd_hd float
__hd_sticky_float(float sum, bool more, bool less) /* away from 0, or towards it */
{
	unsigned u = __hd_float_bits(sum);

	return __hd_bits_float(u & 1 ? u : more ? u + 1 : less ? u - 1 : u);
}
__hd_hd unsigned short
__hd_double_to_half(double x)
{
	float f = (float)x;
	double rest = x - (double)f;

	return __hd_float_to_half(__hd_sticky_float(f, x < 0 ? rest < 0 : rest > 0,
	                                            x < 0 ? rest > 0 : rest < 0));
}
__hd_hd unsigned short
__hd_half_fma(float a, float b, float c) /* of halves: a * b is exact */
{
	float p = a * b, s = p + c, t = s - p, rest = (p - (s - t)) + (c - t);

	return __hd_float_to_half(__hd_sticky_float(s, s < 0 ? rest < 0 : rest > 0,
	                                            s < 0 ? rest > 0 : rest < 0));
}

/* ---- bfloat16 */

__hd_hd __hd_float_format
__hd_bfloat_format()
{
	return __hd_float_format{8, 7, true, 0x7fff, 0x7f7f};
}
__hd_hd float
__hd_bfloat_to_float(unsigned short x)
{
	return __hd_bits_float((unsigned)x << 16);
}
__hd_hd unsigned short
__hd_float_to_bfloat(float x)
{
	unsigned u = __hd_float_bits(x);

	u += 0x7fff + (u >> 16 & 1);
	return x != x ? 0x7fff : (unsigned short)(u >> 16);
}
__hd_hd unsigned short
__hd_double_to_bfloat(double x)
{
	float f = (float)x;
	double rest = x - (double)f;
	unsigned u = __hd_float_bits(f);

	if (rest != 0 && rest == rest && !(u & 1))
		u = (rest < 0) == (x < 0) ? u + 1 : u - 1; /* f may be zero */
	return __hd_float_to_bfloat(__hd_bits_float(u));
}

/* ---- to integers: toward 0, up ..., as far as the type reaches; NaN is 0, and 2^63 as
 * the signed 64-bit type writes it */

template <class __T> __hd_hd __T
__hd_to_integer(float x, int mode)
{
	const bool is_signed = __T(-1) < __T(0);
	const __T lowest = is_signed ? (__T)(1ull << (8 * sizeof(__T) - 1)) : 0;
	const __T highest = (__T)~lowest;
	const double end = (is_signed ? 1.0 : 2.0) * (double)(1ull << (8 * sizeof(__T) - 1));
	double r = mode == __hd_rn   ? __builtin_rint((double)x)
	           : mode == __hd_rz ? __builtin_trunc((double)x)
	           : mode == __hd_rd ? __builtin_floor((double)x)
	                             : __builtin_ceil((double)x);

	if (x != x)
		return sizeof(__T) == 8 ? (__T)(1ull << 63) : 0;
	if (r >= end)
		return highest;
	if (r <= (double)lowest)
		return lowest;
	return (__T)r;
}

#endif
