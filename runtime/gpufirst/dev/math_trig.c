/* SPDX-License-Identifier: Apache-2.0 */
/* Sine, cosine, tangent and their inverses. */
#include "math.h"

typedef struct turn {
	pair r; /* from -pi/4 to pi/4 */
	int quarter;
} turn;

/* 64 bits of 2/pi from bit `at` on, where bits below 64 are in front of the point. */
INLINE u64
bits_from(int at)
{
	int word = at / 64 - 1, shift = at % 64;
	u64 high = word < 0 ? 0 : two_over_pi[word];

	return shift ? high << shift | two_over_pi[word + 1] >> (64 - shift) : high;
}

/* A fraction of a quarter, high 2^-64 + low 2^-128, as an angle. */
INLINE pair
angle(u64 high, u64 low)
{
	double top = (double)(high >> 11) * 0x1p-53;
	double rest = (double)(high & 2047) * 0x1p-64 + (double)low * 0x1p-128;
	pair p = product(top, 0x1.921fb54442d18p+0);

	return sum(p.hi,
		   p.lo + rest * 0x1.921fb54442d18p+0 + top * 0x1.1a62633145c07p-54);
}

/* Large numbers: multiply with the 192 bits of 2/pi that matter. */
static turn
reduce_large(double x)
{
	u64 b = bits_of(size_(x)), m = (b & ((1ull << 52) - 1)) | 1ull << 52;
	int at = (int)(b >> 52) - 1075 + 62; /* x = m 2^(at - 62) */
	unsigned __int128 low, middle;
	u64 high, f, g;
	turn r;

	low = (unsigned __int128)m * bits_from(at + 128);
	middle = (unsigned __int128)m * bits_from(at + 64) + (u64)(low >> 64);
	high = m * bits_from(at) + (u64)(middle >> 64);
	r.quarter = (int)(high >> 62);
	f = high << 2 | (u64)middle >> 62;
	g = (u64)middle << 2 | (u64)low >> 62;
	if (f >> 63) {
		r.quarter++;
		r.r = angle(~f, ~g);
		r.r.hi = -r.r.hi;
		r.r.lo = -r.r.lo;
	} else {
		r.r = angle(f, g);
	}
	if (x < 0) {
		r.r.hi = -r.r.hi;
		r.r.lo = -r.r.lo;
		r.quarter = -r.quarter;
	}
	return r;
}

static turn
reduce(double x)
{
	const double magic = 0x1.8p52;
	double k, a;
	pair p, q;

	if (size_(x) <= 0x1.921fb54442d18p-1)
		return (turn){{x, 0}, 0};
	if (size_(x) >= 0x1p20)
		return reduce_large(x);
	k = x * 0x1.45f306dc9c883p-1 + magic - magic;
	a = fma_(-k, 0x1.921fb54400000p+0, x); /* exact: 33 bits times 20 */
	p = product(-k, 0x1.0b4611a600000p-34);
	q = sum(a, p.hi);
	return (turn){sum(q.hi, q.lo + p.lo - k * 0x1.3198a2e037073p-69), (int)k};
}

INLINE double
sine(pair x)
{
	double z = x.hi * x.hi, p = 1.0 / 355687428096000.0;

	p = -p * z + 1.0 / 1307674368000.0;
	p = -p * z + 1.0 / 6227020800.0;
	p = -p * z + 1.0 / 39916800.0;
	p = -p * z + 1.0 / 362880.0;
	p = -p * z + 1.0 / 5040.0;
	p = -p * z + 1.0 / 120.0;
	p = -p * z + 1.0 / 6.0;
	return x.hi + (x.lo * (1 - 0.5 * z) - x.hi * z * p);
}

INLINE double
cosine(pair x)
{
	double z = x.hi * x.hi, p = 1.0 / 20922789888000.0, h, w;

	p = -p * z + 1.0 / 87178291200.0;
	p = -p * z + 1.0 / 479001600.0;
	p = -p * z + 1.0 / 3628800.0;
	p = -p * z + 1.0 / 40320.0;
	p = -p * z + 1.0 / 720.0;
	p = -p * z + 1.0 / 24.0;
	h = 0.5 * z;
	w = 1 - h;
	return w +
	       (((1 - w) - h) + (z * z * p - x.hi * x.lo) - 0.5 * fma_(x.hi, x.hi, -z));
}

