/* SPDX-License-Identifier: Apache-2.0 */
/* What double functions are made of: exponentials, logarithms and quarter turns without
 * branches or calls, so that lanes can run them as vectors on every processor, fused
 * operations or not. */
#ifndef HD_DEV_WIDE_H
#define HD_DEV_WIDE_H

#include "libm.h"
#include "dev.h"

#define LN2_HIGH 0x1.62e42fefa2000p-1 /* 40 bits: times an exponent it is exact */
#define LN2_LOW  0x1.9ef35793c7673p-41
#define MAGIC    0x1.8p52 /* adding it rounds to an integer */

#define HALF_PI     0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

/* A number in two parts: the second is below the last place of the first. */
typedef struct {
	double high, low;
} pair;

/* The first 26 bits: the product of two such numbers is exact. */
INLINE double
top(double x)
{
	return double_of_bits(bits_of_double(x) & ~0x7ffffffull);
}

/* ---- exponentials */

/* 2^n for -1022 <= n <= 1023; anything for others. */
INLINE double
two_to(i64 n)
{
	return double_of_bits(((u64)n + 1023) << 52);
}

/* x * 2^n in two steps, as 2^n alone may be too large or too small. */
INLINE double
scaled(double x, i64 n)
{
	u64 all = (u64)n, half = ((all + 4096) >> 1) - 2048;

	return x * two_to((i64)half) * two_to((i64)(all - half));
}

/* (exp(r) - 1 - r) / r^2 for |r| <= ln(2)/2. */
INLINE double
exp_series(double r)
{
	double p = muladd(0x1.1f8e74bddef8ep-29, r, 0x1.af52912ce1081p-26);
	double rr = r * r;

	p = muladd(p, rr, muladd(0x1.27e4caea72568p-22, r, 0x1.71ddffef38338p-19));
	p = muladd(p, rr, muladd(0x1.a01a01adc4c9ep-16, r, 0x1.a01a01aca0361p-13));
	p = muladd(p, rr, muladd(0x1.6c16c16c14fd9p-10, r, 0x1.111111110ff87p-7));
	p = muladd(p, rr, muladd(0x1.5555555555558p-5, r, 0x1.5555555555557p-3));
	return muladd(p, r, 0.5);
}

/* A number less n ln(2), in two parts; |high| <= ln(2)/2. */
typedef struct {
	double high, low;
	i64 n;
} exp_parts;

/* Of v + low, for |v| <= 800. A low of -0 costs nothing, one of 0 an addition. */
INLINE exp_parts
take_exp(double v, double low)
{
	double shifted = muladd(v, 0x1.71547652b82fep+0, MAGIC), k = shifted - MAGIC;
	double a = muladd(-k, LN2_HIGH, v), b = muladd(-k, LN2_LOW, low), r = a + b;

	return (exp_parts){r, (a - r) + b,
			   (i64)(bits_of_double(shifted) - bits_of_double(MAGIC))};
}

/* exp(v) = 2^n (1 + t), for -746 <= v <= 710. */
INLINE double
exp_rest(double v, i64 *n)
{
	double shifted = muladd(v, 0x1.71547652b82fep+0, MAGIC), k = shifted - MAGIC;
	double r = muladd(-k, LN2_LOW, muladd(-k, LN2_HIGH, v));

	*n = (i64)(bits_of_double(shifted) - bits_of_double(MAGIC));
	return muladd(r * r, exp_series(r), r);
}

/* 1 + t + q with one rounding that counts, for |t| < 1 and a small q. */
INLINE double
one_plus(double t, double q)
{
	double sum = 1 + t;

	return sum + (((1 - sum) + t) + q);
}

/* exp(high + low) */
INLINE double
exp_of_parts(exp_parts e)
{
	return one_plus(e.high, muladd(e.high * e.high, exp_series(e.high), e.low));
}

/* (exp(v) - 1) / 2, for -700 <= v <= 710. */
INLINE pair
half_expm1(double v)
{
	exp_parts e = take_exp(v, -0.0);
	double r = e.high, q = muladd(r * r, exp_series(r), muladd(r, e.low, e.low));
	double t = r + q, rest = (r - t) + q, scale = two_to(e.n - 1);
	double base = scale - 0.5, lost = (scale - base) - 0.5;
	double sum = muladd(scale, t, base);

	return (pair){sum, muladd(scale, t, base - sum) + muladd(scale, rest, lost)};
}

/* ---- logarithms */

/* x = 2^k m with m near 1, for x > 0. */
typedef struct {
	double k, m;
	u64 e; /* k + 1023 for normal numbers */
} binary;

/* The exponent is less by `bias` than that of x. */
INLINE binary
take_bits_apart(u64 b, double bias)
{
	const u64 one = 0x3ff0000000000000, root = 0x3fe6a09e667f3bcd; /* sqrt(1/2) */
	u64 e = (b + (one - root)) >> 52;
	double k = double_of_bits(bits_of_double(MAGIC) + e);

	return (binary){k - (MAGIC + 1023 + bias), double_of_bits(b + one - (e << 52)),
			e};
}

