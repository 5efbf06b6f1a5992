/* SPDX-License-Identifier: Apache-2.0 */
/* args: 20000 */
/* doubles [TIMES]: device functions of one or two doubles against MPFR, on random arguments
 * of every size, hard cases and their neighbours. */
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* name, MPFR's function, largest error in CUDA's guide */
#define ONE(X)                                                                         \
	X(sqrt, sqrt, 0)                                                               \
	X(rsqrt, rec_sqrt, 1)                                                          \
	X(cbrt, cbrt, 1)                                                               \
	X(rcbrt, rcbrt, 1)                                                             \
	X(exp, exp, 1)                                                                 \
	X(exp2, exp2, 1)                                                               \
	X(exp10, exp10, 1)                                                             \
	X(expm1, expm1, 1)                                                             \
	X(log, log, 1)                                                                 \
	X(log2, log2, 1)                                                               \
	X(log10, log10, 1)                                                             \
	X(log1p, log1p, 1)                                                             \
	X(sin, sin, 2)                                                                 \
	X(cos, cos, 2)                                                                 \
	X(tan, tan, 2)                                                                 \
	X(asin, asin, 2)                                                               \
	X(acos, acos, 2)                                                               \
	X(atan, atan, 2)                                                               \
	X(sinh, sinh, 2)                                                               \
	X(cosh, cosh, 1)                                                               \
	X(tanh, tanh, 1)                                                               \
	X(asinh, asinh, 3)                                                             \
	X(acosh, acosh, 3)                                                             \
	X(atanh, atanh, 2)                                                             \
	X(erf, erf, 2)                                                                 \
	X(erfc, erfc, 5)                                                               \
	X(normcdf, normcdf, 5)                                                         \
	X(tgamma, gamma, 10)

#define TWO(X)                                                                         \
	X(pow, pow, 2)                                                                 \
	X(atan2, atan2, 2)                                                             \
	X(hypot, hypot, 2)                                                             \
	X(fmod, fmod, 0)

#define X(name, reference, bound) double __nv_##name(double);
ONE(X)
#undef X
#define X(name, reference, bound) double __nv_##name(double, double);
TWO(X)
#undef X

static int
mpfr_rcbrt(mpfr_t r, const mpfr_t x, mpfr_rnd_t round)
{
	mpfr_cbrt(r, x, round);
	return mpfr_ui_div(r, 1, r, round);
}

/* erfc(-x / sqrt(2)) / 2 */
static int
mpfr_normcdf(mpfr_t r, const mpfr_t x, mpfr_rnd_t round)
{
	mpfr_t t;

	mpfr_init2(t, 200);
	mpfr_sqrt_ui(t, 2, round);
	mpfr_div(t, x, t, round);
	mpfr_neg(t, t, round);
	mpfr_erfc(r, t, round);
	mpfr_clear(t);
	return mpfr_div_2ui(r, r, 1, round);
}

static const struct function {
	const char *name;
	double (*ours)(double);
	int (*reference)(mpfr_t, const mpfr_t, mpfr_rnd_t);
	double bound;
} functions[] = {
#define X(name, reference, bound) {#name, __nv_##name, mpfr_##reference, bound},
	ONE(X)
#undef X
};

static const struct pair_function {
	const char *name;
	double (*ours)(double, double);
	int (*reference)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
	double bound;
} pairs[] = {
#define X(name, reference, bound) {#name, __nv_##name, mpfr_##reference, bound},
	TWO(X)
#undef X
};

