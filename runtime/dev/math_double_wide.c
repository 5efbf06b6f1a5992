/* SPDX-License-Identifier: Apache-2.0 */
/* Double exponential, logarithms, sine and cosine without branches, calls or fused
 * operations, so that lanes can run them as vectors; sine and cosine of large numbers are
 * libm's. Errors are below 1 ulp, of sine and cosine below 1.5; tests/math measures them. */
#include "libm.h"
#include "dev.h"

#define LN2_HIGH 0x1.62e42fefa2000p-1 /* 40 bits: times an exponent it is exact */
#define LN2_LOW  0x1.9ef35793c7673p-41
#define MAGIC    0x1.8p52 /* adding it rounds to an integer */

/* x * 2^n in two steps, as 2^n alone may be too large or too small. */
INLINE double
scaled(double x, i64 n)
{
	i64 half = n >> 1;

	return x * double_of_bits((u64)(half + 1023) << 52) *
	       double_of_bits((u64)(n - half + 1023) << 52);
}

/* exp(v) = 2^n (1 + t), for -746 <= v <= 710. */
INLINE double
exp_rest(double v, i64 *n)
{
	double shifted = v * 0x1.71547652b82fep+0 + MAGIC, k = shifted - MAGIC;
	double r = (v - k * LN2_HIGH) - k * LN2_LOW, p = 0x1.1f8e74bddef8ep-29;

	*n = (i64)(bits_of_double(shifted) - bits_of_double(MAGIC));
	p = p * r + 0x1.af52912ce1081p-26;
	p = p * r + 0x1.27e4caea72568p-22;
	p = p * r + 0x1.71ddffef38338p-19;
	p = p * r + 0x1.a01a01adc4c9ep-16;
	p = p * r + 0x1.a01a01aca0361p-13;
	p = p * r + 0x1.6c16c16c14fd9p-10;
	p = p * r + 0x1.111111110ff87p-7;
	p = p * r + 0x1.5555555555558p-5;
	p = p * r + 0x1.5555555555557p-3;
	p = p * r + 0.5;
	return r + r * r * p;
}

double
__nv_exp(double x)
{
	i64 n;
	double t = exp_rest(x < -746 ? -746 : x > 710 ? 710 : x, &n);

	return scaled(1 + t, n);
}

/* 1 - 2 / (exp(2x) + 1) in two parts; near 0 Lambert's continued fraction. */
double
__nv_tanh(double x)
{
	double size = __builtin_fabs(x), y = x * x, d = 0;
	i64 n;
	double t = exp_rest(size > 20 ? 40 : 2 * size, &n),
	       scale = power_of_two((int)n);
	double high = (1 + t) * scale, low = ((1 - (1 + t)) + t) * scale;
	double sum = high + 1, rest = ((high - sum) + 1) + low, q = 2 / sum,
	       far = 1 - q;
	/* what the quotient lacks, and what 1 - q lost */
	double left = (__builtin_fma(-q, sum, 2) - q * rest) / sum;

	far += ((1 - far) - q) - left;
	for (int odd = 19; odd > 1; odd -= 2)
		d = y / (odd + d);
	return __builtin_copysign(size < 0.55 ? size - size * (d / (1 + d)) : far, x);
}

/* x = 2^k (1 + f) with 1 + f near 1; log(1 + f) = f - half + rest. */
typedef struct {
	double k, f, half, rest;
} log_parts;

INLINE log_parts
take_log(double x)
{
	int small = x < 0x1p-1022;
	u64 b = bits_of_double(small ? x * 0x1p54 : x);
	i64 e = (i64)(b - 0x3fe6a09e667f3bcd) >> 52;
	/* log(1 + f) = 2 atanh(s) */
	double f = double_of_bits(b - ((u64)e << 52)) - 1, s = f / (2 + f), z = s * s;
	double half = 0.5 * f * f, p = 0x1.2ba660ddc53dap-3;

	p = p * z + 0x1.39f7f93cf3782p-3;
	p = p * z + 0x1.7462e6bb188fbp-3;
	p = p * z + 0x1.c71c62328b135p-3;
	p = p * z + 0x1.2492492e80746p-2;
	p = p * z + 0x1.9999999994db6p-2;
	p = p * z + 0x1.5555555555558p-1;
	return (log_parts){(double)(small ? e - 54 : e), f, half, s * (half + z * p)};
}

