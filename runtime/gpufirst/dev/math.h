/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the device's mathematics share. Results are rounded once from sums
 * of two doubles wherever that is cheap: below 0.6 ulp for exp, log and pow, below 0.8
 * for sin and cos, below 2.5 ulp for the others. */
#ifndef HD_GF_MATH_H
#define HD_GF_MATH_H

#include "dev.h"
#include "math_tables.h"

#define INF __builtin_inf()
#define NAN __builtin_nan("")

/* A number and the rest of it. */
typedef struct pair {
	double hi, lo;
} pair;

INLINE u64
bits_of(double x)
{
	u64 b;

	__builtin_memcpy(&b, &x, sizeof b);
	return b;
}

INLINE double
from_bits(u64 b)
{
	double x;

	__builtin_memcpy(&x, &b, sizeof x);
	return x;
}

INLINE double
fma_(double a, double b, double c)
{
	return __builtin_fma(a, b, c);
}
INLINE double
size_(double x)
{
	return __builtin_fabs(x);
}

INLINE pair
sum(double a, double b) /* exact */
{
	double s = a + b, t = s - a;

	return (pair){s, (a - (s - t)) + (b - t)};
}

INLINE pair
product(double a, double b) /* exact */
{
	double p = a * b;

	return (pair){p, fma_(a, b, -p)};
}

/* x 2^n, rounded once. */
INLINE double
scale(double x, int n)
{
	if (n > 1023) {
		x *= 0x1p1023;
		n -= 1023;
		if (n > 1023) { /* from the smallest number up */
			x *= 0x1p1023;
			n -= 1023;
			n = n > 1023 ? 1023 : n;
		}
	} else if (n < -1022) {
		x *= 0x1p-969;
		n += 969;
		if (n < -1022) {
			x *= 0x1p-969;
			n += 969;
			n = n < -1022 ? -1022 : n;
		}
	}
	return x * from_bits((u64)(n + 1023) << 52);
}

pair hd_gfx_log_pair(double x); /* x positive and finite */
double hd_gfx_exp_pair(double hi, double lo);
double hd_gf_exp(double x);
double hd_gf_expm1(double x);
double hd_gf_log(double x);
double hd_gf_log1p(double x);
double hd_gf_pow(double x, double y);
double hd_gf_sin(double x);
double hd_gf_cos(double x);
double hd_gf_atan2(double y, double x);

#endif
