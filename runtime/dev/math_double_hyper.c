/* SPDX-License-Identifier: Apache-2.0 */
/* Double hyperbolic functions and their inverses without branches or calls. Errors are
 * below 1 ulp, of sinh below 1.5, of the inverses below 2; tests/math measures them. */
#include "wide.h"

/* ---- cosh, sinh, tanh */

/* exp(|x|) = 2^n exp(r), sinh(r) = r + odd, cosh(r) = 1 + even; up and down are 2^n and
 * 2^-n, eight times too small. */
typedef struct {
	double up, down, r, odd, even;
} hyper_parts;

INLINE hyper_parts
take_hyper(double x)
{
	double size = __builtin_fabs(x);
	exp_parts e = take_exp(size > 711 ? 711 : size, -0.0);
	double up = two_to(e.n - 3), down = e.n > 60 ? 0 : two_to(-3 - e.n);
	double r = e.high, y = r * r, c = 0x1.28a075c4b540fp-22;
	double s = 0x1.af5ff7f7207afp-26;

	c = muladd(c, y, 0x1.a019aa44b5afbp-16);
	c = muladd(c, y, 0x1.6c16c17d0bab7p-10);
	c = muladd(c, y, 0x1.5555555553128p-5);
	c = muladd(c, y, 0.5);
	s = muladd(s, y, 0x1.71ddf7ae3dc94p-19);
	s = muladd(s, y, 0x1.a01a01b020a9dp-13);
	s = muladd(s, y, 0x1.111111110f62ap-7);
	s = muladd(s, y, 0x1.5555555555559p-3);
	return (hyper_parts){up, down, r, muladd(r * y, s, e.low), y * c};
}

/* What a sum loses goes with the small parts. */
double
__nv_cosh(double x)
{
	hyper_parts h = take_hyper(x);
	double sum = h.up + h.down, lost = (h.up - sum) + h.down;
	double small = muladd(h.up - h.down, h.odd, muladd(-h.down, h.r, lost));
	double all = muladd(h.up, h.r, sum), rest = muladd(h.up, h.r, sum - all);

	return 4 * (all + (rest + muladd(sum, h.even, small)));
}

double
__nv_sinh(double x)
{
	hyper_parts h = take_hyper(x);
	double sum = h.up + h.down, difference = h.up - h.down;
	double small = muladd(difference, h.even, (h.up - difference) - h.down);
	double r = 4 * (difference + muladd(sum, h.r, muladd(sum, h.odd, small)));

	/* NaN and tiny ones are their own */
	return __builtin_fabs(x) >= 0x1p-27 ? __builtin_copysign(r, x) : x;
}

/* t / (t + 2) where t = exp(2x) - 1; both in two parts. */
double
__nv_tanh(double x)
{
	double size = __builtin_fabs(x);
	pair t = half_expm1(size > 20 ? 40 : 2 * size);
	double d = t.high + 1, d_top = top(d), inverse = 1 / d;
	double lost = t.high > 1 ? 1 - (d - t.high) : t.high - (d - 1);
	double d_rest = (lost + t.low) + (d - d_top);
	double q = top(t.high * inverse);
	double left = (t.high - q * d_top) - (q * d_rest - t.low);

	return __builtin_copysign(q + left * inverse, x);
}

/* ---- inverses */

/* log(1 + x), for large x log(2 x) */
INLINE double
log1p_or_twice(double x, int large)
{
	double r = near_log1p(x);

	r = large ? r + 0x1.62e42fefa39efp-1 : r;
	return x == INFINITY ? x : r;
}

double
__nv_asinh(double x)
{
	double a = __builtin_fabs(x);
	int large = a > 0x1p60;
	double near = a + a * a / (1 + __builtin_sqrt(muladd(a, a, 1)));

	return __builtin_copysign(log1p_or_twice(large ? a : near, large), x);
}

double
__nv_acosh(double x)
{
	double d = x - 1;
	int large = x > 0x1p60;
	double near = d + __builtin_sqrt(muladd(d, d, d + d));
	double r = log1p_or_twice(large ? x : near, large);

	return x >= 1 ? r : NAN;
}

double
__nv_atanh(double x)
{
	double a = __builtin_fabs(x), twice = a + a;
	double r = 0.5 * near_log1p(twice + twice * a / (1 - a));

	r = a == 1 ? INFINITY : r;
	return a <= 1 ? __builtin_copysign(r, x) : NAN;
}
