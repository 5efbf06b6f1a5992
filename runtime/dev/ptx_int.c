/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX on integers: hd_ptx_OPCODE, dots as underscores; see src/pass/ptx/library.c.
 * One line per instruction. */
/* clang-format off */
#include "dev.h"

#include <stdbool.h>

typedef unsigned short u16;
typedef short s16;
typedef int s32;
typedef i64 s64;
typedef u16 b16;
typedef u32 b32;
typedef u64 b64;
typedef __int128 s128;
typedef unsigned __int128 u128;

#define OP1(name, T, expression) T hd_ptx_##name##_##T(T a) { return (T)(expression); }
#define OP2(name, T, expression) T hd_ptx_##name##_##T(T a, T b) { return (T)(expression); }
#define OP3(name, T, expression) T hd_ptx_##name##_##T(T a, T b, T c) \
{ return (T)(expression); }
#define SIGNED(X, name, e) X(name, s16, e) X(name, s32, e) X(name, s64, e)
#define UNSIGNED(X, name, e) X(name, u16, e) X(name, u32, e) X(name, u64, e)
#define BITS(X, name, e) X(name, b16, e) X(name, b32, e) X(name, b64, e)
#define ALL(X, name, e) SIGNED(X, name, e) UNSIGNED(X, name, e)

ALL(OP2, add, (u64)a + (u64)b)
ALL(OP2, sub, (u64)a - (u64)b)
ALL(OP2, mul_lo, (u64)a * (u64)b)
ALL(OP3, mad_lo, (u64)a * (u64)b + (u64)c)
ALL(OP2, min, a < b ? a : b)
ALL(OP2, max, a > b ? a : b)
ALL(OP3, sad, (u64)(a > b ? (u64)a - (u64)b : (u64)b - (u64)a) + (u64)c)
SIGNED(OP1, neg, 0 - (u64)a)
SIGNED(OP1, abs, a < 0 ? 0 - (u64)a : (u64)a)
SIGNED(OP2, div, b == 0 ? (u64)-1 : b == -1 ? 0 - (u64)a : (u64)(a / b))
SIGNED(OP2, rem, b == 0 ? a : b == -1 ? 0 : a % b)
UNSIGNED(OP2, div, b == 0 ? (u64)-1 : (u64)(a / b))
UNSIGNED(OP2, rem, b == 0 ? a : a % b)
BITS(OP2, and, a & b)
BITS(OP2, or, a | b)
BITS(OP2, xor, a ^ b)
BITS(OP1, not, ~a)
BITS(OP1, cnot, a == 0)
bool hd_ptx_and_pred(bool a, bool b) { return a && b; }
bool hd_ptx_or_pred(bool a, bool b) { return a || b; }
bool hd_ptx_xor_pred(bool a, bool b) { return a != b; }
bool hd_ptx_not_pred(bool a) { return !a; }

/* Shifts stop at the width. */
#define SHIFT(name, T, bits, e, far) \
	T hd_ptx_##name##_##T(T a, u32 n) { return (T)(n >= bits ? (far) : (e)); }
SHIFT(shl, b16, 16, a << n, 0)
SHIFT(shl, b32, 32, a << n, 0)
SHIFT(shl, b64, 64, a << n, 0)
SHIFT(shr, u16, 16, a >> n, 0)
SHIFT(shr, u32, 32, a >> n, 0)
SHIFT(shr, u64, 64, a >> n, 0)
SHIFT(shr, b16, 16, a >> n, 0)
SHIFT(shr, b32, 32, a >> n, 0)
SHIFT(shr, b64, 64, a >> n, 0)
SHIFT(shr, s16, 16, a >> n, a >> 15)
SHIFT(shr, s32, 32, a >> n, a >> 31)
SHIFT(shr, s64, 64, a >> n, a >> 63)

/* Products: the upper half, twice as wide, with a sum. */
#define WIDE(T, W, bits) \
	T hd_ptx_mul_hi_##T(T a, T b) { return (T)((W)a * (W)b >> bits); } \
	T hd_ptx_mad_hi_##T(T a, T b, T c) \
	{ return (T)((u64)((W)a * (W)b >> bits) + (u64)c); }
