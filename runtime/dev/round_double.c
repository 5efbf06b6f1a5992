/* SPDX-License-Identifier: Apache-2.0 */
/* Double arithmetic in the four rounding modes. Products, quotients and fused sums
 * whose rest would leave the range of double take numbers apart first. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "round.h"

double __nv_dadd_rn(double a, double b) { return a + b; }
double __nv_dadd_ru(double a, double b) { return double_up(exact_sum(a, b)); }
double __nv_dadd_rz(double a, double b) { return double_zero(exact_sum(a, b)); }
double
__nv_dadd_rd(double a, double b)
{
	exact s = exact_sum(a, b);

	return s.near == 0 ? zero_sum_down(a, b) : double_down(s);
}

double __nv_dsub_rn(double a, double b) { return a - b; }
double __nv_dsub_ru(double a, double b) { return __nv_dadd_ru(a, -b); }
double __nv_dsub_rd(double a, double b) { return __nv_dadd_rd(a, -b); }
double __nv_dsub_rz(double a, double b) { return __nv_dadd_rz(a, -b); }

/* x = m * 2^e with 1 <= |m| < 2; for finite x other than 0. */
typedef struct {
	double m;
	int e;
} parts;

INLINE parts
take_apart(double x)
{
	int shift = __builtin_fabs(x) < 0x1p-1022 ? 64 : 0;
	u64 b = bits_of_double(shift ? x * 0x1p64 : x);
	int e = (int)(b >> 52 & 0x7ff) - 1023;

	return (parts){double_of_bits((b & ~(0x7ffull << 52)) | 1023ull << 52), e - shift};
}

/* x * 2^e, rounded once. */
INLINE double
scaled(double x, int e)
{
	return __builtin_ldexp(x, e);
}

/* (x.near + x.rest) * 2^e; |x.near| is far from the ends of the range. */
INLINE exact
put_together(exact x, int e)
{
	double near = scaled(x.near, e);
	double back = scaled(near, -e);

	return (exact){near, back == x.near ? x.rest : x.near - back};
}

INLINE int
is_ordinary(double x)
{
	return __builtin_isfinite(x) && x != 0;
}

INLINE exact
product(double a, double b)
{
	exact p = {a * b, 0};
	double size = __builtin_fabs(p.near);

	if (size > 0x1p-960 && size < 0x1p1023) {
		p.rest = __builtin_fma(a, b, -p.near);
	} else if (is_ordinary(a) && is_ordinary(b)) {
		parts x = take_apart(a), y = take_apart(b);
		double near = x.m * y.m;

		p = put_together((exact){near, __builtin_fma(x.m, y.m, -near)}, x.e + y.e);
	}
	return p;
}

double __nv_dmul_rn(double a, double b) { return a * b; }
double __nv_dmul_ru(double a, double b) { return double_up(product(a, b)); }
double __nv_dmul_rd(double a, double b) { return double_down(product(a, b)); }
double __nv_dmul_rz(double a, double b) { return double_zero(product(a, b)); }

INLINE exact
quotient(double a, double b)
{
	exact q = {a / b, 0};

	if (is_ordinary(a) && is_ordinary(b)) {
		parts x = take_apart(a), y = take_apart(b);
		double near = x.m / y.m;
		double rest = __builtin_fma(-near, y.m, x.m);

		q = put_together((exact){near, b < 0 ? -rest : rest}, x.e - y.e);
	}
	return q;
}

double __nv_ddiv_rn(double a, double b) { return a / b; }
double __nv_ddiv_ru(double a, double b) { return double_up(quotient(a, b)); }
double __nv_ddiv_rd(double a, double b) { return double_down(quotient(a, b)); }
double __nv_ddiv_rz(double a, double b) { return double_zero(quotient(a, b)); }

double __nv_drcp_rn(double a) { return 1.0 / a; }
double __nv_drcp_ru(double a) { return __nv_ddiv_ru(1.0, a); }
double __nv_drcp_rd(double a) { return __nv_ddiv_rd(1.0, a); }
double __nv_drcp_rz(double a) { return __nv_ddiv_rz(1.0, a); }

/* A root is far from both ends of the range, but its rest need not be. */
INLINE exact
root(double a, double *scale)
{
	int small = a < 0x1p-900;
	double x = small ? a * 0x1p200 : a;
	double s = __builtin_sqrt(x);

	*scale = small ? 0x1p-100 : 1.0;
	return (exact){s, __builtin_isinf(a) ? 0 : __builtin_fma(-s, s, x)};
}

double __nv_dsqrt_rn(double a) { return __builtin_sqrt(a); }
double
__nv_dsqrt_ru(double a)
{
	double scale, r = double_up(root(a, &scale));

	return r * scale;
}
double
__nv_dsqrt_rd(double a)
{
	double scale, r = double_down(root(a, &scale));

	return r * scale;
}
double __nv_dsqrt_rz(double a) { return __nv_dsqrt_rd(a); }

/* a + b exactly, near the middle of the range; in any order of size. */
INLINE exact
two_sum(double a, double b)
{
	double s = a + b, t = s - a;

	return (exact){s, (a - (s - t)) + (b - t)};
}

/* a * b + c for ordinary numbers. The sum is scaled to the larger of the product and
 * c; what is more than 120 bits smaller counts only by its sign. The rest is what
 * Boldo and Muller call the error of the fma, "Exact and approximated error of the
 * FMA", 2011. */
INLINE exact
fused_ordinary(double a, double b, double c)
{
	parts x = take_apart(a), y = take_apart(b), z = take_apart(c);
	int ep = x.e + y.e, e = ep > z.e ? ep : z.e;
	double m = scaled(y.m, ep - e < -120 ? -120 : ep - e);
	double n = scaled(z.m, z.e - e < -120 ? -120 : z.e - e);
	double near = __builtin_fma(x.m, m, n);
	double p = x.m * m, rest_p = __builtin_fma(x.m, m, -p);
	exact low = two_sum(n, rest_p), high = two_sum(p, low.near);
	double middle = (high.near - near) + high.rest;

	return put_together((exact){near, middle + low.rest}, e);
}

INLINE exact
fused(double a, double b, double c)
{
	if (!is_ordinary(a) || !is_ordinary(b))
		return exact_sum(a * b, c);
	if (!is_ordinary(c))
		return c == 0 ? product(a, b) : (exact){c, 0};
	return fused_ordinary(a, b, c);
}

double __nv_fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
double __nv_fma_ru(double a, double b, double c) { return double_up(fused(a, b, c)); }
double __nv_fma_rz(double a, double b, double c) { return double_zero(fused(a, b, c)); }
double
__nv_fma_rd(double a, double b, double c)
{
	exact s = fused(a, b, c);
	int negative_product = __builtin_signbit(a) != __builtin_signbit(b);

	if (s.near == 0 && s.rest == 0)
		return zero_sum_down(negative_product ? -0.0 : 0.0, c);
	return double_down(s);
}
