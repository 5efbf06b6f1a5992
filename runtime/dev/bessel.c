/* SPDX-License-Identifier: Apache-2.0 */
/* The modified Bessel functions I0 and I1. */
#include "libm.h"
#include "dev.h"

/* sum of y^k / (k! (k+n)!), y = x^2/4: all terms are positive, so only the rounding
 * of each term counts; the ratio is kept in two parts. For |x| <= 30. */
INLINE double
series(double x, int n)
{
	double y = 0.25 * x * x, rest_y = 0.25 * __builtin_fma(x, x, -x * x);
	double term = 1, rest = 0, sum = 1, sum_rest = 0;

	for (int k = 1; k < 100 && term > sum * 0x1p-60; k++) {
		double d = (double)k * (k + n);
		double p = term * y;
		double rest_p = __builtin_fma(term, y, -p) + term * rest_y + rest * y;
		double q = p / d;
		double rest_q = (__builtin_fma(-q, d, p) + rest_p) / d;
		double s = sum + q, t = s - sum;

		sum_rest += (sum - (s - t)) + (q - t) + rest_q;
		sum = s;
		term = q;
		rest = rest_q;
	}
	return sum + sum_rest;
}

/* exp(x)/sqrt(2 pi x) * (1 - (m-1)/(8x) + (m-1)(m-9)/(2! (8x)^2) - ...), m = 4n^2,
 * for x > 30. The exponential takes two factors where it alone would overflow. */
INLINE double
asymptotic(double x, int n)
{
	double m = 4.0 * n * n, sum = 1, shift = x > 700 ? 32 : 0;

	for (int k = 30; k > 0; k--) {
		double odd = 2 * k - 1;

		sum = 1 + sum * ((odd * odd - m) / (k * 8 * x));
	}
	return exp(x - shift) * (sum / sqrt(2 * M_PI * x)) * (shift ? exp(shift) : 1);
}

double
__nv_cyl_bessel_i0(double x)
{
	double size = __builtin_fabs(x);

	if (size != size || __builtin_isinf(size))
		return size;
	return size <= 30 ? series(size, 0) : asymptotic(size, 0);
}

double
__nv_cyl_bessel_i1(double x)
{
	double size = __builtin_fabs(x);

	if (x != x || __builtin_isinf(size))
		return x;
	return __builtin_copysign(
		size <= 30 ? 0.5 * size * series(size, 1) : asymptotic(size, 1), x);
}

/* clang-format off */
float __nv_cyl_bessel_i0f(float x) { return (float)__nv_cyl_bessel_i0(x); }
float __nv_cyl_bessel_i1f(float x) { return (float)__nv_cyl_bessel_i1(x); }
