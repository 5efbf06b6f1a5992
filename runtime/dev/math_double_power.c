/* SPDX-License-Identifier: Apache-2.0 */
/* Double powers, cube roots, and exponentials and logarithms beside exp and log, without
 * branches or calls; powers that are hard to tell are libm's. Errors are below 1 ulp;
 * tests/math measures them. */
#include "wide.h"

/* ---- pow */

/* log(x) for normal x > 0, to 2^-63 of it; the parts overlap. Products of two tops are
 * exact, fused or not. */
INLINE pair
log_pair(double x)
{
	const double third = 0x1.5555558p-1, third_low = -0x1.5555555555555p-28;
	binary b = take_normal_apart(x);
	/* log(m) = 2 atanh((m - 1) / (m + 1)); the quotient is s + s_low */
	double f = b.m - 1, d = b.m + 1, inverse = 1 / d, s = top(f * inverse);
	double d_top = top(d), d_rest = b.m - (d_top - 1);
	double s_low = muladd(-s, d_rest, muladd(-s, d_top, f)) * inverse;
	double twice = s + s, square = s * s, square_low = (twice + s_low) * s_low;
	double z = square + square_low, p = 0x1.0e49758225156p-3;

	p = muladd(p, z, 0x1.0f7f3723ebcfcp-3);
	p = muladd(p, z, 0x1.3b1ef34a46efep-3);
	p = muladd(p, z, 0x1.745ce9bdacc1cp-3);
	p = muladd(p, z, 0x1.c71c722dcc25cp-3);
	p = muladd(p, z, 0x1.2492492457938p-2);
	p = muladd(p, z, 0x1.9999999999b32p-2);

	/* 2 atanh(s) / s - 2 = w + w_low, of which 2/3 z is the larger part */
	double q = z * z * p, rough = muladd(z, 2 / 3.0, q), w = top(rough);
	double z_top = top(square);
	double z_rest = (square - z_top) + square_low;
	double w_low = muladd(third, z_rest, muladd(third_low, z, q)) -
		       muladd(-third, z_top, w);
	double sum = muladd(b.k, LN2_HIGH, twice), high = muladd(s, w, sum);
	double low = muladd(s, w_low, muladd(b.k, LN2_LOW, s_low * (2 + rough)));

	low += (muladd(b.k, LN2_HIGH, -sum) + twice) + muladd(s, w, sum - high);
	return (pair){high, low};
}

/* Zeros, infinities, NaN, numbers beside the normal ones and roots of negative numbers are
 * left to libm. */
double
__nv_pow(double x, double y)
{
	double size = __builtin_fabs(x);
	int normal = bits_of_double(size) - 0x10000000000000 < 0x7fe0000000000000;
	pair l = log_pair(size);
	double all = l.high + l.low, l_top = top(all),
	       l_rest = (l.high - l_top) + l.low;
	double y_top = top(y), high = y_top * l_top;
	double low = muladd(y_top, l_rest, (y - y_top) * all);
	exp_parts e = take_exp(high, low);
	double r = exp_of_parts(e) * two_to(e.n);
	/* the last bit of an integer tells whether it is odd */
	double shifted = y + MAGIC;
	int whole = (shifted - MAGIC == y) & (__builtin_fabs(y) < 0x1p51);
	u64 sign = (bits_of_double(shifted) << 63) & bits_of_double(x);

	r = double_of_bits(bits_of_double(r) ^ sign);
	normal &= ((x > 0) | whole) & (__builtin_fabs(high) < 708);
	return __builtin_expect(normal, 1) ? r : rare_pow(x, y);
}

double
__nv_powi(double x, int n)
{
	return __nv_pow(x, n);
}

float
__nv_powif(float x, int n)
{
	return (float)__nv_pow(x, n);
}

/* ---- near exp */

INLINE double
between(double x, double low, double high)
{
	x = x < low ? low : x;
	return x > high ? high : x;
}

double
__nv_exp2(double x)
{
	double v = between(x, -1080, 1025), shifted = v + MAGIC;
	double r = v - (shifted - MAGIC), r_top = top(r);
	/* ln(2) in two parts: the first product is exact */
	double t = r_top * 0x1.62e43p-1, low = (r - r_top) * 0x1.62e43p-1;
	double p = 0x1.ba06e3e135bf5p-36;
	double rr = r * r;

	p = muladd(p, rr, muladd(0x1.ea0bafe898d3ep-32, r, 0x1.e4d69d2627833p-28));
	p = muladd(p, rr, muladd(0x1.b524d7b92da91p-24, r, 0x1.62c020490a728p-20));
	p = muladd(p, rr, muladd(0x1.ffcbfc7698bd6p-17, r, 0x1.430912f8e16ffp-13));
	p = muladd(p, rr, muladd(0x1.5d87fe78a2609p-10, r, 0x1.3b2ab6fba4d05p-7));
	p = muladd(p, rr, muladd(0x1.c6b08d704a0ccp-5, r, 0x1.ebfbdff82c58fp-3));
	low = muladd(r, -0x1.05c610ca86c39p-29, low);
	return scaled(one_plus(t, muladd(rr, p, low)),
		      (i64)(bits_of_double(shifted) - bits_of_double(MAGIC)));
}

