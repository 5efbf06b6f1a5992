/* SPDX-License-Identifier: Apache-2.0 */
/* Float arithmetic in the four rounding modes, by way of double. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "round.h"

float __nv_fadd_rn(float a, float b) { return a + b; }
float __nv_fadd_ru(float a, float b) { return float_up(exact_sum(a, b)); }
float __nv_fadd_rz(float a, float b) { return float_zero(exact_sum(a, b)); }
float
__nv_fadd_rd(float a, float b)
{
	exact s = exact_sum(a, b);

	return s.near == 0 ? (float)zero_sum_down(a, b) : float_down(s);
}

float __nv_fsub_rn(float a, float b) { return a - b; }
float __nv_fsub_ru(float a, float b) { return __nv_fadd_ru(a, -b); }
float __nv_fsub_rd(float a, float b) { return __nv_fadd_rd(a, -b); }
float __nv_fsub_rz(float a, float b) { return __nv_fadd_rz(a, -b); }

/* 24 + 24 bits fit in 53. */
INLINE exact
product(float a, float b)
{
	return (exact){(double)a * b, 0};
}

float __nv_fmul_rn(float a, float b) { return a * b; }
float __nv_fmul_ru(float a, float b) { return float_up(product(a, b)); }
float __nv_fmul_rd(float a, float b) { return float_down(product(a, b)); }
float __nv_fmul_rz(float a, float b) { return float_zero(product(a, b)); }

INLINE exact
quotient(float a, float b)
{
	double q = (double)a / b;
	double rest = __builtin_fma(-q, b, a);

	return (exact){q, b < 0 ? -rest : rest};
}

float __nv_fdiv_rn(float a, float b) { return a / b; }
float __nv_fdiv_ru(float a, float b) { return float_up(quotient(a, b)); }
float __nv_fdiv_rd(float a, float b) { return float_down(quotient(a, b)); }
float __nv_fdiv_rz(float a, float b) { return float_zero(quotient(a, b)); }

float __nv_frcp_rn(float a) { return 1.0f / a; }
float __nv_frcp_ru(float a) { return __nv_fdiv_ru(1.0f, a); }
float __nv_frcp_rd(float a) { return __nv_fdiv_rd(1.0f, a); }
float __nv_frcp_rz(float a) { return __nv_fdiv_rz(1.0f, a); }

INLINE exact
root(float a)
{
	double s = __builtin_sqrt(a);

	return (exact){s, __builtin_fma(-s, s, a)};
}

float __nv_fsqrt_rn(float a) { return __builtin_sqrtf(a); }
float __nv_fsqrt_ru(float a) { return float_up(root(a)); }
float __nv_fsqrt_rd(float a) { return float_down(root(a)); }
float __nv_fsqrt_rz(float a) { return float_zero(root(a)); }

/* The reciprocal root in double is never so close to the middle of two floats that
 * its own error matters: tests/unit/dev_round.c tries all mantissas. */
float __nv_frsqrt_rn(float a) { return (float)(1.0 / __builtin_sqrt(a)); }

float __nv_fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
float
__nv_fmaf_ru(float a, float b, float c)
{
	return float_up(exact_sum((double)a * b, c));
}
float
__nv_fmaf_rz(float a, float b, float c)
{
	return float_zero(exact_sum((double)a * b, c));
}
float
__nv_fmaf_rd(float a, float b, float c)
{
	exact s = exact_sum((double)a * b, c);

	return s.near == 0 ? (float)zero_sum_down((double)a * b, c) : float_down(s);
}

float __nv_fmaf_ieee_rn(float a, float b, float c) { return __nv_fmaf_rn(a, b, c); }
float __nv_fmaf_ieee_ru(float a, float b, float c) { return __nv_fmaf_ru(a, b, c); }
float __nv_fmaf_ieee_rd(float a, float b, float c) { return __nv_fmaf_rd(a, b, c); }
float __nv_fmaf_ieee_rz(float a, float b, float c) { return __nv_fmaf_rz(a, b, c); }
