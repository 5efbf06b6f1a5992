/* SPDX-License-Identifier: Apache-2.0 */
/* doubles [TIMES]: device functions of one double against MPFR, on random arguments of
 * every size, hard cases and their neighbours. Needs libmpfr-dev; not part of make test. */
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
	X(tgamma, gamma, 10)

#define X(name, reference, bound) double __nv_##name(double);
ONE(X)
#undef X

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

int
main(int argc, char **argv)
{
	uint64_t times = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
	bool ok = true;

	for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
		ok &= try_one(&functions[k], times);
	return !ok;
}