/* exp(r ln(10)) 2^n, where x = r + n log10(2). */
double
__nv_exp10(double x)
{
	const double ln10 = 0x1.26bb1b8p+1, ln10_low = 0x1.daaa8ac16ea57p-26;
	double v = between(x, -330, 310),
	       shifted = muladd(v, 0x1.a934f0979a371p+1, MAGIC);
	double k = shifted - MAGIC, a = muladd(-k, 0x1.34413509f8p-2, v);
	double b = k * 0x1.80433b83b532ap-44, r = a + b, r_top = top(r);
	double rest = (r - r_top) + ((a - r) + b);
	double t = r_top * ln10, low = muladd(rest, ln10, r * ln10_low), all = t + low;

	return scaled(one_plus(t, muladd(all * all, exp_series(all), low)),
		      (i64)(bits_of_double(shifted) - bits_of_double(MAGIC)));
}

/* Tiny ones and -0 are their own. */
double
__nv_expm1(double x)
{
	pair half = half_expm1(between(x, -40, 710));

	return __builtin_fabs(x) < 0x1p-54 ? x : 2 * (half.high + half.low);
}

/* ---- near log */

/* The product with the first part of 1/log(2) is exact. */
double
__nv_log2(double x)
{
	log_parts l = take_log(x);
	double high = double_of_bits(bits_of_double(l.f - l.half) & ~0xffffffffull);
	double low = (l.f - high) - l.half + l.rest;
	double b = high * 0x1.7154765p+0, sum = l.k + b;
	double rest = muladd(low + high, 0x1.5c17f0bbbe880p-31, low * 0x1.7154765p+0);

	return defined_log(x, sum + (rest + ((l.k - sum) + b)));
}

double
__nv_log1p(double x)
{
	double r = near_log1p(x);

	r = x == INFINITY ? x : r;
	r = x == -1 ? -INFINITY : r;
	r = x >= -1 ? r : NAN;
	return x == 0 ? x : r;
}

/* ---- cube roots */

/* One over the cube root of x, from its bits and two steps of third and fourth order. */
INLINE double
reciprocal_root(double x)
{
	double whole =
		double_of_bits((bits_of_double(x) >> 32) | bits_of_double(0x1p52));
	double guess = 1430185984 - (whole - 0x1p52) * 0x1.5555555555555p-2;
	double r = double_of_bits(bits_of_double(guess + 0x1p52) << 32);
	double e = muladd(-(x * r), r * r, 1);

	r = muladd(r * e, muladd(e, muladd(e, 14 / 81.0, 2 / 9.0), 1 / 3.0), r);
	e = muladd(-(x * r), r * r, 1);
	return muladd(r * e, muladd(e, muladd(e, 14 / 81.0, 2 / 9.0), 1 / 3.0), r);
}

/* The cube root of x is (high + low) * scale, one over it about r / scale. */
typedef struct {
	double high, low, r, scale;
} root_parts;

/* The root's first 26 bits, and the rest from what they leave of x. */
INLINE root_parts
take_root(double size)
{
	int small = size < 0x1p-900, large = size > 0x1p900;
	double a = small ? size * 0x1p300 : large ? size * 0x1p-300 : size;
	double r = reciprocal_root(a), y = a * r * r, high = top(y);
	double square = high * high, square_top = top(square);
	double rest = square_top - square;
	double left = muladd(rest, high, muladd(-square_top, high, a));
	double low = left * (r * r) * (1 / 3.0);

	return (root_parts){high, muladd(low, (y - high) * r, low), r,
			    small   ? 0x1p-100
			    : large ? 0x1p100
				    : 1.0};
}

/* Neither zero, infinite nor NaN; two comparisons would become one that no vector has. */
INLINE int
is_plain(double size)
{
	return bits_of_double(size) - 1 < 0x7fefffffffffffff;
}

double
__nv_cbrt(double x)
{
	double size = __builtin_fabs(x);
	root_parts y = take_root(size);
	double r = __builtin_copysign((y.high + y.low) * y.scale, x);

	return is_plain(size) ? r : x + x;
}

double
__nv_rcbrt(double x)
{
	double size = __builtin_fabs(x), inverse = 1 / x;
	root_parts y = take_root(size);
	double high = top(y.r), left = muladd(-high, y.low, muladd(-high, y.high, 1));
	double r = __builtin_copysign(muladd(left, y.r, high) * (1 / y.scale), x);

	return is_plain(size) ? r : inverse;
}
