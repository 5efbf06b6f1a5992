/* SPDX-License-Identifier: Apache-2.0 */
/* Double mathematics. What libm does within CUDA's documented error is libm's. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

#define SAME1(name) double __nv_##name(double x) { return name(x); }
#define SAME2(name) double __nv_##name(double x, double y) { return name(x, y); }

SAME1(fabs)
SAME1(floor)
SAME1(ceil)
SAME1(trunc)
SAME1(round)
SAME1(rint)
SAME1(nearbyint)
SAME1(sqrt)
SAME2(fmin)
SAME2(fmax)
SAME2(copysign)
SAME2(remainder)
SAME2(nextafter)
SAME1(logb)
SAME1(tgamma)
SAME1(j0)
SAME1(j1)
SAME1(y0)
SAME1(y1)


double __nv_fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
double __nv_fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
double __nv_jn(int n, double x) { return n < 0 ? NAN : jn(n, x); }
double __nv_yn(int n, double x) { return n < 0 ? NAN : yn(n, x); }
double __nv_frexp(double x, int *e) { return frexp(x, e); }
double __nv_modf(double x, double *whole) { return modf(x, whole); }
double __nv_remquo(double x, double y, int *q) { return remquo(x, y, q); }

/* In up to three steps, of which the last one alone may round: what falls below the normal
 * numbers before it is zero behind it. */
double
__nv_ldexp(double x, int n)
{
	for (int k = 0; k < 2; k++) {
		int step = n > 1023 ? 1023 : n < -1022 ? -969 : 0;

		x *= power_of_two(step);
		n -= step;
	}
	n = n < -1022 ? -1022 : n > 1023 ? 1023 : n;
	return x * power_of_two(n);
}
double __nv_scalbn(double x, int n) { return __nv_ldexp(x, n); }

double
__nv_lgamma(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

int __nv_isnand(double x) { return __builtin_isnan(x); }
int __nv_isinfd(double x) { return __builtin_isinf(x); }
int __nv_isfinited(double x) { return __builtin_isfinite(x); }
int __nv_signbitd(double x) { return __builtin_signbit(x) != 0; }

int
__nv_ilogb(double x)
{
	if (x == 0 || x != x)
		return INT_MIN;
	return __builtin_isinf(x) ? INT_MAX : ilogb(x);
}

/* The payload is not read: every text gives the same quiet NaN. */
double
__nv_nan(const signed char *text)
{
	(void)text;
	return double_of_bits(0x7fffffffffffffffull);
}

/* Clang's headers need the high half of a reciprocal nowhere; it is here because they
 * declare it. */
double
__nv_rcp64h(double x)
{
	return double_of_bits(bits_of_double(1.0 / x) & ~0xffffffffull);
}

/* The nearest multiple of y leaves at most half of it: both differences are exact. */
double
__nv_fmod(double x, double y)
{
	const double magic = 0x1.8p52; /* adding it rounds to an integer */
	double a = __builtin_fabs(x), b = __builtin_fabs(y), q = a / b;
	double k = (q + magic) - magic;
	double high = double_of_bits(bits_of_double(b) & ~0x7ffffffull);
	double r = (a - k * high) - k * (b - high);

	r = r < 0 ? r + b : r;
	r = __builtin_copysign(a < b ? a : r, x);
	return __builtin_expect((q < 0x1p24) & (a < 0x1p1022), 1) ? r : rare_fmod(x, y);
}

/* Scaled where squares would leave the range. */
double
__nv_hypot(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y), most = a > b ? a : b;
	int large = most > 0x1p500, small = most < 0x1p-400;
	double scale = large ? 0x1p-600 : small ? 0x1p600 : 1, r;

	a *= scale;
	b *= scale;
	r = sqrt(muladd(a, a, b * b)) * (large ? 0x1p600 : small ? 0x1p-600 : 1);
	return ((a == INFINITY) | (b == INFINITY)) ? INFINITY : r;
}

/* Lengths: scaled by the largest element, so that squares stay in range. */
INLINE double
scale_for(double largest)
{
	int e = (int)(bits_of_double(largest) >> 52 & 0x7ff) - 1023;

	return power_of_two(e < -1000 ? 1000 : -e);
}

/* 1/sqrt(x) and one step of Newton, where two roundings would be too many. */
INLINE double
near_reciprocal_root(double x)
{
	double r = 1 / sqrt(x), square = r * r;
	double left = __builtin_fma(-x, square, 1) - x * __builtin_fma(r, r, -square);

	return x > 0 ? r + 0.5 * r * left : r;
}

double
__nv_rsqrt(double x)
{
	int small = x < 0x1p-500, large = x > 0x1p500;
	double r = near_reciprocal_root(small ? x * 0x1p200 : large ? x * 0x1p-200 : x);

	r *= small ? 0x1p100 : large ? 0x1p-100 : 1;
	return x == INFINITY ? 0 : r;
}

/* The length of a vector, or one over it. */
INLINE double
length(int n, const double *v, int inverse)
{
	double largest = 0, scale, sum = 0, rest = 0, r;

	for (int i = 0; i < n; i++) {
		double size = __builtin_fabs(v[i]);

		if (__builtin_isinf(size))
			return inverse ? 0 : INFINITY;
		largest = size > largest ? size : largest;
	}
	scale = scale_for(largest);
	for (int i = 0; i < n; i++) {
		double x = v[i] * scale, square = x * x, s = sum + square, t = s - sum;

		rest += __builtin_fma(x, x, -square) + ((sum - (s - t)) + (square - t));
		sum = s;
	}
	sum += rest;
	r = inverse ? near_reciprocal_root(sum) : sqrt(sum);
	return inverse ? r * scale : r / scale;
}

double __nv_norm(int n, const double *v) { return length(n, v, 0); }
double __nv_rnorm(int n, const double *v) { return length(n, v, 1); }
double
__nv_norm3d(double x, double y, double z)
{
	return length(3, (double[]){x, y, z}, 0);
}
double
__nv_norm4d(double x, double y, double z, double w)
{
	return length(4, (double[]){x, y, z, w}, 0);
}
double
__nv_rnorm3d(double x, double y, double z)
{
	return length(3, (double[]){x, y, z}, 1);
}
double
__nv_rnorm4d(double x, double y, double z, double w)
{
	return length(4, (double[]){x, y, z, w}, 1);
}
double
__nv_rhypot(double x, double y)
{
	return length(2, (double[]){x, y}, 1);
}
