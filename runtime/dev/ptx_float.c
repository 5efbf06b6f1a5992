/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX on floating-point numbers; see ptx_int.c. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

#include <stdbool.h>

typedef unsigned short u16;

/* ---- float and double */

#define ARITHMETIC(T, type, nv, sqrt_nv) \
	T hd_ptx_add_##type(T a, T b) { return a + b; } \
	T hd_ptx_sub_##type(T a, T b) { return a - b; } \
	T hd_ptx_mul_##type(T a, T b) { return a * b; } \
	T hd_ptx_div_##type(T a, T b) { return a / b; } \
	T hd_ptx_rcp_##type(T a) { return (T)1 / a; } \
	T hd_ptx_neg_##type(T a) { return -a; } \
	T hd_ptx_abs_##type(T a) { return a < 0 ? -a : a == 0 ? (T)0 : a; } \
	T hd_ptx_copysign_##type(T a, T b) { return sqrt_nv##_sign(b, a); } \
	bool hd_ptx_testp_finite_##type(T a) { return a - a == 0; } \
	bool hd_ptx_testp_infinite_##type(T a) { return a == a && a - a != 0; } \
	bool hd_ptx_testp_number_##type(T a) { return a == a; } \
	bool hd_ptx_testp_notanumber_##type(T a) { return a != a; }
#define float_sign copysignf
#define double_sign copysign
ARITHMETIC(float, f32, f, float)
ARITHMETIC(double, f64, d, double)

#define SAME1(name, T, function) T function(T); T hd_ptx_##name(T a) { return function(a); }
#define SAME2(name, T, function) T function(T, T); T hd_ptx_##name(T a, T b) \
{ return function(a, b); }
#define SAME3(name, T, function) \
	T function(T, T, T); \
	T hd_ptx_##name(T a, T b, T c) { return function(a, b, c); }
