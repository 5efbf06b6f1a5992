/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, logarithms and powers, by small tables and short polynomials. */
#include "math.h"

#define LN2_HIGH    0x1.62e42fefa3800p-1 /* times an exponent it is exact */
#define LN2_LOW     0x1.ef35793c76730p-45
#define LN2_64_HIGH 0x1.62e42fefa0000p-7 /* ln(2)/64, likewise */
#define LN2_64_LOW  0x1.cf79abc9e3b3ap-46
#define MAGIC       0x1.8p52 /* adding it rounds to an integer */

/* 2^(k/64) e^r for small r. */
INLINE double
finish_exp(int k, double r)
{
	const double *t = exp2_table[k & 63];
	double p = r * (1.0 / 720), q;

	p = (p + 1.0 / 120) * r;
	p = (p + 1.0 / 24) * r;
	p = (p + 1.0 / 6) * r;
	p = (p + 0.5) * r * r;
	q = t[0] * (r + p) + t[1];
	return scale(t[0] + q, k >> 6);
}

double
hd_gfx_exp_pair(double hi, double lo)
{
	double shifted, k;

	if (!(hi <= 709.8))
		return hi != hi ? hi : INF;
	if (hi < -745.2)
		return 0;
	shifted = hi * 0x1.71547652b82fep+6 + MAGIC;
	k = shifted - MAGIC;
	return finish_exp((int)k, fma_(-k, LN2_64_HIGH, hi) + fma_(-k, LN2_64_LOW, lo));
}

double
hd_gf_exp(double x)
{
	return hd_gfx_exp_pair(x, 0);
}

double
hd_gf_exp2(double x)
{
	double shifted, k;

	if (!(x < 1024))
		return x != x ? x : INF;
	if (x < -1075)
		return 0;
	shifted = x * 64 + MAGIC;
	k = shifted - MAGIC;
	return finish_exp((int)k, (x * 64 - k) * 0x1.62e42fefa39efp-7);
}

double
hd_gf_expm1(double x)
{
	double s = 0;

	if (size_(x) > 0.3)
		return x > 40 ? hd_gf_exp(x) : hd_gf_exp(x) - 1;
	if (size_(x) < 0x1p-54) /* also the sign of a zero */
		return x;
	for (int i = 16; i > 1; i--)
		s = (s + 1) * x / i;
	return x + x * s;
}

/* ---- logarithms: x = 2^e z, z from 11/16 to 11/8, c near z */

typedef struct log_parts {
	double e, z, inverse, log_hi, log_lo; /* of c */
} log_parts;

INLINE log_parts
split(double x)
{
	u64 b = bits_of(x), at;
	double extra = 0;
	const double *t;

	if (b < 1ull << 52) { /* subnormal */
		b = bits_of(x * 0x1p54);
		extra = -54;
	}
	at = b - 0x3fe6000000000000ull;
	t = log_table[at >> 45 & 127];
	return (log_parts){(double)((i64)at >> 52) + extra,
			   from_bits(b - (at & 0xfffull << 52)), t[0], t[1], t[2]};
}

/* (log(1+r) - r + r^2/2) / r^3 */
INLINE double
log_rest(double r)
{
	double p = -1.0 / 12;

	p = p * r + 1.0 / 11;
	p = p * r - 1.0 / 10;
	p = p * r + 1.0 / 9;
	p = p * r - 1.0 / 8;
	p = p * r + 1.0 / 7;
	p = p * r - 1.0 / 6;
	p = p * r + 1.0 / 5;
	p = p * r - 1.0 / 4;
	return p * r + 1.0 / 3;
}

pair
hd_gfx_log_pair(double x)
{
	log_parts l = split(x);
	pair p = product(l.z, l.inverse), square, a, b, c;
	double r = p.hi - 1, low;

	square = product(r, r);
	a = sum(l.e * LN2_HIGH, l.log_hi);
	b = sum(a.hi, r);
	c = sum(b.hi, -0.5 * square.hi);
	low = a.lo + b.lo + c.lo + (l.e * LN2_LOW + l.log_lo) + p.lo - r * p.lo -
	      0.5 * square.lo + r * square.hi * log_rest(r);
	return sum(c.hi, low);
}

/* What has no logarithm, or an infinite one. */
INLINE int
is_odd_log(double x, double *result)
{
	if (x > 0 && x < INF)
		return 0;
	*result = x == 0 ? -INF : x > 0 ? x : x != x ? x : NAN;
	return 1;
}