/* The logarithm r of x, if x has one. */
INLINE double
defined_log(double x, double r)
{
	r = x == INFINITY ? x : r;
	r = x == 0 ? -INFINITY : r;
	return x >= 0 ? r : NAN;
}

double
__nv_log(double x)
{
	log_parts l = take_log(x);
	double rest = l.half - (l.rest + l.k * LN2_LOW);

	return defined_log(x, l.k * LN2_HIGH + (l.f - rest));
}

/* The products with the first parts of log10(2) and 1/log(10) are exact. */
double
__nv_log10(double x)
{
	log_parts l = take_log(x);
	double high = double_of_bits(bits_of_double(l.f - l.half) & ~0xffffffffull);
	double low = (l.f - high) - l.half + l.rest;
	double a = l.k * 0x1.34413509f6000p-2, b = high * 0x1.bcb7b15000000p-2,
	       sum = a + b;
	double rest = l.k * 0x1.9fef311f12b36p-42 +
		      (low + high) * 0x1.37287195355bbp-33 + low * 0x1.bcb7b15000000p-2;

	return defined_log(x, sum + (rest + ((a - sum) + b)));
}

typedef struct {
	double s, c;
	int quarter; /* modulo 4 */
} turn;

/* The sine and cosine of x - quarter * pi/2, for |x| <= 2^15. */
INLINE turn
reduce(double x)
{
	double shifted = x * 0x1.45f306dc9c883p-1 + MAGIC, k = shifted - MAGIC;
	/* pi/2 in parts of 36, 36 and 53 bits: the first two products are exact */
	double a = (x - k * 0x1.921fb54440000p+0) - k * 0x1.68c234c4c0000p-39;
	double w = k * 0x1.98a2e03707345p-77, r = a - w, low = (a - r) - w;
	double y = r * r, half = 0.5 * y, near = 1 - half;
	double s = -0x1.ab0f34570d2dbp-41, c = 0x1.ab70add090b20p-45;

	s = s * y + 0x1.6121705a15f1ap-33;
	s = s * y - 0x1.ae64540027303p-26;
	s = s * y + 0x1.71de3a5455d28p-19;
	s = s * y - 0x1.a01a01a0198dfp-13;
	s = s * y + 0x1.1111111111110p-7;
	s = s * y - 0x1.5555555555555p-3;
	c = c * y - 0x1.9394acf860becp-37;
	c = c * y + 0x1.1eed8de34e0bcp-29;
	c = c * y - 0x1.27e4fb770e0bcp-22;
	c = c * y + 0x1.a01a01a019ce3p-16;
	c = c * y - 0x1.6c16c16c16c16p-10;
	c = c * y + 0x1.5555555555555p-5;
	return (turn){r + (r * y * s + low * near),
		      near + (((1 - near) - half) + (y * y * c - r * low)),
		      (int)bits_of_double(shifted) & 3};
}

INLINE int
is_large(double x)
{
	return !(__builtin_fabs(x) <= 0x1p15);
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

/* Tiny ones and -0 are their own sines. */
double
__nv_sin(double x)
{
	double near = __builtin_fabs(x) < 0x1p-27 ? x : sine(reduce(x));

	return is_large(x) ? sin(x) : near;
}

double
__nv_cos(double x)
{
	return is_large(x) ? cos(x) : cosine(reduce(x));
}

void
__nv_sincos(double x, double *s, double *c)
{
	turn t = reduce(x);
	double near = __builtin_fabs(x) < 0x1p-27 ? x : sine(t);

	*s = is_large(x) ? sin(x) : near;
	*c = is_large(x) ? cos(x) : cosine(t);
}