WIDE(s16, s32, 16)
WIDE(u16, u32, 16)
WIDE(s32, s64, 32)
WIDE(u32, u64, 32)
WIDE(s64, s128, 64)
WIDE(u64, u128, 64)
s32 hd_ptx_mul_wide_s16(s16 a, s16 b) { return (s32)a * b; }
u32 hd_ptx_mul_wide_u16(u16 a, u16 b) { return (u32)a * b; }
s64 hd_ptx_mul_wide_s32(s32 a, s32 b) { return (s64)a * b; }
u64 hd_ptx_mul_wide_u32(u32 a, u32 b) { return (u64)a * b; }
s32 hd_ptx_mad_wide_s16(s16 a, s16 b, s32 c) { return (s32)((u32)((s32)a * b) + (u32)c); }
u32 hd_ptx_mad_wide_u16(u16 a, u16 b, u32 c) { return (u32)a * b + c; }
s64 hd_ptx_mad_wide_s32(s32 a, s32 b, s64 c) { return (s64)((u64)((s64)a * b) + (u64)c); }
u64 hd_ptx_mad_wide_u32(u32 a, u32 b, u64 c) { return (u64)a * b + c; }
s32 __nv_mul24(s32, s32);
u32 __nv_umul24(u32, u32);
s32 hd_ptx_mul24_lo_s32(s32 a, s32 b) { return __nv_mul24(a, b); }
u32 hd_ptx_mul24_lo_u32(u32 a, u32 b) { return __nv_umul24(a, b); }
u32 hd_ptx_mul24_hi_u32(u32 a, u32 b)
{ return (u32)((u64)(a & 0xffffff) * (b & 0xffffff) >> 16); }
s32 hd_ptx_mad24_lo_s32(s32 a, s32 b, s32 c)
{ return (s32)((u32)__nv_mul24(a, b) + (u32)c); }
u32 hd_ptx_mad24_lo_u32(u32 a, u32 b, u32 c) { return __nv_umul24(a, b) + c; }

INLINE s32
saturated(s64 v)
{
	return (s32)(v > INT_MAX ? INT_MAX : v < INT_MIN ? INT_MIN : v);
}
s32 hd_ptx_add_sat_s32(s32 a, s32 b) { return saturated((s64)a + b); }
s32 hd_ptx_sub_sat_s32(s32 a, s32 b) { return saturated((s64)a - b); }
s32 hd_ptx_mad_hi_sat_s32(s32 a, s32 b, s32 c) { return saturated(((s64)a * b >> 32) + c); }

/* ---- bits */

u32 hd_ptx_popc_b32(u32 a) { return (u32)__builtin_popcount(a); }
u32 hd_ptx_popc_b64(u64 a) { return (u32)__builtin_popcountll(a); }
u32 hd_ptx_clz_b32(u32 a) { return a ? (u32)__builtin_clz(a) : 32; }
u32 hd_ptx_clz_b64(u64 a) { return a ? (u32)__builtin_clzll(a) : 64; }
u32 hd_ptx_brev_b32(u32 a) { return __builtin_bitreverse32(a); }
u64 hd_ptx_brev_b64(u64 a) { return __builtin_bitreverse64(a); }

/* The highest bit that differs from the sign; -1 if there is none. */
u32 hd_ptx_bfind_u32(u32 a) { return a ? 31 - (u32)__builtin_clz(a) : ~0u; }
u32 hd_ptx_bfind_s32(s32 a) { return hd_ptx_bfind_u32((u32)(a < 0 ? ~a : a)); }
u32 hd_ptx_bfind_u64(u64 a) { return a ? 63 - (u32)__builtin_clzll(a) : ~0u; }
u32 hd_ptx_bfind_s64(s64 a) { return hd_ptx_bfind_u64((u64)(a < 0 ? ~a : a)); }
u32 hd_ptx_bfind_shiftamt_u32(u32 a) { return a ? (u32)__builtin_clz(a) : ~0u; }
u32 hd_ptx_bfind_shiftamt_s32(s32 a)
{ return hd_ptx_bfind_shiftamt_u32((u32)(a < 0 ? ~a : a)); }

/* A field of `len` bits from `pos`; beyond the top it is filled with zeros, or with the
 * field's highest bit that exists. */
#define EXTRACT(U, S, bits) \
	U hd_ptx_bfe_##U(U a, u32 pos, u32 len) \
	{ \
		pos &= 255, len &= 255; \
		if (!len || pos >= bits) \
			return 0; \
		return len >= bits ? a >> pos : (a >> pos) & (((U)1 << len) - 1); \
	} \
	S hd_ptx_bfe_##S(S a, u32 pos, u32 len) \
	{ \
		pos &= 255, len &= 255; \
		if (!len) \
			return 0; \
		u32 top = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1; \
		bool sign = (U)a >> top & 1; \
		U v = hd_ptx_bfe_##U((U)a, pos, len); \
		u32 have = pos >= bits ? 0 : bits - pos < len ? bits - pos : len; \
		return (S)(sign && have < bits ? v | ~(U)0 << have : v); \
	}
EXTRACT(u32, s32, 32)
EXTRACT(u64, s64, 64)

#define INSERT(T, bits) \
	T hd_ptx_bfi_##T(T a, T b, u32 pos, u32 len) \
	{ \
		pos &= 255, len &= 255; \
		if (!len || pos >= bits) \
			return b; \
		T field = (len >= bits ? ~(T)0 : ((T)1 << len) - 1) << pos; \
		return (b & ~field) | (a << pos & field); \
	}
