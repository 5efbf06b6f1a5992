/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX on small floating-point numbers beyond plain arithmetic, which is in
 * ptx_float.c: half, bfloat16, tf32 and numbers of eight bits. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

#include <stdbool.h>

typedef unsigned short u16;

float hd_ptx_f16_to_f32(u16 a);
float hd_ptx_bf16_to_f32(u16 a);
u16 hd_ptx_f32_to_f16_rn(float a);
u16 hd_ptx_f32_to_f16_rz(float a);
u16 hd_ptx_f32_to_bf16_rn(float a);
u16 hd_ptx_f32_to_bf16_rz(float a);
float hd_ptx_min_f32(float a, float b);
float hd_ptx_max_f32(float a, float b);
float hd_ptx_min_NaN_f32(float a, float b);
float hd_ptx_max_NaN_f32(float a, float b);
float hd_ptx_ex2_f32(float a);
float hd_ptx_tanh_f32(float a);

#define VALUE(type, x) hd_ptx_##type##_to_f32(x)
#define ROUNDED(type, x) hd_ptx_f32_to_##type##_rn(x)
#define PAIR1(name, type) \
	u32 hd_ptx_##name##_##type##x2(u32 a) \
	{ return (u32)hd_ptx_##name##_##type((u16)(a >> 16)) << 16 \
		| hd_ptx_##name##_##type((u16)a); }
#define PAIR2(name, type) \
	u32 hd_ptx_##name##_##type##x2(u32 a, u32 b) \
	{ return (u32)hd_ptx_##name##_##type((u16)(a >> 16), (u16)(b >> 16)) << 16 \
		| hd_ptx_##name##_##type((u16)a, (u16)b); }
#define PAIR3(name, type) \
	u32 hd_ptx_##name##_##type##x2(u32 a, u32 b, u32 c) \
	{ return (u32)hd_ptx_##name##_##type((u16)(a >> 16), (u16)(b >> 16), (u16)(c >> 16)) \
		<< 16 | hd_ptx_##name##_##type((u16)a, (u16)b, (u16)c); }

/* ---- half and bfloat16 */

INLINE u16
not_negative(u16 a, u16 infinity)
{
	return (a & 0x7fff) > infinity ? 0x7fff : a & 0x8000 ? 0 : a;
}

/* Numbers win over NaN, or with NaN the other way round. xorsign.abs: of the magnitudes,
 * with the product's sign. */
INLINE float
with_sign(float r, float a, float b)
{
	u32 sign = (bits_of_float(a) ^ bits_of_float(b)) & 0x80000000u;

	return r != r ? r : float_of_bits(bits_of_float(r) | sign);
}
#define SIGNED(which) \
	float hd_ptx_##which##_xorsign_abs_f32(float a, float b) \
	{ return with_sign(hd_ptx_##which##_f32(fabsf(a), fabsf(b)), a, b); }
SIGNED(min)
SIGNED(max)
SIGNED(min_NaN)
SIGNED(max_NaN)
#define EXTREME(which, type) \
	u16 hd_ptx_##which##_##type(u16 a, u16 b) \
	{ return ROUNDED(type, hd_ptx_##which##_f32(VALUE(type, a), VALUE(type, b))); } \
	PAIR2(which, type)
#define SMALL(type, infinity) \
	u16 hd_ptx_fma_##type(u16 a, u16 b, u16 c); \
	EXTREME(min_NaN, type) \
	EXTREME(max_NaN, type) \
	EXTREME(min_xorsign_abs, type) \
	EXTREME(max_xorsign_abs, type) \
	EXTREME(min_NaN_xorsign_abs, type) \
	EXTREME(max_NaN_xorsign_abs, type) \
	u16 hd_ptx_fma_relu_##type(u16 a, u16 b, u16 c) \
	{ return not_negative(hd_ptx_fma_##type(a, b, c), infinity); } \
	PAIR3(fma_relu, type) \
	u16 hd_ptx_cvt_rn_relu_##type##_f32(float a) \
	{ return not_negative(hd_ptx_f32_to_##type##_rn(a), infinity); } \
	u16 hd_ptx_cvt_rz_relu_##type##_f32(float a) \
	{ return not_negative(hd_ptx_f32_to_##type##_rz(a), infinity); } \
	u32 hd_ptx_cvt_rz_##type##x2_f32(float a, float b) \
	{ return (u32)hd_ptx_f32_to_##type##_rz(a) << 16 | hd_ptx_f32_to_##type##_rz(b); } \
	u32 hd_ptx_cvt_rn_relu_##type##x2_f32(float a, float b) \
	{ return (u32)hd_ptx_cvt_rn_relu_##type##_f32(a) << 16 \
		| hd_ptx_cvt_rn_relu_##type##_f32(b); } \
	u32 hd_ptx_cvt_rz_relu_##type##x2_f32(float a, float b) \
	{ return (u32)hd_ptx_cvt_rz_relu_##type##_f32(a) << 16 \
		| hd_ptx_cvt_rz_relu_##type##_f32(b); }
SMALL(f16, 0x7c00)
SMALL(bf16, 0x7f80)

u16 hd_ptx_ex2_f16(u16 a);
u16 hd_ptx_tanh_f16(u16 a);
u16 hd_ptx_ex2_bf16(u16 a) { return ROUNDED(bf16, hd_ptx_ex2_f32(VALUE(bf16, a))); }
u16 hd_ptx_tanh_bf16(u16 a) { return ROUNDED(bf16, hd_ptx_tanh_f32(VALUE(bf16, a))); }
PAIR1(ex2, f16)
PAIR1(ex2, bf16)
PAIR1(tanh, f16)
PAIR1(tanh, bf16)

/* ---- sums in memory */

#define ATOMIC(type, T) \
	T hd_ptx_add_##type(T a, T b); \
	T hd_ptx_atom_add_##type(T *p, T v) \
	{ \
		T old = __atomic_load_n(p, __ATOMIC_RELAXED); \
		while (!__atomic_compare_exchange_n(p, &old, hd_ptx_add_##type(old, v), 1, \
		__ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
			; \
		return old; \
	} \
	void hd_ptx_red_add_##type(T *p, T v) { (void)hd_ptx_atom_add_##type(p, v); }
ATOMIC(f16, u16)
ATOMIC(bf16, u16)
ATOMIC(f16x2, u32)
ATOMIC(bf16x2, u32)

/* ---- tf32: a float whose last 13 bits are zero; all NaN are one */

INLINE u32
tf32(float a, u32 more)
{
	return a != a ? 0x7fffffffu : (bits_of_float(a) + more) & 0xffffe000u;
}
u32 hd_ptx_cvt_rna_tf32_f32(float a) { return tf32(a, 0x1000); }
u32 hd_ptx_cvt_rn_tf32_f32(float a) { return tf32(a, 0xfff + (bits_of_float(a) >> 13 & 1)); }
u32 hd_ptx_cvt_rz_tf32_f32(float a) { return tf32(a, 0); }
u32 hd_ptx_cvt_rn_relu_tf32_f32(float a) { return a <= 0 ? 0 : hd_ptx_cvt_rn_tf32_f32(a); }
u32 hd_ptx_cvt_rz_relu_tf32_f32(float a) { return a <= 0 ? 0 : hd_ptx_cvt_rz_tf32_f32(a); }

/* ---- eight bits: e4m3 has no infinities, e5m2 is the upper half of a half */

/* The nearest number with `mantissa` bits, whose smallest exponent is `least`: the last
 * bits are cut off by adding a power of two that has them as its last. */
INLINE u32
to_eight(float a, int mantissa, int least, u32 largest)
{
	float size = fabsf(a), unit, r;
	int e = (int)(bits_of_float(size) >> 23) - 127;
	u32 sign = bits_of_float(a) >> 24 & 0x80, code;

	if (a != a)
		return 0x7f;
	e = e < least ? least : e > 20 ? 20 : e;
	unit = float_of_bits((u32)(e - mantissa + 127) << 23);
	r = (size > 0x1p20f ? 0x1p20f : size) / unit + 0x1p23f; /* exact, then rounded */
	code = bits_of_float(r) & 0x7fffff;
	code += (u32)(e - least) << mantissa;
	return sign | (code > largest ? largest : code);
}
INLINE u32 to_e4m3(float a) { return to_eight(a, 3, -6, 0x7e); }
INLINE u32 to_e5m2(float a) { return to_eight(a, 2, -14, 0x7b); }

INLINE u16
from_e4m3(u32 a)
{
	u32 e = a >> 3 & 15, m = a & 7;
	float v = e ? float_of_bits((e + 120) << 23 | m << 20) : (float)m * 0x1p-9f;

	return (u16)((a & 0x7f) == 0x7f ? 0x7fff
		: hd_ptx_f32_to_f16_rn(v) | (a & 0x80) << 8);
}
INLINE u16 from_e5m2(u32 a) { return (u16)((a & 0x7f) > 0x7c ? 0x7fff : (a & 0xff) << 8); }

INLINE float floor0(float a) { return a <= 0 ? 0.0f : a; }
INLINE u16 relu_half(u16 a) { return not_negative(a, 0x7c00); }
#define EIGHT(type) \
	u16 hd_ptx_cvt_rn_satfinite_##type##x2_f32(float a, float b) \
	{ return (u16)(to_##type(a) << 8 | to_##type(b)); } \
	u16 hd_ptx_cvt_rn_satfinite_relu_##type##x2_f32(float a, float b) \
	{ return (u16)(to_##type(floor0(a)) << 8 | to_##type(floor0(b))); } \
	u16 hd_ptx_cvt_rn_satfinite_##type##x2_f16x2(u32 a) \
	{ return hd_ptx_cvt_rn_satfinite_##type##x2_f32(VALUE(f16, (u16)(a >> 16)), \
		VALUE(f16, (u16)a)); } \
	u16 hd_ptx_cvt_rn_satfinite_relu_##type##x2_f16x2(u32 a) \
	{ return hd_ptx_cvt_rn_satfinite_relu_##type##x2_f32(VALUE(f16, (u16)(a >> 16)), \
		VALUE(f16, (u16)a)); } \
	u32 hd_ptx_cvt_rn_f16x2_##type##x2(u16 a) \
	{ return (u32)from_##type(a >> 8) << 16 | from_##type(a); } \
	u32 hd_ptx_cvt_rn_relu_f16x2_##type##x2(u16 a) \
	{ return (u32)relu_half(from_##type(a >> 8)) << 16 | relu_half(from_##type(a)); }
EIGHT(e4m3)
EIGHT(e5m2)