double
hd_gf_sin(double x)
{
	turn t;
	double v;

	if (!(size_(x) < INF))
		return NAN;
	if (size_(x) < 0x1p-27)
		return x;
	t = reduce(x);
	v = t.quarter & 1 ? cosine(t.r) : sine(t.r);
	return t.quarter & 2 ? -v : v;
}

double
hd_gf_cos(double x)
{
	turn t;
	double v;

	if (!(size_(x) < INF))
		return NAN;
	t = reduce(x);
	v = t.quarter & 1 ? sine(t.r) : cosine(t.r);
	return (t.quarter + 1) & 2 ? -v : v;
}

double
hd_gf_tan(double x)
{
	turn t;
	double s, c;

	if (!(size_(x) < INF))
		return NAN;
	if (size_(x) < 0x1p-27)
		return x;
	t = reduce(x);
	s = sine(t.r);
	c = cosine(t.r);
	return t.quarter & 1 ? -c / s : s / c;
}

void
hd_gf_sincos(double x, double *s, double *c)
{
	*s = hd_gf_sin(x);
	*c = hd_gf_cos(x);
}

/* ---- inverses: from the nearest of 33 angles on */

/* atan(y/x) for 0 <= y <= x, x > 0, as a pair. */
INLINE pair
small_angle(double y, double x)
{
	double q = y / x, c, t, z, p;
	int i = (int)(q * 32 + 0.5);

	if (i == 0) { /* the rest of the quotient counts */
		double rest = fma_(-q, x, y) / x;

		z = q * q;
		t = q;
		p = rest;
	} else {
		c = i * 0.03125;
		t = fma_(-c, x, y) / fma_(c, y, x);
		z = t * t;
		p = atan_table[i][1];
	}
	c = z * (1.0 / 13);
	c = z * (1.0 / 11 - c);
	c = z * (1.0 / 9 - c);
	c = z * (1.0 / 7 - c);
	c = z * (1.0 / 5 - c);
	c = z * (1.0 / 3 - c);
	p -= t * c;
	return i ? sum(atan_table[i][0], t + p) : sum(t, p);
}

double
hd_gf_atan2(double y, double x)
{
	const double pi = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;
	double ay = size_(y), ax = size_(x), a;
	pair p;

	if (x != x || y != y)
		return x + y;
	if (ay == INF && ax == INF)
		ay = ax = 1;
	if (ay == 0 && ax == 0)
		ax = 1;
	if (ax < 0x1p-500 && ay < 0x1p-500) {
		ax *= 0x1p500;
		ay *= 0x1p500;
	} else if (ax > 0x1p500 || ay > 0x1p500) {
		ax *= 0x1p-500;
		ay *= 0x1p-500;
	}
	if (ay <= ax) {
		p = ax == INF ? (pair){0, 0} : small_angle(ay, ax);
	} else {
		p = ay == INF ? (pair){0, 0} : small_angle(ax, ay);
		p = sum(pi / 2, -p.hi + (pi_low / 2 - p.lo));
	}
	a = p.hi;
	if (bits_of(x) >> 63)
		a = pi - p.hi + (pi_low - p.lo);
	return __builtin_copysign(a, y);
}

double
hd_gf_atan(double x)
{
	return hd_gf_atan2(x, 1);
}

double
hd_gf_asin(double x)
{
	if (!(size_(x) <= 1))
		return x != x ? x : NAN;
	return hd_gf_atan2(x, __builtin_sqrt((1 - x) * (1 + x)));
}

double
hd_gf_acos(double x)
{
	if (!(size_(x) <= 1))
		return x != x ? x : NAN;
	return hd_gf_atan2(__builtin_sqrt((1 - x) * (1 + x)), x);
}
