/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that arithmetic in the four rounding modes equals the processor's own. */
// quick
#include <fenv.h>
#include <math.h>
#include "dev_test.h"

#pragma STDC FENV_ACCESS ON

static const struct mode {
	const char *text;
	int fenv;
} modes[] = {
	{"rn", FE_TONEAREST},
	{"rd", FE_DOWNWARD},
	{"ru", FE_UPWARD},
	{"rz", FE_TOWARDZERO},
};

#define DECLARE(T, name, params)                                                       \
	T __nv_##name##_rn params;                                                     \
	T __nv_##name##_rd params;                                                     \
	T __nv_##name##_ru params;                                                     \
	T __nv_##name##_rz params;
#define TABLE(name)                                                                    \
	{__nv_##name##_rn, __nv_##name##_rd, __nv_##name##_ru, __nv_##name##_rz}

DECLARE(float, fadd, (float, float))
DECLARE(float, fsub, (float, float))
DECLARE(float, fmul, (float, float))
DECLARE(float, fdiv, (float, float))
DECLARE(float, frcp, (float))
DECLARE(float, fsqrt, (float))
DECLARE(float, fmaf, (float, float, float))
DECLARE(double, dadd, (double, double))
DECLARE(double, dsub, (double, double))
DECLARE(double, dmul, (double, double))
DECLARE(double, ddiv, (double, double))
DECLARE(double, drcp, (double))
DECLARE(double, dsqrt, (double))
DECLARE(double, fma, (double, double, double))
float __nv_frsqrt_rn(float);

/* One operation on one set of operands in all modes. */
#define TRY(T, same, name, expression, ...)                                            \
	do {                                                                           \
		static T (*const functions[])(__VA_ARGS__) = TABLE(name);              \
		for (int m = 0; m < 4; m++) {                                          \
			volatile T want;                                               \
			fesetround(modes[m].fenv);                                     \
			want = expression;                                             \
			fesetround(FE_TONEAREST);                                      \
			T got = functions[m] arguments;                                \
			CHECK(same(got, want), "%s_%s(%a, %a, %a) = %a, not %a",       \
			      #name, modes[m].text, (double)x, (double)y, (double)z,   \
			      (double)got, (double)want);                              \
		}                                                                      \
	} while (0)

static void
try_floats(void)
{
	for (int i = 0; i < 400000; i++) {
		volatile float x = any_float(), y = any_float(), z = any_float();

		if (i % 4 == 0)
			z = -x * y;
#define arguments (x, y)
		TRY(float, same_float, fadd, x + y, float, float);
		TRY(float, same_float, fsub, x - y, float, float);
		TRY(float, same_float, fmul, x *y, float, float);
		TRY(float, same_float, fdiv, x / y, float, float);
#undef arguments
#define arguments (x)
		TRY(float, same_float, frcp, 1 / x, float);
		TRY(float, same_float, fsqrt, sqrtf(x), float);
#undef arguments
#define arguments (x, y, z)
		TRY(float, same_float, fmaf, fmaf(x, y, z), float, float, float);
#undef arguments
	}
}

static void
try_doubles(void)
{
	for (int i = 0; i < 400000; i++) {
		volatile double x = any_double(), y = any_double(), z = any_double();

		if (i % 4 == 0)
			z = -x * y;
#define arguments (x, y)
		TRY(double, same_double, dadd, x + y, double, double);
		TRY(double, same_double, dsub, x - y, double, double);
		TRY(double, same_double, dmul, x *y, double, double);
		TRY(double, same_double, ddiv, x / y, double, double);
#undef arguments
#define arguments (x)
		TRY(double, same_double, drcp, 1 / x, double);
		TRY(double, same_double, dsqrt, sqrt(x), double);
#undef arguments
#define arguments (x, y, z)
		TRY(double, same_double, fma, fma(x, y, z), double, double, double);
#undef arguments
	}
}

/* Is r = n * 2^-24 the float nearest to 1/sqrt(x), x = m * 2^-23 in [1, 4)? Then
 * (n - 1/2)^2 x <= 1 <= (n + 1/2)^2 x, in integers. */
static int
is_nearest(uint64_t m, uint64_t n)
{
	unsigned __int128 one = (unsigned __int128)1 << 73;
	unsigned __int128 below = (unsigned __int128)(2 * n - 1) * (2 * n - 1) * m;
	unsigned __int128 above = (unsigned __int128)(2 * n + 1) * (2 * n + 1) * m;

	return below <= one && one <= above;
}

static void
try_all_reciprocal_roots(void)
{
	for (uint32_t b = 0x3f800001; b < 0x40800000; b++) {
		float x = bits_float(b), r = __nv_frsqrt_rn(x);
		uint64_t m = (b & 0x7fffff) | 0x800000;
		uint64_t n = (float_bits(r) & 0x7fffff) | 0x800000;

		/* 1/2 <= r < 1: its last bit is 2^-24 */
		CHECK(r >= 0.5f && r < 1 && is_nearest(b >= 0x40000000 ? 2 * m : m, n),
		      "frsqrt_rn(%a) = %a", (double)x, (double)r);
	}
	CHECK(same_float(__nv_frsqrt_rn(0.0f), INFINITY), "frsqrt_rn(0)");
	CHECK(same_float(__nv_frsqrt_rn(INFINITY), 0.0f), "frsqrt_rn(inf)");
	CHECK(same_float(__nv_frsqrt_rn(-1.0f), NAN), "frsqrt_rn(-1)");
	CHECK(same_float(__nv_frsqrt_rn(1.0f), 1.0f), "frsqrt_rn(1)");
	CHECK(same_float(__nv_frsqrt_rn(0x1p-148f), 0x1p74f), "frsqrt_rn(2^-148)");
}

int
main(void)
{
	try_floats();
	try_doubles();
	try_all_reciprocal_roots();
	return finish();
}
