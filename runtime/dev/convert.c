/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions in the four rounding modes. To integers they saturate, as LLVM's
 * saturating conversions do. NaN becomes 0 from float to 32 bits; where double or
 * 64 bits take part it becomes the integer with only the top bit set. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "round.h"

int sat_int_f(float) __asm__("llvm.fptosi.sat.i32.f32");
u32 sat_uint_f(float) __asm__("llvm.fptoui.sat.i32.f32");
i64 sat_ll_f(float) __asm__("llvm.fptosi.sat.i64.f32");
u64 sat_ull_f(float) __asm__("llvm.fptoui.sat.i64.f32");
int sat_int_d(double) __asm__("llvm.fptosi.sat.i32.f64");
u32 sat_uint_d(double) __asm__("llvm.fptoui.sat.i32.f64");
i64 sat_ll_d(double) __asm__("llvm.fptosi.sat.i64.f64");
u64 sat_ull_d(double) __asm__("llvm.fptoui.sat.i64.f64");

/* saturated(x) for x that is rounded already, but `top` for NaN. */
#define WITH_NAN(x, saturated, top) ((x) != (x) ? (top) : saturated(x))

#define TOP32 0x80000000u
#define TOP64 0x8000000000000000u

#define TO_INTEGER(from, to, F, T, suffix, f, top) \
	INLINE T from##2##to(F x) \
	{ return WITH_NAN(x, sat_##to##_##suffix, (T)top); } \
	T __nv_##from##2##to##_rn(F x) { return from##2##to(__builtin_rint##f(x)); } \
	T __nv_##from##2##to##_rz(F x) { return from##2##to(x); } \
	T __nv_##from##2##to##_ru(F x) { return from##2##to(__builtin_ceil##f(x)); } \
	T __nv_##from##2##to##_rd(F x) { return from##2##to(__builtin_floor##f(x)); }

TO_INTEGER(float, int, float, int, f, f, 0)
TO_INTEGER(float, uint, float, u32, f, f, 0)
TO_INTEGER(float, ll, float, i64, f, f, TOP64)
TO_INTEGER(float, ull, float, u64, f, f, TOP64)
TO_INTEGER(double, int, double, int, d, , TOP32)
TO_INTEGER(double, uint, double, u32, d, , TOP32)
TO_INTEGER(double, ll, double, i64, d, , TOP64)
TO_INTEGER(double, ull, double, u64, d, , TOP64)

i64 __nv_llrint(double x) { return __nv_double2ll_rn(x); }
i64 __nv_llrintf(float x) { return __nv_float2ll_rn(x); }
i64 __nv_llround(double x) { return double2ll(__builtin_round(x)); }
i64 __nv_llroundf(float x) { return float2ll(__builtin_roundf(x)); }

double __nv_int2double_rn(int x) { return x; }
double __nv_uint2double_rn(u32 x) { return x; }

/* 64 bits as the sum of two doubles. */
INLINE exact
exact_ll(i64 x)
{
	return exact_sum((double)(int)(x >> 32) * 0x1p32, (double)(u32)x);
}
INLINE exact
exact_ull(u64 x)
{
	return exact_sum((double)(u32)(x >> 32) * 0x1p32, (double)(u32)x);
}

#define TO_FLOAT(from, F, value) \
	float __nv_##from##2float_rn(F x) { return (float)x; } \
	float __nv_##from##2float_ru(F x) { return float_up(value); } \
	float __nv_##from##2float_rd(F x) { return float_down(value); } \
	float __nv_##from##2float_rz(F x) { return float_zero(value); }
#define TO_DOUBLE(from, F, value) \
	double __nv_##from##2double_rn(F x) { return (double)x; } \
	double __nv_##from##2double_ru(F x) { return double_up(value); } \
	double __nv_##from##2double_rd(F x) { return double_down(value); } \
	double __nv_##from##2double_rz(F x) { return double_zero(value); }

TO_FLOAT(int, int, ((exact){x, 0}))
TO_FLOAT(uint, u32, ((exact){x, 0}))
TO_FLOAT(double, double, ((exact){x, 0}))
TO_FLOAT(ll, i64, exact_ll(x))
TO_FLOAT(ull, u64, exact_ull(x))
TO_DOUBLE(ll, i64, exact_ll(x))
TO_DOUBLE(ull, u64, exact_ull(x))

int __nv_float_as_int(float x) { return (int)bits_of_float(x); }
u32 __nv_float_as_uint(float x) { return bits_of_float(x); }
float __nv_int_as_float(int x) { return float_of_bits((u32)x); }
float __nv_uint_as_float(u32 x) { return float_of_bits(x); }
i64 __nv_double_as_longlong(double x) { return (i64)bits_of_double(x); }
double __nv_longlong_as_double(i64 x) { return double_of_bits((u64)x); }
int __nv_double2hiint(double x) { return (int)(bits_of_double(x) >> 32); }
int __nv_double2loint(double x) { return (int)bits_of_double(x); }
double
__nv_hiloint2double(int high, int low)
{
	return double_of_bits((u64)(u32)high << 32 | (u32)low);
}

unsigned short
__nv_float2half_rn(float x)
{
	_Float16 h = (_Float16)x;
	unsigned short b;

	memcpy(&b, &h, sizeof b);
	return b;
}

float
__nv_half2float(unsigned short b)
{
	_Float16 h;

	memcpy(&h, &b, sizeof h);
	return (float)h;
}
