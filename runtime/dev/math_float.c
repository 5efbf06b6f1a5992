/* SPDX-License-Identifier: Apache-2.0 */
/* Float mathematics. What libm does within CUDA's documented error is libm's. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

#define SAME1(name) float __nv_##name(float x) { return name(x); }
#define SAME2(name) float __nv_##name(float x, float y) { return name(x, y); }
/* By way of double, where libm's float function is not good enough. */
#define DOUBLE1(name) float __nv_##name##f(float x) { return (float)name(x); }

SAME1(fabsf)
SAME1(floorf)
SAME1(ceilf)
SAME1(truncf)
SAME1(roundf)
SAME1(rintf)
SAME1(nearbyintf)
SAME1(sqrtf)
SAME2(fminf)
SAME2(fmaxf)
SAME2(copysignf)
SAME2(remainderf)
SAME2(nextafterf)
SAME1(logbf)
DOUBLE1(tgamma)
DOUBLE1(j0)
DOUBLE1(j1)
DOUBLE1(y0)
DOUBLE1(y1)

float __nv_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
float __nv_rsqrtf(float x) { return 1.0f / sqrtf(x); }
float __nv_saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
float __nv_fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
float __nv_jnf(int n, float x) { return n < 0 ? NAN : (float)jn(n, x); }
float __nv_ynf(int n, float x) { return n < 0 ? NAN : (float)yn(n, x); }
float __nv_frexpf(float x, int *e) { return frexpf(x, e); }
float __nv_modff(float x, float *whole) { return modff(x, whole); }
float __nv_remquof(float x, float y, int *q) { return remquof(x, y, q); }

/* The nearest multiple of y leaves at most half of it, and a double holds it. */
float
__nv_fmodf(float x, float y)
{
	const float magic = 12582912.0f; /* adding it rounds to an integer */
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y), q = a / b, r;
	double k = (q + magic) - magic, left = a - k * b;

	r = (float)(left < 0 ? left + b : left);
	r = __builtin_copysignf(a < b ? a : r, x);
	return __builtin_expect(q < 0x1p22f, 1) ? r : rare_fmodf(x, y);
}

/* A double holds all of them, and rounds once. */
float
__nv_ldexpf(float x, int n)
{
	n = n < -300 ? -300 : n > 300 ? 300 : n;
	return (float)((double)x * power_of_two(n));
}
float __nv_scalbnf(float x, int n) { return __nv_ldexpf(x, n); }

float
__nv_lgammaf(float x)
{
	int sign;

	return (float)lgamma_r(x, &sign);
}

int __nv_isnanf(float x) { return __builtin_isnan(x); }
int __nv_isinff(float x) { return __builtin_isinf(x); }
int __nv_finitef(float x) { return __builtin_isfinite(x); }
int __nv_signbitf(float x) { return __builtin_signbit(x) != 0; }

int
__nv_ilogbf(float x)
{
	if (x == 0 || x != x)
		return INT_MIN;
	return __builtin_isinf(x) ? INT_MAX : ilogbf(x);
}

/* The payload is not read: every text gives the same quiet NaN. */
float
__nv_nanf(const signed char *text)
{
	(void)text;
	return float_of_bits(0x7fffffff);
}

/* Sums of squares of floats neither overflow nor lose anything in double. */
INLINE double
squares(double x, double y, double z, double w)
{
	return x * x + y * y + z * z + w * w;
}

INLINE double
squares_of(int n, const float *v)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum = __builtin_isinf(v[i]) || __builtin_isinf(sum) ? INFINITY
		                                                    : sum + (double)v[i] * v[i];
	return sum;
}

INLINE int
any_inf(float x, float y, float z, float w)
{
	return __builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z) ||
	       __builtin_isinf(w);
}

float
__nv_norm4df(float x, float y, float z, float w)
{
	return any_inf(x, y, z, w) ? INFINITY : (float)sqrt(squares(x, y, z, w));
}
float
__nv_rnorm4df(float x, float y, float z, float w)
{
	return any_inf(x, y, z, w) ? 0 : (float)(1 / sqrt(squares(x, y, z, w)));
}
float __nv_norm3df(float x, float y, float z) { return __nv_norm4df(x, y, z, 0); }
float __nv_rnorm3df(float x, float y, float z) { return __nv_rnorm4df(x, y, z, 0); }
float __nv_rhypotf(float x, float y) { return __nv_rnorm4df(x, y, 0, 0); }
float __nv_normf(int n, const float *v) { return (float)sqrt(squares_of(n, v)); }
float __nv_rnormf(int n, const float *v) { return (float)(1 / sqrt(squares_of(n, v))); }