INLINE binary
take_normal_apart(double x)
{
	return take_bits_apart(bits_of_double(x), 0);
}

INLINE binary
take_apart(double x)
{
	int small = x < 0x1p-1022;

	return take_bits_apart(bits_of_double(small ? x * 0x1p54 : x), small ? 54 : 0);
}

/* x = 2^k (1 + f) with 1 + f near 1; log(1 + f) = f - half + rest. */
typedef struct {
	double k, f, half, rest;
} log_parts;

INLINE log_parts
log_series(double k, double f)
{
	/* log(1 + f) = 2 atanh(s) */
	double s = f / (2 + f), z = s * s, half = 0.5 * f * f;
	double p = 0x1.2ba660ddc53dap-3;
	double zz = z * z;

	p = muladd(p, zz, muladd(0x1.39f7f93cf3782p-3, z, 0x1.7462e6bb188fbp-3));
	p = muladd(p, zz, muladd(0x1.c71c62328b135p-3, z, 0x1.2492492e80746p-2));
	p = muladd(p, zz, muladd(0x1.9999999994db6p-2, z, 0x1.5555555555558p-1));
	return (log_parts){k, f, half, s * muladd(z, p, half)};
}

INLINE log_parts
take_log(double x)
{
	binary b = take_apart(x);

	return log_series(b.k, b.m - 1);
}

/* The logarithm r of x, if x has one. */
INLINE double
defined_log(double x, double r)
{
	r = x == INFINITY ? x : r;
	r = x == 0 ? -INFINITY : r;
	return x >= 0 ? r : NAN;
}

/* log(1 + x) for x > -1, not infinity; -0 gives 0. */
INLINE double
near_log1p(double x)
{
	double u = 1 + x, lost = __builtin_fabs(x) < 1 ? x - (u - 1) : 1 - (u - x);
	binary b = take_normal_apart(u);
	/* 1 + x = 2^k (1 + f + low) */
	double f = b.m - 1, scale = double_of_bits((2047 - b.e) << 52);
	double low = lost * (0.5 * scale);
	log_parts l = log_series(b.k, f + low);

	return muladd(l.k, LN2_HIGH,
		      f - (l.half - (l.rest + muladd(l.k, LN2_LOW, low))));
}

/* ---- sine and cosine */

/* x = quarter * pi/2 + high + low. */
typedef struct {
	double high, low;
	int quarter; /* modulo 4 */
} quarter_turn;

/* For |x| <= 2^15. */
INLINE quarter_turn
take_quarters(double x)
{
	double shifted = muladd(x, 0x1.45f306dc9c883p-1, MAGIC), k = shifted - MAGIC;
	/* pi/2 in parts of 36, 36 and 53 bits: the first two products are exact */
	double a = muladd(-k, 0x1.921fb54440000p+0, x), b = k * 0x1.68c234c4c0000p-39;
	double c = a - b, lost = muladd(-k, 0x1.98a2e03707345p-77, (a - c) - b);
	double r = c + lost;

	return (quarter_turn){r, (c - r) + lost, (int)bits_of_double(shifted) & 3};
}

typedef struct {
	double s, c;
	int quarter;
} turn;

/* Of high + low, which is not more than pi/4 or little. */
INLINE turn
turn_of(quarter_turn q)
{
	double r = q.high, y = r * r, half = 0.5 * y, near = 1 - half;
	double s = -0x1.ab0f34570d2dbp-41, c = 0x1.ab70add090b20p-45;
	double yy = y * y;

	s = muladd(s, yy, muladd(0x1.6121705a15f1ap-33, y, -0x1.ae64540027303p-26));
	s = muladd(s, yy, muladd(0x1.71de3a5455d28p-19, y, -0x1.a01a01a0198dfp-13));
	s = muladd(s, yy, muladd(0x1.1111111111110p-7, y, -0x1.5555555555555p-3));
	c = muladd(c, yy, muladd(-0x1.9394acf860becp-37, y, 0x1.1eed8de34e0bcp-29));
	c = muladd(c, yy, muladd(-0x1.27e4fb770e0bcp-22, y, 0x1.a01a01a019ce3p-16));
	c = muladd(c, yy, muladd(-0x1.6c16c16c16c16p-10, y, 0x1.5555555555555p-5));
	return (turn){r + (r * y * s + q.low * near),
		      near + (((1 - near) - half) + (yy * c - r * q.low)), q.quarter};
}

INLINE double
sine(turn t)
{
	double v = t.quarter & 1 ? t.c : t.s;

	return t.quarter & 2 ? -v : v;
}

INLINE double
cosine(turn t)
{
	double v = t.quarter & 1 ? t.s : t.c;

	return (t.quarter + 1) & 2 ? -v : v;
}

INLINE int
is_large(double x)
{
	return __builtin_expect(!(__builtin_fabs(x) <= 0x1p15), 0);
}

#endif
