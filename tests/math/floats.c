/* SPDX-License-Identifier: Apache-2.0 */
/* args: -s 65521 */
/* floats [-s STEP] [NAME...]: device functions of one float, over all 2^32 arguments or
 * every STEP-th, against the C library's double ones; pairs and doubles on a grid of
 * hard cases and random arguments. Says the largest error of each, in units of the last
 * place, and fails where it is over what CUDA documents. */
#define _GNU_SOURCE 1
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static double
from_bits(uint32_t b)
{
	float x;

	memcpy(&x, &b, sizeof x);
	return (double)x;
}

static double
rsqrt(double x)
{
	return 1 / sqrt(x);
}

static double
rcbrt(double x)
{
	return 1 / cbrt(x);
}

static double
sinpi(double x)
{
	double r = x - 2 * nearbyint(x / 2);

	r = r > 0.5 ? 1 - r : r < -0.5 ? -1 - r : r;
	return r == 0 ? copysign(0, x) : sin(PI * r);
}

static double
cospi(double x)
{
	double r = fabs(x - 2 * nearbyint(x / 2));

	return r == 0.5 ? 0 : r < 0.25 ? cos(PI * r) : sin(PI * (0.5 - r));
}

static double
normcdf(double x)
{
	return 0.5 * erfc(-x * sqrt(0.5));
}