static uint64_t
next_bits(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double
argument(uint64_t k)
{
	static const double list[] = {
		0,        1,       2,         0.5,       1.5,
		10,       709.78,  745.2,     0x1p-1022, 0x1p-1074,
		0x1p15,   32767.9, 0x1p20,    1e22,      0x1.fffffffffffffp1023,
		INFINITY, NAN,     0x1p-27,   M_PI,      M_PI / 2,
		M_PI / 4, M_LN2,   M_SQRT1_2, M_SQRT2,   1e5};
	enum { N = sizeof list / sizeof *list };
	uint64_t b = next_bits();
	double x;

	if (k < 6 * N) {
		x = list[k / 6];
		x = k % 3 == 1   ? nextafter(x, INFINITY)
		    : k % 3 == 2 ? nextafter(x, 0)
				 : x;
		return k % 6 < 3 ? x : -x;
	}
	switch (k % 4) {
	case 0: /* multiples of pi/2 and their neighbours */
		return (double)(int64_t)(b % 60000) * M_PI / 2;
	case 1:
		return ((double)(int64_t)b * 0x1p-63) * (double)(1 << (k / 4 % 11));
	default:
		memcpy(&x, &b, sizeof x);
		return k % 8 < 4 ? x
				 : ldexp(frexp(x, &(int){0}), (int)(k / 8 % 40) - 20);
	}
}

/* In units of the last place. */
static double
error(double got, mpfr_t want, mpfr_t t)
{
	double near = mpfr_get_d(want, MPFR_RNDN);
	int e;

	if (isnan(near) || isnan(got))
		return isnan(near) && isnan(got) ? 0 : INFINITY;
	if (got == near && (got == 0 || isinf(got)))
		return mpfr_zero_p(want) && signbit(got) != signbit(near) ? INFINITY
									  : 0;
	if (isinf(got) || isinf(near))
		return fabs(got) >= 0x1.ffffffffffffep1023 &&
				       fabs(near) >= 0x1.ffffffffffffep1023
			       ? 1
			       : INFINITY;
	frexp(near, &e);
	mpfr_sub_d(t, want, got, MPFR_RNDN);
	mpfr_mul_2si(t, t, 53 - (e < -1021 ? -1021 : e), MPFR_RNDN);
	return fabs(mpfr_get_d(t, MPFR_RNDN));
}

static bool
try_one(const struct function *f, uint64_t times)
{
	double worst = 0, at = 0, limit = (f->bound ? f->bound : 0.5) + 1e-9;
	mpfr_t x, y, t;

	mpfr_init2(x, 53);
	mpfr_init2(y, 140);
	mpfr_init2(t, 140);
	for (uint64_t k = 0; k < times; k++) {
		double v = argument(k), e;

		mpfr_set_d(x, v, MPFR_RNDN);
		f->reference(y, x, MPFR_RNDN);
		e = error(f->ours(v), y, t);
		if (e > worst)
			worst = e, at = v;
	}
	printf("%-8s %9llu arguments, error at most %.3f of %g", f->name,
	       (unsigned long long)times, worst, f->bound);
	if (worst > limit)
		printf(", at %a: %a  WRONG", at, f->ours(at));
	printf("\n");
	fflush(stdout);
	mpfr_clears(x, y, t, (mpfr_ptr)0);
	return worst <= limit;
}

/* One part of the second arguments are whole, one part near the first in size. */
static bool
try_pair(const struct pair_function *f, uint64_t times)
{
	double worst = 0, at[2] = {0}, limit = (f->bound ? f->bound : 0.5) + 1e-9;
	mpfr_t x, y, r, t;

	mpfr_inits2(53, x, y, (mpfr_ptr)0);
	mpfr_inits2(140, r, t, (mpfr_ptr)0);
	for (uint64_t k = 0; k < times; k++) {
		double a = argument(k % 4 ? next_bits() : k / 4 % 600),
		       b = argument(k % 4 ? next_bits() : k / 2400), e;

		b = k % 16 == 1 ? rint(b) : k % 16 == 2 ? a * (1 + b) : b;
		mpfr_set_d(x, a, MPFR_RNDN);
		mpfr_set_d(y, b, MPFR_RNDN);
		f->reference(r, x, y, MPFR_RNDN);
		e = error(f->ours(a, b), r, t);
		if (e > worst)
			worst = e, at[0] = a, at[1] = b;
	}
	printf("%-8s %9llu pairs, error at most %.3f of %g", f->name,
	       (unsigned long long)times, worst, f->bound);
	if (worst > limit)
		printf(", at %a, %a: %a  WRONG", at[0], at[1], f->ours(at[0], at[1]));
	printf("\n");
	fflush(stdout);
	mpfr_clears(x, y, r, t, (mpfr_ptr)0);
	return worst <= limit;
}

int
main(int argc, char **argv)
{
	uint64_t times = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
	bool ok = true;

	for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
		ok &= try_one(&functions[k], times);
	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
		ok &= try_pair(&pairs[k], times);
	return !ok;
}