double
hd_gf_log(double x)
{
	double odd;

	return is_odd_log(x, &odd) ? odd : hd_gfx_log_pair(x).hi;
}

INLINE double
log_times(double x, double hi, double lo)
{
	double odd;
	pair l, p;

	if (is_odd_log(x, &odd))
		return odd;
	l = hd_gfx_log_pair(x);
	p = product(l.hi, hi);
	return p.hi + (p.lo + l.lo * hi + l.hi * lo);
}

double
hd_gf_log2(double x)
{
	return log_times(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}

double
hd_gf_log10(double x)
{
	return log_times(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

double
hd_gf_log1p(double x)
{
	pair u = sum(1, x);

	if (!(x > -1) || x == INF)
		return x == -1 ? -INF : x > 0 ? x : x != x ? x : NAN;
	if (size_(x) < 0x1p-54)
		return x;
	return hd_gf_log(u.hi) + u.lo / u.hi;
}

/* ---- powers */

/* 0: y is no integer, 1: odd, 2: even */
INLINE int
parity(double y)
{
	double half;

	if (size_(y) >= 0x1p53)
		return 2;
	if (__builtin_trunc(y) != y)
		return 0;
	half = y * 0.5;
	return __builtin_trunc(half) == half ? 2 : 1;
}

INLINE double
odd_power(double x, double y)
{
	double size = size_(x), r;
	int odd = parity(y) == 1;

	if (x != x || y != y)
		return x + y;
	if (size_(y) == INF)
		return size == 1 ? 1 : (size > 1) == (y > 0) ? INF : 0;
	r = (size == 0) == (y < 0) ? INF : 0;
	return odd && (bits_of(x) >> 63) ? -r : r;
}

double
hd_gf_pow(double x, double y)
{
	double sign = 1, high;
	pair l, p;

	if (x == 1 || y == 0)
		return 1;
	if (x != x || y != y || x == 0 || size_(x) == INF || size_(y) == INF)
		return odd_power(x, y);
	if (x < 0) {
		int kind = parity(y);

		if (kind == 0)
			return NAN;
		sign = kind == 1 ? -1 : 1;
		x = -x;
	}
	l = hd_gfx_log_pair(x);
	high = y * l.hi;
	if (!(size_(high) < 800))
		return high > 0 ? sign * INF : sign * 0.0;
	p = product(y, l.hi);
	return sign * hd_gfx_exp_pair(p.hi, p.lo + y * l.lo);
}

double
hd_gf_exp10(double x)
{
	return hd_gf_pow(10, x);
}

/* ---- hyperbolic functions */

double
hd_gf_sinh(double x)
{
	double a = size_(x), e;

	if (a > 709)
		e = hd_gf_exp(a * 0.5) * 0.5 * hd_gf_exp(a * 0.5);
	else {
		e = hd_gf_expm1(a);
		e = 0.5 * (e + e / (e + 1));
	}
	return a < 0x1p-28 ? x : __builtin_copysign(e, x);
}

double
hd_gf_cosh(double x)
{
	double a = size_(x), e;

	if (a > 709)
		return hd_gf_exp(a * 0.5) * 0.5 * hd_gf_exp(a * 0.5);
	e = hd_gf_exp(a);
	return 0.5 * e + 0.5 / e;
}

double
hd_gf_tanh(double x)
{
	double a = size_(x), e;

	if (a > 22)
		return __builtin_copysign(1, x);
	e = hd_gf_expm1(2 * a);
	return x != x || a < 0x1p-28 ? x : __builtin_copysign(e / (e + 2), x);
}

double
hd_gf_asinh(double x)
{
	double a = size_(x);

	if (a > 0x1p28)
		return __builtin_copysign(hd_gf_log(a) + 0x1.62e42fefa39efp-1, x);
	a = hd_gf_log1p(a + a * a / (1 + __builtin_sqrt(a * a + 1)));
	return __builtin_copysign(a, x);
}

double
hd_gf_acosh(double x)
{
	double t = x - 1;

	if (x < 1)
		return NAN;
	if (x > 0x1p28)
		return hd_gf_log(x) + 0x1.62e42fefa39efp-1;
	return hd_gf_log1p(t + __builtin_sqrt(2 * t + t * t));
}

double
hd_gf_atanh(double x)
{
	double a = size_(x);

	return __builtin_copysign(0.5 * hd_gf_log1p(2 * a / (1 - a)), x);
}
