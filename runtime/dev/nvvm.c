/* SPDX-License-Identifier: Apache-2.0 */
/* llvm.nvvm.NAME as hd_nvvm_NAME (dots are underscores): arithmetic and conversions.
 * The compiler itself lowers what asks for threads, barriers or address spaces. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

u64 hd_nvvm_read_ptx_sreg_clock64(void);
u32 hd_nvvm_read_ptx_sreg_clock_hi(void)
{ return (u32)(hd_nvvm_read_ptx_sreg_clock64() >> 32); }
u32 hd_nvvm_read_ptx_sreg_clock(void) { return (u32)hd_nvvm_read_ptx_sreg_clock64(); }
u32 hd_nvvm_read_ptx_sreg_pm0(void) { return 0; }
u32 hd_nvvm_read_ptx_sreg_pm1(void) { return 0; }
u32 hd_nvvm_read_ptx_sreg_pm2(void) { return 0; }
u32 hd_nvvm_read_ptx_sreg_pm3(void) { return 0; }

u64 hd_dev_globaltimer(void);
u64 hd_nvvm_read_ptx_sreg_globaltimer(void) { return hd_dev_globaltimer(); }
void hd_dev_nanosleep(u32);
void hd_nvvm_nanosleep(u32 ns) { hd_dev_nanosleep(ns); }

/* The other way round: an existing function under the intrinsic's name. */
#define SAME1(name, R, A, function) \
	R function(A); \
	R hd_nvvm_##name(A a) { return function(a); }
#define SAME2(name, R, A, function) \
	R function(A, A); \
	R hd_nvvm_##name(A a, A b) { return function(a, b); }
#define SAME3(name, R, A, function) \
	R function(A, A, A); \
	R hd_nvvm_##name(A a, A b, A c) { return function(a, b, c); }

SAME2(mulhi_i, int, int, __nv_mulhi)
SAME2(mulhi_ui, u32, u32, __nv_umulhi)
SAME2(mulhi_ll, i64, i64, __nv_mul64hi)
SAME2(mulhi_ull, u64, u64, __nv_umul64hi)
SAME2(mul24_i, int, int, __nv_mul24)
SAME2(mul24_ui, u32, u32, __nv_umul24)
SAME3(sad_ui, u32, u32, __nv_usad)
u32 __nv_sad(int, int, u32);
int hd_nvvm_sad_i(int a, int b, int c) { return (int)__nv_sad(a, b, (u32)c); }

u32
hd_nvvm_rotate_b32(u32 x, u32 n)
{
	return x << (n & 31) | x >> (-n & 31);
}
u64
hd_nvvm_rotate_b64(u64 x, u32 n)
{
	return x << (n & 63) | x >> (-n & 63);
}
u64
hd_nvvm_rotate_right_b64(u64 x, u32 n)
{
	return x >> (n & 63) | x << (-n & 63);
}
u64 hd_nvvm_swap_lo_hi_b64(u64 x) { return x << 32 | x >> 32; }

/* Rounding modes: rn nearest, rm down, rp up, rz to zero. ftz (flush denormals) is
 * a permission that is not used. */