#define MODES(what, T, type, nv, SAME) \
	SAME(what##_rz_##type, T, __nv_##nv##_rz) \
	SAME(what##_rm_##type, T, __nv_##nv##_rd) \
	SAME(what##_rp_##type, T, __nv_##nv##_ru)
MODES(add, float, f32, fadd, SAME2)
MODES(add, double, f64, dadd, SAME2)
MODES(sub, float, f32, fsub, SAME2)
MODES(sub, double, f64, dsub, SAME2)
MODES(mul, float, f32, fmul, SAME2)
MODES(mul, double, f64, dmul, SAME2)
MODES(div, float, f32, fdiv, SAME2)
MODES(div, double, f64, ddiv, SAME2)
MODES(rcp, float, f32, frcp, SAME1)
MODES(rcp, double, f64, drcp, SAME1)
MODES(sqrt, float, f32, fsqrt, SAME1)
MODES(sqrt, double, f64, dsqrt, SAME1)
MODES(fma, float, f32, fmaf, SAME3)
MODES(fma, double, f64, fma, SAME3)
MODES(mad, float, f32, fmaf, SAME3)
MODES(mad, double, f64, fma, SAME3)

float hd_ptx_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
double hd_ptx_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
float hd_ptx_mad_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
double hd_ptx_mad_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
float hd_ptx_sqrt_f32(float a) { return sqrtf(a); }
double hd_ptx_sqrt_f64(double a) { return sqrt(a); }
SAME1(rsqrt_f32, float, __nv_rsqrtf)
SAME1(rsqrt_f64, double, __nv_rsqrt)
SAME1(sin_f32, float, __nv_sinf)
SAME1(cos_f32, float, __nv_cosf)
SAME1(lg2_f32, float, __nv_log2f)
SAME1(ex2_f32, float, __nv_exp2f)
SAME1(tanh_f32, float, __nv_tanhf)

/* Numbers win over NaN, or with nan the other way round; -0 is less than +0. */
#define EXTREMES(T, type, f) \
	T hd_ptx_min_##type(T a, T b) \
	{ return a == b ? (copysign##f(1, a) < 0 ? a : b) : fmin##f(a, b); } \
	T hd_ptx_max_##type(T a, T b) \
	{ return a == b ? (copysign##f(1, a) < 0 ? b : a) : fmax##f(a, b); } \
	T hd_ptx_min_NaN_##type(T a, T b) \
	{ return a != a || b != b ? (T)NAN : hd_ptx_min_##type(a, b); } \
	T hd_ptx_max_NaN_##type(T a, T b) \
	{ return a != a || b != b ? (T)NAN : hd_ptx_max_##type(a, b); }
EXTREMES(float, f32, f)
EXTREMES(double, f64, )

INLINE float unit(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }
float hd_ptx_add_sat_f32(float a, float b) { return unit(a + b); }
float hd_ptx_sub_sat_f32(float a, float b) { return unit(a - b); }
float hd_ptx_mul_sat_f32(float a, float b) { return unit(a * b); }
float hd_ptx_fma_rn_sat_f32(float a, float b, float c)
{ return unit(__builtin_fmaf(a, b, c)); }

#define COMPARE(T, type) \
	bool hd_ptx_setp_eq_##type(T a, T b) { return a == b; } \
	bool hd_ptx_setp_ne_##type(T a, T b) { return a < b || a > b; } \
	bool hd_ptx_setp_lt_##type(T a, T b) { return a < b; } \
	bool hd_ptx_setp_le_##type(T a, T b) { return a <= b; } \
	bool hd_ptx_setp_gt_##type(T a, T b) { return a > b; } \
	bool hd_ptx_setp_ge_##type(T a, T b) { return a >= b; } \
	bool hd_ptx_setp_equ_##type(T a, T b) { return !(a < b || a > b); } \
	bool hd_ptx_setp_neu_##type(T a, T b) { return !(a == b); } \
	bool hd_ptx_setp_ltu_##type(T a, T b) { return !(a >= b); } \
	bool hd_ptx_setp_leu_##type(T a, T b) { return !(a > b); } \
	bool hd_ptx_setp_gtu_##type(T a, T b) { return !(a <= b); } \
	bool hd_ptx_setp_geu_##type(T a, T b) { return !(a < b); } \
	bool hd_ptx_setp_num_##type(T a, T b) { return a == a && b == b; } \
	bool hd_ptx_setp_nan_##type(T a, T b) { return a != a || b != b; }
COMPARE(float, f32)
COMPARE(double, f64)

/* ---- half and bfloat16, as bits */

float
hd_ptx_f16_to_f32(u16 a)
{
	_Float16 h;

	memcpy(&h, &a, 2);
	return (float)h;
}

float hd_ptx_bf16_to_f32(u16 a) { return float_of_bits((u32)a << 16); }

u16
hd_ptx_f32_to_f16_rn(float a)
{
	_Float16 h = (_Float16)a;
	u16 u;

	memcpy(&u, &h, 2);
	return a != a ? 0x7fff : u;
}

/* Toward zero: step back if rounding went up. */
u16
hd_ptx_f32_to_f16_rz(float a)
{
	u16 u = hd_ptx_f32_to_f16_rn(a);

	return a == a && fabsf(hd_ptx_f16_to_f32(u)) > fabsf(a) ? (u16)(u - 1) : u;
}

/* Down, or up: a step if rounding went the other way. */
INLINE u16 next_below(u16 u)
{ return u == 0 ? 0x8001 : u & 0x8000 ? (u16)(u + 1) : (u16)(u - 1); }
u16
hd_ptx_f32_to_f16_rd(float a)
{
	u16 u = hd_ptx_f32_to_f16_rn(a);

	return a == a && hd_ptx_f16_to_f32(u) > a ? next_below(u) : u;
}
u16
hd_ptx_f32_to_f16_ru(float a)
{
	return a != a ? 0x7fff : hd_ptx_f32_to_f16_rd(-a) ^ 0x8000;
}

u16
hd_ptx_f32_to_bf16_rn(float a)
{
	u32 u = bits_of_float(a);

	u += 0x7fff + (u >> 16 & 1);
	return a != a ? 0x7fff : (u16)(u >> 16);
}

u16
hd_ptx_f32_to_bf16_rz(float a)
{
	return a != a ? 0x7fff : (u16)(bits_of_float(a) >> 16);
}

/* cvt of two floats: the first one is the upper half. */
u32 hd_ptx_cvt_f16x2_f32(float a, float b)
{ return (u32)hd_ptx_f32_to_f16_rn(a) << 16 | hd_ptx_f32_to_f16_rn(b); }
u32 hd_ptx_cvt_bf16x2_f32(float a, float b)
{ return (u32)hd_ptx_f32_to_bf16_rn(a) << 16 | hd_ptx_f32_to_bf16_rn(b); }

/* A multiply-add that rounds once: see __hd_fma_sticky in small_float.h. */
INLINE float
odd_float(double x)
{
	float f = (float)x;
	double rest = x - (double)f;
	u32 u = bits_of_float(f);

	if (rest != 0 && rest == rest && !(u & 1))
		u = (rest < 0) == (x < 0) ? u + 1 : u - 1; /* f may be zero */
	return float_of_bits(u);
}
INLINE float
fma_odd(float a, float b, float c)
{
	double p = (double)a * b, s = p + c, t = s - p, e = (p - (s - t)) + (c - t);
	u64 u = bits_of_double(s);

	if (e != 0 && e == e && !(u & 1))
		s = double_of_bits((e < 0) == (s < 0) ? u + 1 : u - 1);
	return odd_float(s);
}

/* Of what a float cannot hold: the last bit says that something was cut off. */
u16 hd_ptx_cvt_rn_f16_f64(double a) { return hd_ptx_f32_to_f16_rn(odd_float(a)); }
u16 hd_ptx_cvt_rn_bf16_f64(double a) { return hd_ptx_f32_to_bf16_rn(odd_float(a)); }
u16 hd_ptx_cvt_rn_bf16_s32(int a) { return hd_ptx_f32_to_bf16_rn(odd_float((double)a)); }
u16 hd_ptx_cvt_rn_bf16_u32(u32 a) { return hd_ptx_f32_to_bf16_rn(odd_float((double)a)); }

#define VALUE(type, x) hd_ptx_##type##_to_f32(x)
#define ROUNDED(type, x) hd_ptx_f32_to_##type##_rn(x)
#define SMALL2(name, type, expression) \
	u16 hd_ptx_##name##_##type(u16 a, u16 b) \
	{ \
		float x = VALUE(type, a), y = VALUE(type, b); \
		return ROUNDED(type, expression); \
	}
#define SMALL(type) \
	SMALL2(add, type, x + y) \
	SMALL2(sub, type, x - y) \
	SMALL2(mul, type, x * y) \
	SMALL2(min, type, hd_ptx_min_f32(x, y)) \
	SMALL2(max, type, hd_ptx_max_f32(x, y)) \
	u16 hd_ptx_fma_##type(u16 a, u16 b, u16 c) \
	{ return ROUNDED(type, fma_odd(VALUE(type, a), VALUE(type, b), VALUE(type, c))); } \
	u16 hd_ptx_neg_##type(u16 a) { return a ^ 0x8000; } \
	u16 hd_ptx_abs_##type(u16 a) { return a & 0x7fff; }
SMALL(f16)
SMALL(bf16)

#define PAIRS2(name, type) \
	u32 hd_ptx_##name##_##type##x2(u32 a, u32 b) \
	{ return (u32)hd_ptx_##name##_##type((u16)(a >> 16), (u16)(b >> 16)) << 16 \
		| hd_ptx_##name##_##type((u16)a, (u16)b); }
#define PAIRS(type) \
	PAIRS2(add, type) PAIRS2(sub, type) PAIRS2(mul, type) \
	PAIRS2(min, type) PAIRS2(max, type) \
	u32 hd_ptx_neg_##type##x2(u32 a) { return a ^ 0x80008000; } \
	u32 hd_ptx_abs_##type##x2(u32 a) { return a & 0x7fff7fff; } \
	u32 hd_ptx_fma_##type##x2(u32 a, u32 b, u32 c) \
	{ return (u32)hd_ptx_fma_##type((u16)(a >> 16), (u16)(b >> 16), (u16)(c >> 16)) \
		<< 16 | hd_ptx_fma_##type((u16)a, (u16)b, (u16)c); }
PAIRS(f16)
PAIRS(bf16)
u16 hd_ptx_ex2_f16(u16 a)
{ return hd_ptx_f32_to_f16_rn(hd_ptx_ex2_f32(hd_ptx_f16_to_f32(a))); }
u16 hd_ptx_tanh_f16(u16 a)
{ return hd_ptx_f32_to_f16_rn(hd_ptx_tanh_f32(hd_ptx_f16_to_f32(a))); }
