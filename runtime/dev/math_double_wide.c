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

/* Tiny ones and -0 are their own sines. */
double
__nv_sin(double x)
{
	double near = sine(turn_of(take_quarters(x)));

	near = __builtin_fabs(x) < 0x1p-27 ? x : near;
	return is_large(x) ? rare_sin(x) : near;
}

double
__nv_cos(double x)
{
	double near = cosine(turn_of(take_quarters(x)));

	return is_large(x) ? rare_cos(x) : near;
}

void
__nv_sincos(double x, double *s, double *c)
{
	turn t = turn_of(take_quarters(x));
	double near = sine(t), beside = cosine(t);

	near = __builtin_fabs(x) < 0x1p-27 ? x : near;
	if (is_large(x)) {
		near = rare_sin(x);
		beside = rare_cos(x);
	}
	*s = near;
	*c = beside;
}
