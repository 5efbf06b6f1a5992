/* SPDX-License-Identifier: Apache-2.0 */
/* Inverses of the error function and of the normal distribution. Float versions, also of
 * erfcx and normcdf, go through double. */
#include "libm.h"
#include "dev.h"

double __nv_erfcx(double x);
double __nv_normcdf(double x);

#define TWO_OVER_SQRT_PI 1.1283791670955125739

/* erfinv(x) to two digits, from log(1 - x^2): S. Winitzki, "A handy approximation
 * for the error function and its inverse", 2008. */
INLINE double
rough_inverse(double log_1_minus_square)
{
	double half = log_1_minus_square * 0.5;
	double t = 2 / (M_PI * 0.147) + half;

	return sqrt(sqrt(t * t - log_1_minus_square / 0.147) - t);
}

/* erfcinv of 0 < q <= 1/2, by Newton's method on log(erfc(y)), nearly a parabola. */
INLINE double
inverse_tail(double q)
{
	double y = rough_inverse(log(q) + log(2 - q));

	for (int i = 0; i < 3; i++) {
		double c = erfc(y), slope = TWO_OVER_SQRT_PI * exp(-y * y) / c;
		double u = log(c / q) / slope;

		y += u;
	}
	/* Halley's step on erfc itself for the last bits. */
	double u = (erfc(y) - q) / (TWO_OVER_SQRT_PI * exp(-y * y));
	return y + u / (1 - y * u);
}

/* erfinv of |x| <= 1/2, by Halley's method. */
INLINE double
inverse_middle(double x)
{
	double y = __builtin_copysign(rough_inverse(log1p(-x * x)), x);

	if (__builtin_fabs(x) < 1e-8)
		return x * (1 / TWO_OVER_SQRT_PI);
	for (int i = 0; i < 3; i++) {
		double u = (erf(y) - x) / (TWO_OVER_SQRT_PI * exp(-y * y));

		y -= u / (1 + y * u);
	}
	return y;
}

double
__nv_erfinv(double x)
{
	double size = __builtin_fabs(x);

	if (!(size < 1))
		return size == 1 ? __builtin_copysign(INFINITY, x) : NAN;
	if (size <= 0.5)
		return inverse_middle(x);
	return __builtin_copysign(inverse_tail(1 - size), x);
}

double
__nv_erfcinv(double q)
{
	if (!(q > 0 && q < 2))
		return q == 0 ? INFINITY : q == 2 ? -INFINITY : NAN;
	if (q >= 0.5 && q <= 1.5)
		return inverse_middle(1 - q);
	return q < 1 ? inverse_tail(q) : -inverse_tail(2 - q);
}

double
__nv_normcdfinv(double p)
{
	return -M_SQRT2 * __nv_erfcinv(2 * p);
}

/* clang-format off */
float __nv_erfinvf(float x) { return (float)__nv_erfinv(x); }
float __nv_erfcinvf(float x) { return (float)__nv_erfcinv(x); }
float __nv_erfcxf(float x) { return (float)__nv_erfcx(x); }
float __nv_normcdff(float x) { return (float)__nv_normcdf(x); }
float __nv_normcdfinvf(float x) { return (float)__nv_normcdfinv(x); }