INSERT(b32, 32)
INSERT(b64, 64)

/* bmsk: ones from a on, b of them. */
u32
hd_ptx_bmsk_clamp_b32(u32 a, u32 b)
{
	u32 ones = b >= 32 ? ~0u : (1u << b) - 1;

	return a >= 32 ? 0 : ones << a;
}

u32
hd_ptx_bmsk_wrap_b32(u32 a, u32 b)
{
	return (u32)(((1ull << (b & 31)) - 1) << (a & 31));
}

/* The lower b bits, with the highest of them above; clamp: 32 and more are all bits. */
#define EXTEND(mode, all) \
	u32 hd_ptx_szext_##mode##_u32(u32 a, u32 b) \
	{ return (all) ? a : a & ((1u << (b & 31)) - 1); } \
	s32 hd_ptx_szext_##mode##_s32(u32 a, u32 b) \
	{ \
		u32 n = b & 31; \
		if (all) \
			return (s32)a; \
		return n ? (s32)(a << (32 - n)) >> (32 - n) : 0; \
	}
EXTEND(wrap, 0)
EXTEND(clamp, b >= 32)

/* The n-th set bit from `base` on, upwards or downwards; 0: base itself. */
u32
hd_ptx_fns_b32(u32 mask, u32 base, s32 n)
{
	s32 step = n < 0 ? -1 : 1;
	u32 left = n < 0 ? 0u - (u32)n : (u32)n;

	if (n == 0)
		return base < 32 && mask >> base & 1 ? base : ~0u;
	for (s32 at = (s32)base; at >= 0 && at < 32; at += step)
		if (mask >> at & 1 && --left == 0)
			return (u32)at;
	return ~0u;
}

u32 hd_nvvm_prmt(u32, u32, u32);
u32 hd_ptx_prmt_b32(u32 a, u32 b, u32 s) { return hd_nvvm_prmt(a, b, s); }

/* Any function of three bits, by its table. */
u32
hd_ptx_lop3_b32(u32 a, u32 b, u32 c, u32 table)
{
	u32 r = 0;

	for (u32 k = 0; k < 8; k++)
		if (table >> k & 1)
			r |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
	return r;
}

#define FUNNEL(mode, n) \
	u32 hd_ptx_shf_l_##mode##_b32(u32 low, u32 high, u32 by) \
	{ return (u32)((((u64)high << 32 | low) << (n)) >> 32); } \
	u32 hd_ptx_shf_r_##mode##_b32(u32 low, u32 high, u32 by) \
	{ return (u32)(((u64)high << 32 | low) >> (n)); }
FUNNEL(wrap, by & 31)
FUNNEL(clamp, by < 32 ? by : 32)

/* ---- choices */

#define SELECT(T, name) T hd_ptx_selp_##name(T a, T b, bool p) { return p ? a : b; }
SELECT(u16, b16)
SELECT(u16, u16)
SELECT(s16, s16)
SELECT(u32, b32)
SELECT(u32, u32)
SELECT(s32, s32)
SELECT(u64, b64)
SELECT(u64, u64)
SELECT(s64, s64)
SELECT(float, f32)
SELECT(double, f64)
#define SLCT(T, name) T hd_ptx_slct_##name##_s32(T a, T b, s32 c) { return c >= 0 ? a : b; }
SLCT(u32, b32)
SLCT(u32, u32)
SLCT(s32, s32)
SLCT(u64, b64)
SLCT(float, f32)
SLCT(double, f64)

#define COMPARE(T) \
	bool hd_ptx_setp_eq_##T(T a, T b) { return a == b; } \
	bool hd_ptx_setp_ne_##T(T a, T b) { return a != b; } \
	bool hd_ptx_setp_lt_##T(T a, T b) { return a < b; } \
	bool hd_ptx_setp_le_##T(T a, T b) { return a <= b; } \
	bool hd_ptx_setp_gt_##T(T a, T b) { return a > b; } \
	bool hd_ptx_setp_ge_##T(T a, T b) { return a >= b; }
#define COMPARE_UNSIGNED(T) \
	COMPARE(T) \
	bool hd_ptx_setp_lo_##T(T a, T b) { return a < b; } \
	bool hd_ptx_setp_ls_##T(T a, T b) { return a <= b; } \
	bool hd_ptx_setp_hi_##T(T a, T b) { return a > b; } \
	bool hd_ptx_setp_hs_##T(T a, T b) { return a >= b; }
COMPARE(s16)
COMPARE(s32)
COMPARE(s64)
COMPARE(b16)
COMPARE(b32)
COMPARE(b64)
COMPARE_UNSIGNED(u16)
COMPARE_UNSIGNED(u32)
COMPARE_UNSIGNED(u64)

