/* SPDX-License-Identifier: Apache-2.0 */
/* Functions in double with 30 to 35 good bits: what float functions are made of. Without
 * branches or calls, so that lanes can run them as vectors. */
#ifndef HD_DEV_COARSE_H
#define HD_DEV_COARSE_H

#include "libm.h"
#include "dev.h"

#define HALF_PI 0x1.921fb54442d18p+0
#define LN2     0x1.62e42fefa39efp-1

/* (exp(r) - 1 - r) / r^2 for |r| <= ln(2)/2. */
INLINE double
coarse_exp_rest(double r)
{
	double p = 0x1.a161036f6a3a6p-16;

	p = p * r + 0x1.a157b3688c00bp-13;
	p = p * r + 0x1.6c164d964a365p-10;
	p = p * r + 0x1.1110c32c914ddp-7;
	p = p * r + 0x1.555555709756cp-5;
	p = p * r + 0x1.555555686d8e0p-3;
	return p * r + 0x1.fffffffffbc5cp-2;
}

/* exp(x) for |x| <= 700; others count as one of these. */
INLINE double
coarse_exp(double x)
{
	const double magic = 0x1.8p52; /* adding it rounds to an integer */
	double v = x < -700 ? -700 : x > 700 ? 700 : x;
	double shifted = v * 0x1.71547652b82fep+0 + magic, k = shifted - magic;
	double r = v - k * LN2;

	return (1 + (r + r * r * coarse_exp_rest(r))) *
	       double_of_bits((bits_of_double(shifted) + 1023) << 52);
}

INLINE double
coarse_expm1(double x)
{
	double far = coarse_exp(x) - 1;

	return __builtin_fabs(x) < 0.34 ? x + x * x * coarse_exp_rest(x) : far;
}

/* 2 atanh(s) for |s| <= 0.1716. */
INLINE double
coarse_log_of_ratio(double s)
{
	double z = s * s, p = 0x1.8cd51fdf7589fp-3;

	p = p * z + 0x1.c67701f7cd71ap-3;
	p = p * z + 0x1.24932bdbba2afp-2;
	p = p * z + 0x1.999998c0a340fp-2;
	p = p * z + 0x1.5555555565eecp-1;
	return s * (2 + z * p);
}

/* The logarithm of a positive normal number. */
INLINE double
coarse_log(double x)
{
	u64 b = bits_of_double(x);
	i64 e = (i64)(b - 0x3fe6a09e667f3bcd) >> 52;
	double f = double_of_bits(b - ((u64)e << 52)) - 1;

	return (double)e * LN2 + coarse_log_of_ratio(f / (2 + f));
}

INLINE double
coarse_log1p(double x)
{
	int is_near = x > -0.29 && x < 0.41;
	double near = coarse_log_of_ratio(is_near ? x / (2 + x) : 0);
	double r = is_near ? near : coarse_log(1 + x);

	r = x == INFINITY ? x : r;
	r = x == -1 ? -INFINITY : r;
	return x >= -1 ? r : NAN;
}

/* atan(x) for x >= 0, also infinity. */
INLINE double
coarse_atan(double x)
{
	double t = x > 1 ? 1 / x : x, y = t * t, p = -0x1.025185eb1735cp-10;

	p = p * y + 0x1.a6f4336088bfap-8;
	p = p * y - 0x1.4431d19891374p-6;
	p = p * y + 0x1.3f135f54c725ap-5;
	p = p * y - 0x1.db902a6167c7bp-5;
	p = p * y + 0x1.30a0d0e1dbacdp-4;
	p = p * y - 0x1.725ceffc72559p-4;
	p = p * y + 0x1.c6e1f6b6cb6ddp-4;
	p = p * y - 0x1.24908cffcc893p-3;
	p = p * y + 0x1.99998f4000e10p-3;
	p = p * y - 0x1.555555503879cp-2;
	t = t + t * y * p;
	return x > 1 ? HALF_PI - t : t;
}

/* The cube root of a positive normal number: a guess from its bits, two steps of Halley. */
INLINE double
coarse_cbrt(double x)
{
	double y = double_of_bits(bits_of_double(x) / 3 + 0x2a9f7893782da1ce), z;

	z = y * y * y;
	y = y * (z + 2 * x) / (2 * z + x);
	z = y * y * y;
	return y * (z + 2 * x) / (2 * z + x);
}

/* erfc(x) for 0 <= x <= 10.5; larger ones count as that. */
INLINE double
coarse_erfc(double x)
{
	double v = x > 10.5 ? 10.5 : x, t = (v - 3) / (v + 3);
	double p = 0x1.120a25c203a88p-15;

	p = p * t + 0x1.0719e378e6ae9p-13;
	p = p * t - 0x1.0bba33cc69dadp-13;
	p = p * t - 0x1.9df8489e120c8p-11;
	p = p * t + 0x1.f0c3f55260c5bp-10;
	p = p * t + 0x1.4c1628755277cp-9;
	p = p * t - 0x1.8577bf4b084a3p-6;
	p = p * t + 0x1.17c96c950ddd6p-4;
	p = p * t - 0x1.e88b793e049d9p-4;
	p = p * t + 0x1.09836cdd93403p-3;
	p = p * t - 0x1.85a15c5e0fe88p-5;
	p = p * t - 0x1.15c084d946818p-3;
	p = p * t + 0x1.40c522d7e3987p+0;
	return coarse_exp(-v * v) * p / (1 + 2 * v);
}

/* erf(x) / x for |x| <= 1. */
INLINE double
coarse_erf_ratio(double x)
{
	double y = x * x, p = 0x1.1c92e65bd040ap-20;

	p = p * y - 0x1.d2e0f5ae9c17ap-17;
	p = p * y + 0x1.f586dfa2eec28p-14;
	p = p * y - 0x1.bfe2388657c15p-11;
	p = p * y + 0x1.565898541a23ap-8;
	p = p * y - 0x1.b82cbbbda0cd0p-6;
	p = p * y + 0x1.ce2f20adf7b53p-4;
	p = p * y - 0x1.812746adf8482p-2;
	return p * y + 0x1.20dd750428d5ep+0;
}

#endif
