/* SPDX-License-Identifier: Apache-2.0 */
/* Float exponentials and logarithms without branches or calls, so that lanes can run them
 * as vectors on every processor, fused operations or not. Errors are below 1 ulp (1.2 for
 * powers of 10 and 2, 1.4 for tanh); tests/unit/dev_math.c measures them. */
#include "libm.h"
#include "dev.h"

#define LN2_HIGH 0.693145752f /* 15 bits: times a small integer it is exact */
#define LN2_LOW  1.42860677e-06f
#define MAGIC    12582912.0f /* 1.5 * 2^23: adding it rounds to an integer */

/* The nearest integer, as a number and (in *n) as an integer. NaN gives any *n. */
INLINE float
nearest(float x, int *n)
{
	float shifted = x + MAGIC;

	*n = (int)(bits_of_float(shifted) - bits_of_float(MAGIC));
	return shifted - MAGIC;
}

/* x * 2^n for |n| < 256 in two steps, as 2^n alone may be too large or too small. */
INLINE float
scaled(float x, int n)
{
	const u32 one = 0x3f800000; /* 1.0f */
	u32 all = (u32)n << 23, half = (u32)((int)all >> 1) & 0xff800000;

	return x * float_of_bits(one + half) * float_of_bits(one + all - half);
}

INLINE float
between(float x, float low, float high)
{
	x = x < low ? low : x;
	return x > high ? high : x;
}

/* exp(r) for |r| <= ln(2)/2. */
INLINE float
exp_near_0(float r)
{
	float p = 0.000199077083f;

	p = mad(p, r, 0.00139337324f);
	p = mad(p, r, 0.00833328627f);
	p = mad(p, r, 0.041666463f);
	p = mad(p, r, 0.166666672f);
	p = mad(p, r, 0.5f);
	return 1 + mad(r * r, p, r);
}

float
__nv_expf(float x)
{
	int n;
	float v = between(x, -104, 89), k = nearest(v * 1.44269502f, &n);

	return scaled(exp_near_0(mad(-k, LN2_LOW, mad(-k, LN2_HIGH, v))), n);
}

float
__nv_exp10f(float x)
{
	int n;
	float v = between(x, -46, 39), k = nearest(v * 3.32192802f, &n);
	/* log10(2) in two parts */
	float r = (v - k * 0.301025391f) - k * 4.60503907e-06f;

	return scaled(exp_near_0(r * 2.30258512f), n);
}

float
__nv_exp2f(float x)
{
	int n;
	float v = between(x, -151, 129), r = v - nearest(v, &n);
	float p = 1.53100846e-05f;

	p = mad(p, r, 0.000154614696f);
	p = mad(p, r, 0.00133334543f);
	p = mad(p, r, 0.00961805694f);
	p = mad(p, r, 0.0555041097f);
	p = mad(p, r, 0.240226507f);
	p = mad(p, r, 0.693147182f);
	return scaled(mad(r, p, 1), n);
}

/* x = 2^e (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), log(1 + f) = f + f^2 (f p - 1/2). */
typedef struct {
	float e, f, p;
} log_parts;

INLINE log_parts
take_log(float x)
{
	int small = x < 0x1p-126f;
	u32 b = bits_of_float(small ? x * 0x1p23f : x);
	int e = (int)(b - 0x3f3504f3) >> 23;
	float f = float_of_bits(b - ((u32)e << 23)) - 1;
	float p = 0.0693729296f;

	p = mad(p, f, -0.118467353f);
	p = mad(p, f, 0.118887991f);
	p = mad(p, f, -0.123774871f);
	p = mad(p, f, 0.142171174f);
	p = mad(p, f, -0.166694835f);
	p = mad(p, f, 0.200021878f);
	p = mad(p, f, -0.249999836f);
	p = mad(p, f, 0.333333135f);
	return (log_parts){(float)(small ? e - 23 : e), f, p};
}

/* The logarithm r of x, if x has one. */
INLINE float
defined_log(float x, float r)
{
	r = x == INFINITY ? x : r;
	r = x == 0 ? -INFINITY : r;
	return x >= 0 ? r : NAN;
}

float
__nv_logf(float x)
{
	log_parts l = take_log(x);
	float rest = mad(l.f * l.f, mad(l.f, l.p, -0.5f), l.e * LN2_LOW);

	return defined_log(x, mad(l.e, LN2_HIGH, l.f + rest));
}

/* log(1 + f) in double: a factor that follows would double the error of a float. */
INLINE double
wide_log(log_parts l)
{
	double f = l.f;

	return f + f * f * (f * l.p - 0.5);
}

float
__nv_log2f(float x)
{
	log_parts l = take_log(x);

	return defined_log(x, (float)(l.e + wide_log(l) * 1.4426950408889634));
}

float
__nv_log10f(float x)
{
	log_parts l = take_log(x);
	double r = l.e * 0.30102999566398120 + wide_log(l) * 0.43429448190325182;

	return defined_log(x, (float)r);
}

/* The fast ones are the same. */
float
__nv_fast_expf(float x)
{
	return __nv_expf(x);
}

float
__nv_fast_exp10f(float x)
{
	return __nv_exp10f(x);
}

float
__nv_fast_logf(float x)
{
	return __nv_logf(x);
}

float
__nv_fast_log2f(float x)
{
	return __nv_log2f(x);
}

float
__nv_fast_log10f(float x)
{
	return __nv_log10f(x);
}

/* 1 - 2 / (exp(2x) + 1), or near 0 a polynomial. */
float
__nv_tanhf(float x)
{
	float size = __builtin_fabsf(x), y = x * x, p = -0.00655426411f;
	float far = 1 - 2 / (__nv_expf(2 * size) + 1);

	p = mad(p, y, 0.0212801136f);
	p = mad(p, y, -0.0539047942f);
	p = mad(p, y, 0.133330911f);
	p = mad(p, y, -0.333333313f);
	return __builtin_copysignf(size < 0.55f ? size + size * (y * p) : far, x);
}
