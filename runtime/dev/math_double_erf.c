/* SPDX-License-Identifier: Apache-2.0 */
/* The double error function, its complement and their relatives without branches or calls.
 * Errors are below 2 ulp for erf, 3 for erfcx, 4 for erfc and 5 for normcdf; tests/math
 * measures them. */
#include "wide.h"

/* erf(x) / x for |x| <= 1, from x^2. */
INLINE double
erf_ratio(double y)
{
	double p = -0x1.a16c696cd0e7cp-31;
	double yy = y * y;

	p = muladd(p, yy, muladd(0x1.d39ecf87de6c0p-27, y, -0x1.5b846c9fbcb84p-23));
	p = muladd(p, yy, muladd(0x1.b96a36ec5cae7p-20, y, -0x1.f4c8166f16de7p-17));
	p = muladd(p, yy, muladd(0x1.f9a295681501fp-14, y, -0x1.c02daeac47331p-11));
	p = muladd(p, yy, muladd(0x1.565bcceea6e17p-8, y, -0x1.b82ce311a882dp-6));
	p = muladd(p, yy, muladd(0x1.ce2f21a03f89dp-4, y, -0x1.812746b03799dp-2));
	return muladd(p, y, 0x1.20dd750429b6dp+0);
}

/* log(erfc(v)) for 1 <= v <= 5.95, within 2^-54 / erfc(v). */
INLINE double
log_erfc(double v)
{
	double p = muladd(0x1.31fbd3e25ca71p-36, v, -0x1.603dda2fb48e7p-31);
	double vv = v * v;

	p = muladd(p, vv, muladd(0x1.705d09e68aa92p-27, v, -0x1.c8e5acc0414a4p-24));
	p = muladd(p, vv, muladd(0x1.6a6596f98046fp-21, v, -0x1.5e2aaf6176611p-19));
	p = muladd(p, vv, muladd(0x1.c428a4dcd6faep-19, v, 0x1.e180c3762e31cp-16));
	p = muladd(p, vv, muladd(-0x1.e702bd48bc081p-13, v, 0x1.e3c2e9012c6b4p-11));
	p = muladd(p, vv, muladd(-0x1.1394e20303584p-9, v, 0x1.344429eb33910p-11));
	p = muladd(p, vv, muladd(0x1.350a481aad92bp-6, v, -0x1.a4658902ab97bp-4));
	p = muladd(p, vv, muladd(-0x1.45f9621d89cd3p-1, v, -0x1.20dcc2d32a5dcp+0));
	return muladd(p, v, -0x1.227941cf9324bp-20);
}

double
__nv_erf(double x)
{
	double size = __builtin_fabs(x);
	i64 n;
	double t = exp_rest(log_erfc(size > 5.95 ? 5.95 : size), &n);
	double far = 1 - (1 + t) * two_to(n), near = size * erf_ratio(x * x);

	return __builtin_copysign(size < 1 ? near : far, x);
}

/* exp(x^2) erfc(x) (1 + 9/8 x) from t = (x - 4) / (x + 4), for 0 <= x <= 27.3. */
INLINE double
erfc_series(double t)
{
	double p = -0x1.4106b821eb4fap-28;
	double tt = t * t;

	p = muladd(p, tt, muladd(-0x1.a111f89b9a5b9p-28, t, 0x1.c007984df0faep-25));
	p = muladd(p, tt, muladd(0x1.7a625178ab0e1p-25, t, -0x1.c3ebb9f5bc943p-22));
	p = muladd(p, tt, muladd(0x1.ab6182879258fp-25, t, 0x1.972213b879132p-19));
	p = muladd(p, tt, muladd(-0x1.518352c247a71p-18, t, -0x1.e87c3b472d8b0p-17));
	p = muladd(p, tt, muladd(0x1.39fa90833c94fp-14, t, -0x1.452b4f36c54e1p-14));
	p = muladd(p, tt, muladd(-0x1.c8efc4b58f1b3p-12, t, 0x1.452c04688bc14p-9));
	p = muladd(p, tt, muladd(-0x1.e0b287d4161d1p-8, t, 0x1.f4f0daa93a7e1p-7));
	p = muladd(p, tt, muladd(-0x1.82f2f299eb3a2p-6, t, 0x1.9b7c27f726649p-6));
	p = muladd(p, tt, muladd(-0x1.2c4186333a2f2p-7, t, -0x1.12e8a665fa23ep-5));
	p = muladd(p, tt, muladd(0x1.ab6160c8dc301p-4, t, -0x1.88f7ef80ff630p-3));
	return muladd(p, t, 0x1.81ca5c6ac35d4p-1);
}

/* erfc(v + more) for 0 <= v <= 27.3. The square in two parts, as its error counts v^2
 * times. */
INLINE double
near_erfc(double v, double more)
{
	double high = top(v), low = muladd(v - high, v + high, 2 * v * more);
	exp_parts e = take_exp(-high * high, -low);
	double ratio = erfc_series((v - 4) / (v + 4)) / muladd(v, 1.125, 1);

	return scaled(exp_of_parts(e) * ratio, e.n);
}

double
__nv_erfc(double x)
{
	double size = __builtin_fabs(x), r = near_erfc(size > 27.3 ? 27.3 : size, 0);

	return x < 0 ? 2 - r : r;
}

/* erfc(-x / sqrt(2)) / 2; the quotient in two parts. */
double
__nv_normcdf(double x)
{
	const double root = 0x1.6a09e68p-1, root_low = -0x1.80c4336f74d05p-29;
	double size = __builtin_fabs(x) > 38.6 ? 38.6 : __builtin_fabs(x);
	double high = top(size), rest = size - high;
	double v = size * 0x1.6a09e667f3bcdp-1, exact = high * root;
	double low = (exact - v) + muladd(high, root_low, rest * (root + root_low));
	double r = near_erfc(v, low);

	return 0.5 * (x > 0 ? 2 - r : r);
}

/* sqrt(pi) x exp(x^2) erfc(x) = 1 - u + 3 u^2 - ... where u = 1/(2 x^2), for x >= 27. */
INLINE double
erfcx_series(double u)
{
	double sum = 1 - 11 * u;

	sum = muladd(-9 * u, sum, 1);
	sum = muladd(-7 * u, sum, 1);
	sum = muladd(-5 * u, sum, 1);
	sum = muladd(-3 * u, sum, 1);
	return muladd(-u, sum, 1) * 0x1.20dd750429b6dp-1;
}

/* exp(x^2) erfc(x), which is 2 exp(x^2) less than that of -x. */
double
__nv_erfcx(double x)
{
	double v = __builtin_fabs(x), w = v > 27.3 ? 27.3 : v, high = top(w);
	int large = v > 27.3;
	double t = (large ? 0.5 : v - 4) / (large ? v * v : v + 4);
	double far = erfcx_series(t), near = erfc_series(t);
	double r = (large ? far : near) / (large ? v : muladd(v, 1.125, 1));
	exp_parts e = take_exp(high * high, (w - high) * (w + high));
	double power = scaled(exp_of_parts(e), e.n + 1);

	return x < 0 ? power - r : r;
}