/* ---- sums of products of bytes, and scalar video instructions */

#define DOT4(A, B, TA, TB, R) \
	R hd_ptx_dp4a_##A##_##B(u32 a, u32 b, R c) \
	{ \
		for (int k = 0; k < 32; k += 8) \
			c = (R)((u32)c + (u32)((s32)(TA)(a >> k) * (s32)(TB)(b >> k))); \
		return c; \
	}
DOT4(s32, s32, signed char, signed char, s32)
DOT4(s32, u32, signed char, unsigned char, s32)
DOT4(u32, s32, unsigned char, signed char, s32)
DOT4(u32, u32, unsigned char, unsigned char, u32)

/* Two halves of a, and two bytes of b: the lower ones or the upper ones. */
#define DOT2(A, B, TA, TB, R) \
	INLINE R dot2_##A##_##B(u32 a, u32 b, R c) \
	{ \
		for (int k = 0; k < 2; k++) \
			c = (R)((u32)c + (u32)((TA)(a >> 16 * k) * (TB)(b >> 8 * k))); \
		return c; \
	} \
	R hd_ptx_dp2a_lo_##A##_##B(u32 a, u32 b, R c) { return dot2_##A##_##B(a, b, c); } \
	R hd_ptx_dp2a_hi_##A##_##B(u32 a, u32 b, R c) { return dot2_##A##_##B(a, b >> 16, c); }
DOT2(s32, s32, s16, signed char, s32)
DOT2(s32, u32, s16, unsigned char, s32)
DOT2(u32, s32, u16, signed char, s32)
DOT2(u32, u32, u16, unsigned char, u32)

/* cvt.pack: two words cut to the range of fewer bits, the second one lowest; where there is
 * room above them, the lower bits of c. */
INLINE u32
cut(s32 a, s32 least, s32 most)
{
	return (u32)(a < least ? least : a > most ? most : a);
}
#define PACK16(type, least, most) \
	u32 hd_ptx_cvt_pack_sat_##type##_s32(s32 a, s32 b) \
	{ return cut(a, least, most) << 16 | (cut(b, least, most) & 0xffff); }
PACK16(s16, -32768, 32767)
PACK16(u16, 0, 65535)
#define PACK(type, bits, least, most) \
	u32 hd_ptx_cvt_pack_sat_##type##_s32_b32(s32 a, s32 b, u32 c) \
	{ \
		u32 field = (1u << bits) - 1; \
		return c << 2 * bits | (cut(a, least, most) & field) << bits \
			| (cut(b, least, most) & field); \
	}
PACK(s8, 8, -128, 127)
PACK(u8, 8, 0, 255)
PACK(s4, 4, -8, 7)
PACK(u4, 4, 0, 15)
PACK(s2, 2, -2, 1)
PACK(u2, 2, 0, 3)

#define VIDEO_SHIFT(mode, n) \
	u32 hd_ptx_vshl_u32_u32_u32_##mode(u32 a, u32 b) { return (u32)((u64)a << (n)); } \
	u32 hd_ptx_vshr_u32_u32_u32_##mode(u32 a, u32 b) { return (u32)((u64)a >> (n)); } \
	u32 hd_ptx_vshl_u32_u32_u32_##mode##_add(u32 a, u32 b, u32 c) \
	{ return (u32)((u64)a << (n)) + c; } \
	u32 hd_ptx_vshr_u32_u32_u32_##mode##_add(u32 a, u32 b, u32 c) \
	{ return (u32)((u64)a >> (n)) + c; }
VIDEO_SHIFT(clamp, b < 32 ? b : 32)
VIDEO_SHIFT(wrap, b & 31)
u32 hd_ptx_vabsdiff_u32_u32_u32(u32 a, u32 b) { return a > b ? a - b : b - a; }
u32 hd_ptx_vabsdiff_u32_u32_u32_add(u32 a, u32 b, u32 c)
{ return (a > b ? a - b : b - a) + c; }

/* Four bytes at a time; add: the sum of the four, and c. */
u32 hd_ptx_vabsdiff4_u32_u32_u32_add(u32 a, u32 b, u32 c)
{
	for (int k = 0; k < 32; k += 8) {
		u32 x = a >> k & 255, y = b >> k & 255;

		c += x > y ? x - y : y - x;
	}
	return c;
}
u32 hd_ptx_vabsdiff4_u32_u32_u32(u32 a, u32 b, u32 c)
{
	u32 r = 0;

	(void)c;
	for (int k = 0; k < 32; k += 8) {
		u32 x = a >> k & 255, y = b >> k & 255;

		r |= (x > y ? x - y : y - x) << k;
	}
	return r;
}