#define MODES(what, T, f, nv, ARITY) \
	ARITY(what##_rn_##f, T, T, __nv_##nv##_rn) \
	ARITY(what##_rm_##f, T, T, __nv_##nv##_rd) \
	ARITY(what##_rp_##f, T, T, __nv_##nv##_ru) \
	ARITY(what##_rz_##f, T, T, __nv_##nv##_rz)

MODES(add, float, f, fadd, SAME2)
MODES(add, float, ftz_f, fadd, SAME2)
MODES(add, double, d, dadd, SAME2)
MODES(mul, float, f, fmul, SAME2)
MODES(mul, float, ftz_f, fmul, SAME2)
MODES(mul, double, d, dmul, SAME2)
MODES(div, float, f, fdiv, SAME2)
MODES(div, float, ftz_f, fdiv, SAME2)
MODES(div, double, d, ddiv, SAME2)
MODES(rcp, float, f, frcp, SAME1)
MODES(rcp, float, ftz_f, frcp, SAME1)
MODES(rcp, double, d, drcp, SAME1)
MODES(sqrt, float, f, fsqrt, SAME1)
MODES(sqrt, float, ftz_f, fsqrt, SAME1)
MODES(sqrt, double, d, dsqrt, SAME1)
MODES(fma, float, f, fmaf, SAME3)
MODES(fma, float, ftz_f, fmaf, SAME3)
MODES(fma, double, d, fma, SAME3)

/* Approximations: exact enough, and no slower. */
SAME1(ex2_approx_f, float, float, __nv_exp2f)
SAME1(ex2_approx_ftz_f, float, float, __nv_exp2f)
SAME1(ex2_approx_d, double, double, exp2)
SAME1(lg2_approx_f, float, float, __nv_log2f)
SAME1(lg2_approx_ftz_f, float, float, __nv_log2f)
SAME1(lg2_approx_d, double, double, log2)
SAME1(sin_approx_f, float, float, __nv_sinf)
SAME1(sin_approx_ftz_f, float, float, __nv_sinf)
SAME1(cos_approx_f, float, float, __nv_cosf)
SAME1(cos_approx_ftz_f, float, float, __nv_cosf)
SAME1(tanh_approx_f, float, float, __nv_tanhf)
SAME1(sqrt_f, float, float, sqrtf)
SAME1(sqrt_approx_f, float, float, sqrtf)
SAME1(sqrt_approx_ftz_f, float, float, sqrtf)
SAME1(rsqrt_approx_f, float, float, __nv_rsqrtf)
SAME1(rsqrt_approx_ftz_f, float, float, __nv_rsqrtf)
SAME1(rsqrt_approx_d, double, double, __nv_rsqrt)
SAME1(rcp_approx_ftz_f, float, float, __nv_frcp_rn)
SAME1(rcp_approx_ftz_d, double, double, __nv_drcp_rn)
SAME2(div_approx_f, float, float, __nv_fast_fdividef)
SAME2(div_approx_ftz_f, float, float, __nv_fast_fdividef)

SAME1(saturate_f, float, float, __nv_saturatef)
SAME1(saturate_ftz_f, float, float, __nv_saturatef)
double hd_nvvm_saturate_d(double x) { return fmin(fmax(x, 0.0), 1.0); }

#define BOTH1(name, function) \
	SAME1(name##_f, float, float, function##f) \
	SAME1(name##_ftz_f, float, float, function##f) \
	SAME1(name##_d, double, double, function)
BOTH1(fabs, fabs)
BOTH1(floor, floor)
BOTH1(ceil, ceil)
BOTH1(trunc, trunc)
BOTH1(round, rint)

SAME2(fmin_f, float, float, fminf)
SAME2(fmin_ftz_f, float, float, fminf)
SAME2(fmin_d, double, double, fmin)
SAME2(fmax_f, float, float, fmaxf)
SAME2(fmax_ftz_f, float, float, fmaxf)
SAME2(fmax_d, double, double, fmax)

/* With NaN if one of them is. */
#define NAN_EXTREMES(flavour) \
	float hd_nvvm_fmin_##flavour##_f(float a, float b) \
	{ return a != a || b != b ? NAN : fminf(a, b); } \
	float hd_nvvm_fmax_##flavour##_f(float a, float b) \
	{ return a != a || b != b ? NAN : fmaxf(a, b); }
NAN_EXTREMES(nan)
NAN_EXTREMES(ftz_nan)

#define BITCAST(name, R, A) \
	R hd_nvvm_bitcast_##name(A a) \
	{ \
		R r; \
		memcpy(&r, &a, sizeof r); \
		return r; \
	}
BITCAST(f2i, int, float)
BITCAST(i2f, float, int)
BITCAST(d2ll, i64, double)
BITCAST(ll2d, double, i64)

SAME1(d2i_hi, int, double, __nv_double2hiint)
SAME1(d2i_lo, int, double, __nv_double2loint)
double __nv_hiloint2double(int, int);
double hd_nvvm_lohi_i2d(int low, int high) { return __nv_hiloint2double(high, low); }

#define CONVERT(name, R, A, nv) \
	SAME1(name##_rn, R, A, __nv_##nv##_rn) \
	SAME1(name##_rm, R, A, __nv_##nv##_rd) \
	SAME1(name##_rp, R, A, __nv_##nv##_ru) \
	SAME1(name##_rz, R, A, __nv_##nv##_rz)
CONVERT(f2i, int, float, float2int)
CONVERT(f2ui, u32, float, float2uint)
CONVERT(f2ll, i64, float, float2ll)
CONVERT(f2ull, u64, float, float2ull)
CONVERT(d2i, int, double, double2int)
CONVERT(d2ui, u32, double, double2uint)
CONVERT(d2ll, i64, double, double2ll)
CONVERT(d2ull, u64, double, double2ull)
CONVERT(i2f, float, int, int2float)
CONVERT(ui2f, float, u32, uint2float)
CONVERT(ll2f, float, i64, ll2float)
CONVERT(ull2f, float, u64, ull2float)
CONVERT(ll2d, double, i64, ll2double)
CONVERT(ull2d, double, u64, ull2double)
CONVERT(d2f, float, double, double2float)

/* Integers of 32 bits are exact in double: one answer for all modes. */
#define WIDEN(name, A) \
	double hd_nvvm_##name##_rn(A a) { return a; } \
	double hd_nvvm_##name##_rm(A a) { return a; } \
	double hd_nvvm_##name##_rp(A a) { return a; } \
	double hd_nvvm_##name##_rz(A a) { return a; }
WIDEN(i2d, int)
WIDEN(ui2d, u32)

unsigned short __nv_float2half_rn(float);
unsigned short hd_nvvm_f2h_rn(float a) { return __nv_float2half_rn(a); }
unsigned short hd_nvvm_f2h_rn_ftz(float a) { return __nv_float2half_rn(a); }
