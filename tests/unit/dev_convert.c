/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that conversions round as asked, saturate, and what becomes of NaN. */
// quick
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include "dev_test.h"

#pragma STDC FENV_ACCESS ON

typedef unsigned int uint;
typedef long long ll;
typedef unsigned long long ull;

#define DECLARE(T, name, A)                                                            \
	T __nv_##name##_rn(A);                                                         \
	T __nv_##name##_rd(A);                                                         \
	T __nv_##name##_ru(A);                                                         \
	T __nv_##name##_rz(A);

DECLARE(int, float2int, float)
DECLARE(uint, float2uint, float)
DECLARE(ll, float2ll, float)
DECLARE(ull, float2ull, float)
DECLARE(int, double2int, double)
DECLARE(uint, double2uint, double)
DECLARE(ll, double2ll, double)
DECLARE(ull, double2ull, double)
DECLARE(float, int2float, int)
DECLARE(float, uint2float, uint)
DECLARE(float, ll2float, ll)
DECLARE(float, ull2float, ull)
DECLARE(float, double2float, double)
DECLARE(double, ll2double, ll)
DECLARE(double, ull2double, ull)
ll __nv_llrint(double);
ll __nv_llround(double);
ll __nv_llroundf(float);
double __nv_hiloint2double(int, int);
int __nv_double2hiint(double);
int __nv_double2loint(double);
unsigned short __nv_float2half_rn(float);
float __nv_half2float(unsigned short);

#define TOP32 0x80000000u
#define TOP64 0x8000000000000000u

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

/* x as an integer in [low, high], both exact or one too large in double. */
static __int128
saturated(double x, int mode, __int128 low, __int128 high, __int128 nan)
{
	double whole;

	if (x != x)
		return nan;
	fesetround(modes[mode]);
	whole = rint(x);
	fesetround(FE_TONEAREST);
	if (whole <= (double)low)
		return low;
	return whole >= (double)high ? high : (__int128)whole;
}

#define TRY_INTEGER(name, x, low, high, nan)                                           \
	do {                                                                           \
		__typeof__(__nv_##name##_rn(x)) got[] = {                              \
			__nv_##name##_rn(x), __nv_##name##_rd(x), __nv_##name##_ru(x), \
			__nv_##name##_rz(x)};                                          \
		for (int m = 0; m < 4; m++)                                            \
			CHECK(got[m] == saturated(x, m, low, high, nan),               \
			      "%s mode %d of %a: %lld", #name, m, (double)x,           \
			      (ll)got[m]);                                             \
	} while (0)

/* A float or a double in the range where integers end. */
static double
near_limit(void)
{
	static const double limits[] = {0,      1,      2,      0x1p31,
					0x1p32, 0x1p63, 0x1p64, 0x1p24};
	double x = limits[random_bits() % 8];

	for (int i = (int)(random_bits() % 3); i > 0; i--)
		x = nextafter(x, random_bits() % 2 ? INFINITY : -INFINITY);
	if (random_bits() % 4 == 0)
		x += (double)(random_bits() % 9) / 4 - 1;
	return random_bits() % 2 ? x : -x;
}

static void
try_to_integer(void)
{
	for (int i = 0; i < 200000; i++) {
		double d = i % 2 ? any_double() : near_limit();
		float f = i % 4 ? any_float() : (float)d;

		TRY_INTEGER(float2int, f, INT_MIN, INT_MAX, 0);
		TRY_INTEGER(float2uint, f, 0, UINT_MAX, 0);
		TRY_INTEGER(float2ll, f, LLONG_MIN, LLONG_MAX, LLONG_MIN);
		TRY_INTEGER(float2ull, f, 0, ULLONG_MAX, TOP64);
		TRY_INTEGER(double2int, d, INT_MIN, INT_MAX, INT_MIN);
		TRY_INTEGER(double2uint, d, 0, UINT_MAX, TOP32);
		TRY_INTEGER(double2ll, d, LLONG_MIN, LLONG_MAX, LLONG_MIN);
		TRY_INTEGER(double2ull, d, 0, ULLONG_MAX, TOP64);
		CHECK(__nv_llrint(d) ==
			      saturated(d, 0, LLONG_MIN, LLONG_MAX, LLONG_MIN),
		      "llrint");
	}
	CHECK(__nv_llround(2.5) == 3 && __nv_llround(-2.5) == -3, "llround half");
	CHECK(__nv_llroundf(1e30f) == LLONG_MAX && __nv_llroundf(NAN) == LLONG_MIN,
	      "llroundf");
}

#define TRY_FLOATING(T, same, name, x)                                                 \
	do {                                                                           \
		T got[] = {__nv_##name##_rn(x), __nv_##name##_rd(x),                   \
			   __nv_##name##_ru(x), __nv_##name##_rz(x)};                  \
		for (int m = 0; m < 4; m++) {                                          \
			volatile T want;                                               \
			fesetround(modes[m]);                                          \
			want = (T)x;                                                   \
			fesetround(FE_TONEAREST);                                      \
			CHECK(same(got[m], want), "%s mode %d of %lld: %a, not %a",    \
			      #name, m, (ll)double_bits((double)x), (double)got[m],    \
			      (double)want);                                           \
		}                                                                      \
	} while (0)

static void
try_to_floating(void)
{
	for (int i = 0; i < 200000; i++) {
		volatile ll l = (ll)(random_bits() >> random_bits() % 64);
		volatile ull u =
			random_bits() >> random_bits() % 64 | (i % 3 ? 0 : 1ull << 63);
		volatile int n = (int)random_bits() >> random_bits() % 32;
		volatile uint un = (uint)random_bits() >> random_bits() % 32;
		volatile double d = i % 2 ? any_double() : any_float() * 1.0000001;

		if (i % 2)
			l = -l;
		TRY_FLOATING(float, same_float, int2float, n);
		TRY_FLOATING(float, same_float, uint2float, un);
		TRY_FLOATING(float, same_float, ll2float, l);
		TRY_FLOATING(float, same_float, ull2float, u);
		TRY_FLOATING(float, same_float, double2float, d);
		TRY_FLOATING(double, same_double, ll2double, l);
		TRY_FLOATING(double, same_double, ull2double, u);
	}
}

static void
try_bits(void)
{
	double d = __nv_hiloint2double(0x40091eb8, 0x51eb851f);

	CHECK(same_double(d, 3.14), "hiloint2double: %a", d);
	CHECK(__nv_double2hiint(3.14) == 0x40091eb8, "double2hiint");
	CHECK(__nv_double2loint(3.14) == 0x51eb851f, "double2loint");
	for (int h = 0; h < 65536; h++) {
		float f = __nv_half2float((unsigned short)h);

		CHECK(f != f || __nv_float2half_rn(f) == h, "half %x", h);
	}
	CHECK(__nv_half2float(0x3c00) == 1 && __nv_half2float(1) == 0x1p-24f, "half");
	CHECK(__nv_float2half_rn(65520.0f) == 0x7c00, "half overflow");
}

int
main(void)
{
	try_to_integer();
	try_to_floating();
	try_bits();
	return finish();
}
