/* SPDX-License-Identifier: Apache-2.0 */
/* Double tangent and arcs without branches or calls; the tangent of large numbers is
 * libm's. Errors are below 2 ulp; tests/math measures them. */
#include "wide.h"

/* atan(t) - t for |t| <= 1. */
INLINE double
atan_rest(double t)
{
	double y = t * t, p = -0x1.53f36dad87b39p-16;
	double yy = y * y;

	p = muladd(p, yy, muladd(0x1.d3cc598681135p-13, y, -0x1.3134529a903c7p-10));
	p = muladd(p, yy, muladd(0x1.f97b2013c77a6p-9, y, -0x1.2cfe656bc3b81p-7));
	p = muladd(p, yy, muladd(0x1.16312585bce47p-6, y, -0x1.a72bd26983112p-6));
	p = muladd(p, yy, muladd(0x1.1717eccfd1fa1p-5, y, -0x1.4f4668e514e4ap-5));
	p = muladd(p, yy, muladd(0x1.7ee492201eee1p-5, y, -0x1.ad32f389bc3e8p-5));
	p = muladd(p, yy, muladd(0x1.e178273b19bc4p-5, y, -0x1.11089eb1adc63p-4));
	p = muladd(p, yy, muladd(0x1.3b12b32b20802p-4, y, -0x1.745d02383319cp-4));
	p = muladd(p, yy, muladd(0x1.c71c709e9e8f7p-4, y, -0x1.2492491fa4fa8p-3));
	p = muladd(p, yy, muladd(0x1.999999998421ap-3, y, -0x1.555555555544dp-2));
	return t * y * p;
}

/* base + t + low with one rounding that counts, for base >= |t| or base = 0. */
INLINE double
sum_of_three(double base, double t, double low)
{
	double sum = base + t;

	return sum + (((base - sum) + t) + low);
}

double
__nv_atan(double x)
{
	double size = __builtin_fabs(x);
	int large = size > 1;
	double t = (large ? -1 : size) / (large ? size : 1);
	double low = atan_rest(t) + (large ? HALF_PI_LOW : 0);

	return __builtin_copysign(sum_of_three(large ? HALF_PI : 0, t, low), x);
}

/* The smaller coordinate over the larger one, then from one eighth to all of them. */
double
__nv_atan2(double y, double x)
{
	double a = __builtin_fabs(y), b = __builtin_fabs(x);
	int steep = a > b, back = __builtin_signbit(x) != 0;
	double least = steep ? b : a, most = steep ? a : b, t = least / most;
	double base = steep ? HALF_PI : back ? 2 * HALF_PI : 0;

	t = least == most ? (most == 0 ? 0 : 1) : t; /* infinities too */
	t = steep != back ? -t : t;
	base = sum_of_three(base, t, muladd(base, HALF_PI_LOW / HALF_PI, atan_rest(t)));
	return __builtin_copysign(base, y);
}

/* asin(s) = s + s z p, for s^2 = z <= 1/4. */
INLINE double
asin_series(double z)
{
	double p = muladd(0x1.06092fea6cb90p-5, z, -0x1.0b9f462b5c2d6p-6);
	double zz = z * z;

	p = muladd(p, zz, muladd(0x1.411dbae6052eep-6, z, 0x1.aa17259b2b7bbp-8));
	p = muladd(p, zz, muladd(0x1.8ef69d3a82b6fp-7, z, 0x1.c6f5c7186a6f0p-7));
	p = muladd(p, zz, muladd(0x1.1c6c4a886ca13p-6, z, 0x1.6e89ed34f3134p-6));
	p = muladd(p, zz, muladd(0x1.f1c72c84d0a79p-6, z, 0x1.6db6db418f554p-5));
	return muladd(p, zz, muladd(0x1.333333336fe41p-4, z, 0x1.5555555555385p-3));
}

/* Beyond 1/2: pi/2 - 2 asin(sqrt((1 - x) / 2)). */
double
__nv_asin(double x)
{
	double size = __builtin_fabs(x);
	int large = size > 0.5;
	double z = large ? 0.5 * (1 - size) : size * size;
	double s = large ? __builtin_sqrt(z) : size, rest = s * z * asin_series(z);
	double far = sum_of_three(HALF_PI, -2 * s, muladd(-2, rest, HALF_PI_LOW));

	return __builtin_copysign(large ? far : s + rest, x);
}

double
__nv_acos(double x)
{
	double size = __builtin_fabs(x);
	int large = size > 0.5;
	double z = large ? 0.5 * (1 - size) : size * size;
	double s = large ? __builtin_sqrt(z) : x, rest = s * z * asin_series(z);
	double near = HALF_PI - (s + (rest - HALF_PI_LOW)), far = 2 * (s + rest);

	far = x < 0 ? 2 * HALF_PI - (far - 2 * HALF_PI_LOW) : far;
	return large ? far : near;
}

/* Tiny ones and -0 are their own tangents. */
double
__nv_tan(double x)
{
	quarter_turn q = take_quarters(x);
	double r = q.high, y = r * r,
	       p = muladd(0x1.5e8936146ffaap-16, y, -0x1.797ee7bddab65p-15), t, rest;
	int odd = q.quarter & 1;
	double yy = y * y;

	p = muladd(p, yy, muladd(0x1.7824b0415a87cp-14, y, -0x1.bec45061ad5abp-16));
	p = muladd(p, yy, muladd(0x1.1eab7a91ad68ap-13, y, 0x1.d2321f75f1b07p-13));
	p = muladd(p, yy, muladd(0x1.37ffcb4c1e729p-11, y, 0x1.7d5abf124e8f3p-10));
	p = muladd(p, yy, muladd(0x1.d6d940733ab95p-9, y, 0x1.226e1202531c6p-7));
	p = muladd(p, yy, muladd(0x1.664f49ab71f9cp-6, y, 0x1.ba1ba1b45c26dp-5));
	p = muladd(p, yy, muladd(0x1.1111111118401p-3, y, 0x1.55555555554f1p-2));
	rest = r * y * p;
	t = r + rest;
	rest += muladd(q.low * t, t, q.low);
	t = r + rest;
	rest = (r - t) + rest;
	t = (odd ? -1 : t) / (odd ? t : 1);
	t = muladd(odd ? t * t : 0, rest, t);
	t = __builtin_fabs(x) < 0x1p-27 ? x : t;
	return is_large(x) ? rare_tan(x) : t;
}
