/* SPDX-License-Identifier: Apache-2.0 */
/* Double exponential, logarithms, sine and cosine without branches or calls, so that lanes
 * can run them as vectors; sine and cosine of large numbers are libm's. Errors are below
 * 1 ulp; tests/math measures them. */
#include "wide.h"

double
__nv_exp(double x)
{
	exp_parts e = take_exp(x < -746 ? -746 : x > 710 ? 710 : x, -0.0);

	return scaled(exp_of_parts(e), e.n);
}

double
__nv_log(double x)
{
	log_parts l = take_log(x);
	double rest = l.half - muladd(l.k, LN2_LOW, l.rest);

	return defined_log(x, muladd(l.k, LN2_HIGH, l.f - rest));
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
	quarter_turn q = take_quarters(x);
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
