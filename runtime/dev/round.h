/* SPDX-License-Identifier: Apache-2.0 */
/* Rounding up, down and to zero without touching the floating-point environment.
 *
 * An exact result is held as two numbers: `near`, the nearest double, and `rest`,
 * whose sign tells on which side of it the exact result lies (0: it is exact). */
#ifndef HD_DEV_ROUND_H
#define HD_DEV_ROUND_H

#include "dev.h"

typedef struct {
	double near, rest;
} exact;

INLINE float
float_up(exact x)
{
	float f = (float)x.near;

	return f < x.near || (f == x.near && x.rest > 0) ? next_up_float(f) : f;
}

INLINE float
float_down(exact x)
{
	float f = (float)x.near;

	return f > x.near || (f == x.near && x.rest < 0) ? -next_up_float(-f) : f;
}

/* A nonzero exact float result is never so small that `near` is 0. */
INLINE float
float_zero(exact x)
{
	return x.near > 0 ? float_down(x) : float_up(x);
}

INLINE double
double_up(exact x)
{
	return x.rest > 0 ? next_up_double(x.near) : x.near;
}

INLINE double
double_down(exact x)
{
	return x.rest < 0 ? -next_up_double(-x.near) : x.near;
}

INLINE double
double_zero(exact x)
{
	return x.near > 0 || (x.near == 0 && x.rest > 0) ? double_down(x)
							 : double_up(x);
}

/* a + b. For sums that overflow, `rest` points back to the finite side. */
INLINE exact
exact_sum(double a, double b)
{
	double big = __builtin_fabs(a) < __builtin_fabs(b) ? b : a;
	double small = __builtin_fabs(a) < __builtin_fabs(b) ? a : b;
	exact s = {a + b, 0};

	s.rest = small - (s.near - big);
	if (__builtin_isinf(s.near) && !__builtin_isinf(big))
		s.rest = -s.near;
	return s;
}

/* A sum that is exactly zero is -0 when rounding down, unless both were +0. */
INLINE double
zero_sum_down(double a, double b)
{
	return __builtin_signbit(a) || __builtin_signbit(b) ? -0.0 : 0.0;
}

#endif
