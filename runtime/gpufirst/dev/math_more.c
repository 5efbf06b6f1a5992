/* SPDX-License-Identifier: Apache-2.0 */
/* The rest of math.h, and all of it for float: computed as double, rounded once. */
/* One-line functions stay as they are. */
/* clang-format off */
#include "math.h"

double hd_gf_fabs(double x) { return __builtin_fabs(x); }
double hd_gf_sqrt(double x) { return __builtin_sqrt(x); }
double hd_gf_floor(double x) { return __builtin_floor(x); }
double hd_gf_ceil(double x) { return __builtin_ceil(x); }
double hd_gf_trunc(double x) { return __builtin_trunc(x); }
double hd_gf_rint(double x) { return __builtin_rint(x); }
double hd_gf_nearbyint(double x) { return __builtin_rint(x); }
double hd_gf_fmin(double x, double y) { return x != x ? y : y != y ? x : x < y ? x : y; }
double hd_gf_fmax(double x, double y) { return x != x ? y : y != y ? x : x > y ? x : y; }
double hd_gf_fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
double hd_gf_fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
double hd_gf_copysign(double x, double y) { return __builtin_copysign(x, y); }
double hd_gf_ldexp(double x, int n) { return scale(x, n); }
double hd_gf_scalbn(double x, int n) { return scale(x, n); }

double
hd_gf_round(double x)
{
	double t = __builtin_trunc(x), d = size_(x - t);

	return __builtin_copysign(d >= 0.5 ? size_(t) + 1 : size_(t), x);
}

long hd_gf_lround(double x) { return (long)hd_gf_round(x); }
long hd_gf_lrint(double x) { return (long)__builtin_rint(x); }
long long hd_gf_llround(double x) { return (long long)hd_gf_round(x); }
long long hd_gf_llrint(double x) { return (long long)__builtin_rint(x); }

double
hd_gf_frexp(double x, int *e)
{
	u64 b = bits_of(x);
	int k = (int)(b >> 52 & 0x7ff);

	*e = 0;
	if (x == 0 || k == 0x7ff)
		return x;
	if (k == 0) {
		x = hd_gf_frexp(x * 0x1p64, e);
		*e -= 64;
		return x;
	}
	*e = k - 1022;
	return from_bits((b & ~(0x7ffull << 52)) | 1022ull << 52);
}

double
hd_gf_modf(double x, double *whole)
{
	*whole = __builtin_trunc(x);
	return __builtin_copysign(size_(x) == INF ? 0 : x - *whole, x);
}

int
hd_gf_ilogb(double x)
{
	int e;

	if (x == 0 || x != x)
		return -2147483647 - 1;
	if (size_(x) == INF)
		return 2147483647;
	hd_gf_frexp(x, &e);
	return e - 1;
}

/* Subtracts y times powers of two: every step is exact. */
double
hd_gf_fmod(double x, double y)
{
	double a = size_(x), b = size_(y);
	int e, f;

	if (!(a < INF) || y == 0 || y != y)
		return NAN;
	if (b == INF || a < b)
		return x;
	hd_gf_frexp(a, &e);
	hd_gf_frexp(b, &f);
	for (int n = e - f; n >= 0; n--) {
		double t = n > 1000 ? scale(scale(b, 1000), n - 1000) : scale(b, n);

		if (a >= t)
			a -= t;
	}
	return __builtin_copysign(a, x);
}

double
hd_gf_cbrt(double x)
{
	double a = size_(x), y;

	if (x == 0 || !(a < INF))
		return x;
	if (a < 0x1p-900)
		return hd_gf_cbrt(x * 0x1p300) * 0x1p-100;
	y = hd_gf_exp(hd_gf_log(a) / 3);
	for (int i = 0; i < 2; i++) {
		pair p = product(y, y);
		double left = fma_(-p.hi, y, a) - p.lo * y;

		y += left / (3 * p.hi);
	}
	return __builtin_copysign(y, x);
}

double
hd_gf_hypot(double x, double y)
{
	double a = hd_gf_fmax(size_(x), size_(y)), b = hd_gf_fmin(size_(x), size_(y));
	double k = 1, h, d;

	if (size_(x) == INF || size_(y) == INF)
		return INF;
	if (x != x || y != y)
		return NAN;
	if (a > 0x1p500)
		k = 0x1p600;
	else if (a < 0x1p-450) /* the smaller one may be 0 */
		k = 0x1p-600;
	a /= k;
	b /= k;
	h = __builtin_sqrt(a * a + b * b);
	if (h == 0 || h == INF)
		return h * k;
	/* one step of Newton with the exact rest */
	d = fma_(-h, h, a * a) + fma_(a, a, -a * a);
	d = d + b * b + fma_(b, b, -b * b);
	return (h + d / (2 * h)) * k;
}

#define F1(name) float hd_gf_##name##f(float x) { return (float)hd_gf_##name(x); }
#define F2(name) float hd_gf_##name##f(float x, float y) { return (float)hd_gf_##name(x, y); }
#define DECLARE(name) double hd_gf_##name(double);
DECLARE(exp2) DECLARE(log2) DECLARE(log10) DECLARE(tan) DECLARE(atan) DECLARE(asin)
DECLARE(acos) DECLARE(sinh) DECLARE(cosh) DECLARE(tanh)
F1(exp) F1(exp2) F1(expm1) F1(log) F1(log2) F1(log10) F1(log1p)
F1(sin) F1(cos) F1(tan) F1(atan) F1(asin) F1(acos) F1(sinh) F1(cosh) F1(tanh) F1(cbrt)
F1(floor) F1(ceil) F1(trunc) F1(round) F1(rint) F1(nearbyint)
F2(pow) F2(fmod) F2(atan2) F2(hypot) F2(fmin) F2(fmax) F2(fdim)
float hd_gf_sqrtf(float x) { return __builtin_sqrtf(x); }
float hd_gf_fabsf(float x) { return __builtin_fabsf(x); }
float hd_gf_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
float hd_gf_copysignf(float x, float y) { return __builtin_copysignf(x, y); }
float hd_gf_ldexpf(float x, int n) { return (float)scale(x, n); }
long hd_gf_lroundf(float x) { return (long)hd_gf_round(x); }
float hd_gf_frexpf(float x, int *e) { return (float)hd_gf_frexp(x, e); }
float
hd_gf_modff(float x, float *whole)
{
	double w, r = hd_gf_modf(x, &w);

	*whole = (float)w;
	return (float)r;
}
void
hd_gf_sincosf(float x, float *s, float *c)
{
	*s = (float)hd_gf_sin(x);
	*c = (float)hd_gf_cos(x);
}

int hd_gf___isnan(double x) { return x != x; }
int hd_gf___isinf(double x) { return x == INF ? 1 : x == -INF ? -1 : 0; }
int hd_gf___finite(double x) { return size_(x) < INF; }
int hd_gf___isnanf(float x) { return x != x; }
int hd_gf___isinff(float x) { return hd_gf___isinf(x); }
int hd_gf___finitef(float x) { return size_(x) < INF; }
int hd_gf___signbit(double x) { return (int)(bits_of(x) >> 63); }
int hd_gf_isnan(double x) { return x != x; }
int hd_gf_isinf(double x) { return hd_gf___isinf(x); }
int hd_gf_finite(double x) { return size_(x) < INF; }
