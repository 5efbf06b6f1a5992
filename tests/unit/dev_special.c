/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that double functions have the special values of the C library: zeros and their
 * signs, infinities, NaN, the ends of ranges and what lies beside them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <math.h>
#include <stdbool.h>
#include "dev_test.h"

/* name, how many numbers the result may be away from the C library's */
#define ONE(X)                                                                         \
	X(exp, 2)                                                                      \
	X(exp2, 2)                                                                     \
	X(exp10, 3)                                                                    \
	X(expm1, 2)                                                                    \
	X(log, 2)                                                                      \
	X(log2, 2)                                                                     \
	X(log10, 3)                                                                    \
	X(log1p, 2)                                                                    \
	X(cbrt, 2)                                                                     \
	X(sin, 2)                                                                      \
	X(cos, 2)                                                                      \
	X(tan, 2)                                                                      \
	X(asin, 2)                                                                     \
	X(acos, 2)                                                                     \
	X(atan, 2)                                                                     \
	X(sinh, 3)                                                                     \
	X(cosh, 3)                                                                     \
	X(tanh, 3)                                                                     \
	X(asinh, 3)                                                                    \
	X(acosh, 3)                                                                    \
	X(atanh, 3)                                                                    \
	X(erf, 2)                                                                      \
	X(erfc, 6)
#define TWO(X)                                                                         \
	X(pow, 2)                                                                      \
	X(atan2, 2)                                                                    \
	X(hypot, 2)                                                                    \
	X(fmod, 0)

#define X(name, apart) double __nv_##name(double);
ONE(X)
#undef X
#define X(name, apart) double __nv_##name(double, double);
TWO(X)
#undef X
float __nv_fmodf(float, float);

static const double list[] = {
	0,          1,       2,          3,        0.5,
	1.5,        10,      100,        709.78,   709.79,
	710.4758,   745.1,   745.2,      1024,     1074.5,
	308.2547,   323.4,   36.7,       27.2,     5.9,
	0x1p-54,    0x1p-27, 0x1p-400,   0x1p-512, 1e-300,
	0x1p-1022,  1e-310,  0x1p-1074,  0x1p15,   0x1p51,
	0x1p51 + 1, 0x1p52,  0x1p52 + 1, 0x1p53,   1e22,
	0x1p500,    0x1p512, 0x1p1022,   0x1p1023, 0x1.fffffffffffffp1023,
	INFINITY,   NAN,     M_PI,       M_PI / 2, M_PI / 4,
	M_LN2,      M_SQRT2, M_SQRT1_2,  1 / 3.0};
enum { NUMBERS = 6 * sizeof list / sizeof *list };

/* Each of them and both its neighbours, with both signs. */
static double
argument(int k)
{
	double x = list[k / 6];

	x = k % 3 == 1 ? nextafter(x, INFINITY) : k % 3 == 2 ? nextafter(x, 0) : x;
	return k % 6 < 3 ? x : -x;
}

/* How many numbers lie between two of the same sign. */
static double
distance(double x, double y)
{
	int64_t a, b;

	memcpy(&a, &x, sizeof a);
	memcpy(&b, &y, sizeof b);
	return (a < 0) == (b < 0) ? (double)llabs(a - b) : INFINITY;
}

static void
compare(const char *name, const double *of, const double *got_want, int apart)
{
	double got = got_want[0], want = got_want[1];
	bool same = isnan(got) ? isnan(want) : distance(got, want) <= apart;

	CHECK(same, "%s(%a, %a) = %a, not %a", name, of[0], of[1], got, want);
}

static void
try_pairs(double x)
{
	for (int j = 0; j < NUMBERS; j++) {
		double y = argument(j);
		float a = (float)x, b = (float)y;

#define X(name, apart)                                                                 \
	compare(#name, (double[]){x, y}, (double[]){__nv_##name(x, y), name(x, y)},    \
		apart);
		TWO(X)
#undef X
		compare("fmodf", (double[]){x, y},
			(double[]){(double)__nv_fmodf(a, b), (double)fmodf(a, b)}, 0);
	}
}

int
main(void)
{
	for (int k = 0; k < NUMBERS; k++) {
		double x = argument(k);

#define X(name, apart)                                                                 \
	compare(#name, (double[]){x, 0}, (double[]){__nv_##name(x), name(x)}, apart);
		ONE(X)
#undef X
		try_pairs(x);
	}
	return finish();
}