static double
lgamma_positive(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

/* name, reference, largest error in CUDA's guide, arguments from … to */
#define ONE(X)                                                                         \
	X(sqrtf, sqrt, 0, -INFINITY, INFINITY)                                         \
	X(rsqrtf, rsqrt, 2, -INFINITY, INFINITY)                                       \
	X(cbrtf, cbrt, 1, -INFINITY, INFINITY)                                         \
	X(rcbrtf, rcbrt, 1, -INFINITY, INFINITY)                                       \
	X(expf, exp, 1, -INFINITY, INFINITY)                                           \
	X(exp2f, exp2, 2, -INFINITY, INFINITY)                                         \
	X(exp10f, exp10, 2, -INFINITY, INFINITY)                                       \
	X(expm1f, expm1, 1, -INFINITY, INFINITY)                                       \
	X(logf, log, 1, -INFINITY, INFINITY)                                           \
	X(log2f, log2, 1, -INFINITY, INFINITY)                                         \
	X(log10f, log10, 2, -INFINITY, INFINITY)                                       \
	X(log1pf, log1p, 1, -INFINITY, INFINITY)                                       \
	X(sinf, sin, 2, -INFINITY, INFINITY)                                           \
	X(cosf, cos, 2, -INFINITY, INFINITY)                                           \
	X(tanf, tan, 4, -INFINITY, INFINITY)                                           \
	X(sinpif, sinpi, 1, -INFINITY, INFINITY)                                       \
	X(cospif, cospi, 1, -INFINITY, INFINITY)                                       \
	X(asinf, asin, 2, -INFINITY, INFINITY)                                         \
	X(acosf, acos, 2, -INFINITY, INFINITY)                                         \
	X(atanf, atan, 2, -INFINITY, INFINITY)                                         \
	X(sinhf, sinh, 3, -INFINITY, INFINITY)                                         \
	X(coshf, cosh, 2, -INFINITY, INFINITY)                                         \
	X(tanhf, tanh, 2, -INFINITY, INFINITY)                                         \
	X(asinhf, asinh, 3, -INFINITY, INFINITY)                                       \
	X(acoshf, acosh, 4, -INFINITY, INFINITY)                                       \
	X(atanhf, atanh, 3, -INFINITY, INFINITY)                                       \
	X(erff, erf, 2, -INFINITY, INFINITY)                                           \
	X(erfcf, erfc, 4, -INFINITY, INFINITY)                                         \
	X(normcdff, normcdf, 5, -INFINITY, INFINITY)                                   \
	X(lgammaf, lgamma_positive, 6, -2, INFINITY)                                   \
	X(tgammaf, tgamma, 5, -INFINITY, INFINITY)

#define X(name, reference, bound, low, high) float __nv_##name(float);
ONE(X)
#undef X

static const struct function {
	const char *name;
	float (*ours)(float);
	double (*reference)(double);
	double bound, low, high;
} functions[] = {
#define X(name, reference, bound, low, high)                                           \
	{#name, __nv_##name, reference, bound, low, high},
	ONE(X)
#undef X
};

/* In units of the last place of the reference; infinite where the kinds differ. */
static double
error(float got, double want)
{
	float near = (float)want;
	int e;

	if (isnan(want) || isnan(got))
		return isnan(want) && isnan(got) ? 0 : INFINITY;
	if (want == 0 && got == 0)
		return signbit(got) != signbit(want) ? INFINITY : 0;
	if (isinf(got) && got == near)
		return 0;
	if (isinf(got)) /* as if the range went on */
		return (0x1p128 - fabs(want)) / 0x1p104;
	if (isinf(near))
		return (fmin(fabs(want), 0x1p128) - fabs((double)got)) / 0x1p104;
	frexp(want, &e);
	return fabs(got - want) / ldexp(1, (e < -125 ? -125 : e) - 24);
}

static bool
try_all(const struct function *f, uint64_t step)
{
	double worst = 0;
	uint32_t at = 0;
	uint64_t n = 0;

	for (uint64_t b = 0; b < UINT64_C(1) << 32; b += step) {
		double x = from_bits((uint32_t)b), e;

		if (x < f->low || x > f->high)
			continue;
		e = error(f->ours((float)x), f->reference(x));
		n++;
		if (e > worst) {
			worst = e;
			at = (uint32_t)b;
		}
	}
	printf("%-10s %11llu arguments, error at most %.3f of %g", f->name,
	       (unsigned long long)n, worst, f->bound);
	/* the reference itself is a rounded double: 2^-29 of a float's last place */
	if (worst > (f->bound ? f->bound : 0.5) + 1e-6)
		printf(", at %a: %a, not %a  WRONG", from_bits(at),
		       (double)f->ours((float)from_bits(at)),
		       f->reference(from_bits(at)));
	printf("\n");
	fflush(stdout);
	return worst <= (f->bound ? f->bound : 0.5) + 1e-6;
}

/* ---- two arguments */

#define TWO(X)                                                                         \
	X(powf, pow, 4)                                                                \
	X(atan2f, atan2, 3)                                                            \
	X(hypotf, hypot, 3)                                                            \
	X(fmodf, fmod, 0)                                                              \
	X(remainderf, remainder, 0)

#define X(name, reference, bound) float __nv_##name(float, float);
TWO(X)
#undef X

static const struct pair_function {
	const char *name;
	float (*ours)(float, float);
	double (*reference)(double, double);
	double bound;
} pairs[] = {
#define X(name, reference, bound) {#name, __nv_##name, reference, bound},
	TWO(X)
#undef X
};

static uint32_t
next_bits(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

/* Zeros, ones, infinities, NaN, integers, ends of ranges; or any number. */
static float
hard(unsigned k)
{
	static const float list[] = {0,
				     1,
				     2,
				     3,
				     0.5f,
				     1.5f,
				     7,
				     8388607,
				     16777215,
				     16777216,
				     0x1p24f,
				     0x1p25f,
				     1e10f,
				     1e30f,
				     0x1.fffffep127f,
				     0x1p-126f,
				     0x1p-149f,
				     INFINITY,
				     NAN,
				     0x1.fffffep-1f,
				     0x1.000002p0f,
				     0.1f,
				     88.7f,
				     127.5f,
				     1e-5f};
	enum { N = sizeof list / sizeof *list };

	return k < N       ? list[k]
	       : k < 2 * N ? -list[k - N]
			   : (float)from_bits(next_bits());
}

static bool
try_pairs(const struct pair_function *f, uint64_t times)
{
	double worst = 0;
	float wx = 0, wy = 0;

	for (uint64_t k = 0; k < times + 10000; k++) {
		float x = hard(k < 10000 ? (unsigned)(k / 100) : ~0u);
		float y = hard(k < 10000 ? (unsigned)(k % 100) : ~0u);
		double e;

		if (k >= 10000 && k % 2) { /* results within range more often */
			x = (float)exp((double)(int32_t)next_bits() * 0x1p-29);
			y = (float)((double)(int32_t)next_bits() * 0x1p-26);
		}
		e = error(f->ours(x, y), f->reference(x, y));
		if (e > worst)
			worst = e, wx = x, wy = y;
	}
	printf("%-10s %11llu pairs, error at most %.3f of %g", f->name,
	       (unsigned long long)times + 10000, worst, f->bound);
	if (worst > (f->bound ? f->bound : 0.5) + 1e-6)
		printf(", at %a, %a: %a, not %a  WRONG", (double)wx, (double)wy,
		       (double)f->ours(wx, wy), f->reference(wx, wy));
	printf("\n");
	return worst <= (f->bound ? f->bound : 0.5) + 1e-6;
}

static bool
wanted(const char *name, int argc, char **argv, int first)
{
	for (int k = first; k < argc; k++)
		if (strcmp(argv[k], name) == 0)
			return true;
	return first >= argc;
}

int
main(int argc, char **argv)
{
	uint64_t step = 1;
	int first = 1;
	bool ok = true;

	if (argc > 2 && strcmp(argv[1], "-s") == 0) {
		step = strtoull(argv[2], NULL, 10);
		first = 3;
	}
	if (!step) {
		fputs("usage: floats [-s STEP] [NAME...]\n", stderr);
		return 2;
	}
	for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
		if (wanted(functions[k].name, argc, argv, first))
			ok &= try_all(&functions[k], step);
	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
		if (wanted(pairs[k].name, argc, argv, first))
			ok &= try_pairs(&pairs[k], (UINT64_C(1) << 32) / step / 4);
	return !ok;
}
