/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that mathematics stays within the errors that CUDA documents. */
#include <math.h>
#include "dev_test.h"

#define PI       3.14159265358979323846264338327950288L
#define SQRT2    1.41421356237309504880168872420969808L
#define SLOPE(y) (2 / sqrtl(PI) * expl(-(y) * (y)))

/* The sine of pi (x + quarters / 2). Only what is left of x beside a multiple of a half
 * meets pi: near a zero, the rounding of a larger product would be all there is. */
static long double
sinpi_reference(double x, int quarters)
{
	long double halves = nearbyintl(2 * (long double)x);
	long double rest = PI * (x - halves / 2);

	quarters += (int)halves;
	return (quarters & 2 ? -1 : 1) * (quarters & 1 ? cosl(rest) : sinl(rest));
}

/* One exact step from a good inverse to a better one. */
static long double
erfinv_reference(long double x, long double y)
{
	return fabsl(x) < 0.5
		       ? y - (erfl(y) - x) / SLOPE(y)
		       : y + copysignl(1, x) * (erfcl(fabsl(y)) - (1 - fabsl(x))) /
					 SLOPE(y);
}

static long double
erfcinv_reference(long double q, long double y)
{
	return q > 0.5 && q < 1.5 ? y - (erfl(y) - (1 - q)) / SLOPE(y)
	       : q < 1            ? y + (erfcl(y) - q) / SLOPE(y)
				  : y - (erfcl(-y) - (2 - q)) / SLOPE(y);
}

static long double
erfcx_reference(long double x)
{
	return expl(x * x) * erfcl(x);
}

static long double
bessel_reference(long double x, int n)
{
	long double term = 1, sum = 1;

	for (int k = 1; k < 2000 && term > sum * 1e-25L; k++)
		sum += term *= x * x / 4 / k / (k + n);
	return n ? sum * x / 2 : sum;
}

/* The error in units of the last place of a number with `digits` bits. */
static double
ulps(long double got, long double want, int digits, int lowest)
{
	int e;

	if (want == got)
		return 0;
	frexpl(want, &e);
	return (double)(fabsl(got - want) /
			ldexpl(1, (e < lowest ? lowest : e) - digits));
}

/* A number of [low, high], evenly or by its size. */
static double
between(double low, double high)
{
	double t = (double)(random_bits() >> 11) * 0x1p-53, size;

	if (random_bits() % 2 || high == 0)
		return low + t * (high - low);
	size = low > 0 ? low : 1e-6;
	size = exp(log(size) + t * (log(high) - log(size)));
	return low < 0 && random_bits() % 2 && -size >= low ? -size : size;
}

double __nv_rsqrt(double);
double __nv_cbrt(double);
double __nv_rcbrt(double);
double __nv_exp(double);
double __nv_exp2(double);
double __nv_exp10(double);
double __nv_expm1(double);
double __nv_log(double);
double __nv_log2(double);
double __nv_log10(double);
double __nv_log1p(double);
double __nv_sin(double);
double __nv_cos(double);
double __nv_tan(double);
double __nv_sinpi(double);
double __nv_cospi(double);
double __nv_asin(double);
double __nv_acos(double);
double __nv_atan(double);
double __nv_sinh(double);
double __nv_cosh(double);
double __nv_tanh(double);
double __nv_asinh(double);
double __nv_acosh(double);
double __nv_atanh(double);
double __nv_erf(double);
double __nv_erfc(double);
double __nv_erfcx(double);
double __nv_normcdf(double);
double __nv_erfinv(double);
double __nv_erfcinv(double);
double __nv_normcdfinv(double);
double __nv_lgamma(double);
double __nv_tgamma(double);
double __nv_cyl_bessel_i0(double);
double __nv_cyl_bessel_i1(double);
double __nv_j0(double);
double __nv_y0(double);
double __nv_hypot(double, double);
double __nv_rhypot(double, double);
double __nv_pow(double, double);
double __nv_atan2(double, double);
double __nv_fmod(double, double);
double __nv_remainder(double, double);
double __nv_fdim(double, double);
float __nv_rsqrtf(float);
float __nv_cbrtf(float);
float __nv_rcbrtf(float);
float __nv_expf(float);
float __nv_exp2f(float);
float __nv_exp10f(float);
float __nv_expm1f(float);
float __nv_logf(float);
float __nv_log2f(float);
float __nv_log10f(float);
float __nv_log1pf(float);
float __nv_sinf(float);
float __nv_cosf(float);
float __nv_tanf(float);
float __nv_sinpif(float);
float __nv_cospif(float);
float __nv_asinf(float);
float __nv_acosf(float);
float __nv_atanf(float);
float __nv_sinhf(float);
float __nv_coshf(float);
float __nv_tanhf(float);
float __nv_asinhf(float);
float __nv_acoshf(float);
float __nv_atanhf(float);
float __nv_erff(float);
float __nv_erfcf(float);
float __nv_erfcxf(float);
float __nv_normcdff(float);
float __nv_erfinvf(float);
float __nv_erfcinvf(float);
float __nv_normcdfinvf(float);
float __nv_lgammaf(float);
float __nv_tgammaf(float);
float __nv_cyl_bessel_i0f(float);
float __nv_cyl_bessel_i1f(float);
float __nv_j0f(float);
float __nv_y1f(float);
float __nv_fast_expf(float);
float __nv_fast_logf(float);
float __nv_hypotf(float, float);
float __nv_rhypotf(float, float);
float __nv_powf(float, float);
float __nv_atan2f(float, float);
float __nv_fmodf(float, float);
float __nv_remainderf(float, float);
float __nv_fast_fdividef(float, float);
double __nv_norm3d(double, double, double), __nv_rnorm3d(double, double, double);
double __nv_norm4d(double, double, double, double);
double __nv_norm(int, const double *), __nv_fmin(double, double);
float __nv_norm3df(float, float, float), __nv_normf(int, const float *);
float __nv_saturatef(float), __nv_fminf(float, float), __nv_fmaxf(float, float);
float __nv_powif(float, int), __nv_ldexpf(float, int);
int __nv_ilogb(double), __nv_ilogbf(float), __nv_signbitf(float), __nv_isnanf(float);
double __nv_jn(int, double), __nv_yn(int, double);
void __nv_sincospi(double, double *, double *), __nv_sincospif(float, float *, float *);

/*        name, reference, bound in ulp, from, to */
#define DOUBLES(X)                                                                     \
	X(rsqrt, 1 / sqrtl(x), 1, 1e-300, 1e+300)                                      \
	X(cbrt, cbrtl(x), 1, -1e+300, 1e+300)                                          \
	X(rcbrt, 1 / cbrtl(x), 1, 1e-300, 1e+300)                                      \
	X(exp, expl(x), 1, -700, 700)                                                  \
	X(exp2, exp2l(x), 1, -1000, 1000)                                              \
	X(exp10, exp10l(x), 1, -300, 300)                                              \
	X(expm1, expm1l(x), 1, -30, 100)                                               \
	X(log, logl(x), 1, 1e-300, 1e+300)                                             \
	X(log2, log2l(x), 1, 1e-300, 1e+300)                                           \
	X(log10, log10l(x), 1, 1e-300, 1e+300)                                         \
	X(log1p, log1pl(x), 1, -0.99, 10000000000.0)                                   \
	X(sin, sinl(x), 2, -100000.0, 100000.0)                                        \
	X(cos, cosl(x), 2, -100000.0, 100000.0)                                        \
	X(tan, tanl(x), 2, -100000.0, 100000.0)                                        \
	X(sinpi, sinpi_reference(x, 0), 2, -100, 100)                                  \
	X(cospi, sinpi_reference(x, 1), 2, -100, 100)                                  \
	X(asin, asinl(x), 2, -1, 1)                                                    \
	X(acos, acosl(x), 2, -1, 1)                                                    \
	X(atan, atanl(x), 2, -100000.0, 100000.0)                                      \
	X(sinh, sinhl(x), 2, -700, 700)                                                \
	X(cosh, coshl(x), 1, -700, 700)                                                \
	X(tanh, tanhl(x), 1, -20, 20)                                                  \
	X(asinh, asinhl(x), 3, -10000000000.0, 10000000000.0)                          \
	X(acosh, acoshl(x), 3, 1, 10000000000.0)                                       \
	X(atanh, atanhl(x), 2, -1, 1)                                                  \
	X(erf, erfl(x), 2, -6, 6)                                                      \
	X(erfc, erfcl(x), 5, -6, 26)                                                   \
	X(erfcx, erfcx_reference(x), 4, -26, 29)                                       \
	X(normcdf, erfcl(-x / SQRT2) / 2, 5, -37, 9)                                   \
	X(erfinv, erfinv_reference(x, __nv_erfinv(x)), 5, -1, 1)                       \
	X(erfcinv, erfcinv_reference(x, __nv_erfcinv(x)), 6, 1e-300, 2)                \
	X(normcdfinv, -SQRT2 *erfcinv_reference(2 * x, -__nv_normcdfinv(x) / SQRT2),   \
	  8, 1e-300, 1)                                                                \
	X(lgamma, lgammal(x), 4, 3, 10000000000.0)                                     \
	X(tgamma, tgammal(x), 10, 0.1, 170)                                            \
	X(cyl_bessel_i0, bessel_reference(x, 0), 6, -700, 700)                         \
	X(cyl_bessel_i1, bessel_reference(x, 1), 6, -700, 700)                         \
	X(j0, j0l(x), 7, -2, 2)                                                        \
	X(y0, y0l(x), 7, 0.01, 0.8)
#define DOUBLES2(X)                                                                    \
	X(hypot, hypotl(x, y), 2, -1e+300, 1e+300)                                     \
	X(rhypot, 1 / hypotl(x, y), 1, -1e+300, 1e+300)                                \
	X(pow, powl(x, y), 2, 0.01, 100)                                               \
	X(atan2, atan2l(x, y), 2, -100000.0, 100000.0)                                 \
	X(fmod, fmodl(x, y), 0, -100000.0, 100000.0)                                   \
	X(remainder, remainderl(x, y), 0, -100000.0, 100000.0)                         \
	X(fdim, fdiml(x, y), 0.5, -100000.0, 100000.0)
#define FLOATS(X)                                                                      \
	X(rsqrtf, 1 / sqrt(x), 2, 1e-37, 1e+37)                                        \
	X(cbrtf, cbrt(x), 1, -1e+37, 1e+37)                                            \
	X(rcbrtf, 1 / cbrt(x), 1, 1e-37, 1e+37)                                        \
	X(expf, exp(x), 1, -80, 80)                                                    \
	X(exp2f, exp2(x), 2, -120, 120)                                                \
	X(exp10f, exp10(x), 2, -36, 36)                                                \
	X(expm1f, expm1(x), 1, -20, 80)                                                \
	X(logf, log(x), 1, 1e-37, 1e+37)                                               \
	X(log2f, log2(x), 1, 1e-37, 1e+37)                                             \
	X(log10f, log10(x), 2, 1e-37, 1e+37)                                           \
	X(log1pf, log1p(x), 1, -0.99, 10000000000.0)                                   \
	X(sinf, sin(x), 2, -100000.0, 100000.0)                                        \
	X(cosf, cos(x), 2, -100000.0, 100000.0)                                        \
	X(tanf, tan(x), 4, -100000.0, 100000.0)                                        \
	X(sinpif, __nv_sinpi(x), 1, -100, 100)                                         \
	X(cospif, __nv_cospi(x), 1, -100, 100)                                         \
	X(asinf, asin(x), 2, -1, 1)                                                    \
	X(acosf, acos(x), 2, -1, 1)                                                    \
	X(atanf, atan(x), 2, -100000.0, 100000.0)                                      \
	X(sinhf, sinh(x), 3, -80, 80)                                                  \
	X(coshf, cosh(x), 2, -80, 80)                                                  \
	X(tanhf, tanh(x), 2, -20, 20)                                                  \
	X(asinhf, asinh(x), 3, -10000000000.0, 10000000000.0)                          \
	X(acoshf, acosh(x), 4, 1, 10000000000.0)                                       \
	X(atanhf, atanh(x), 3, -1, 1)                                                  \
	X(erff, erf(x), 2, -4, 4)                                                      \
	X(erfcf, erfc(x), 4, -4, 9)                                                    \
	X(erfcxf, __nv_erfcx(x), 4, -9, 100)                                           \
	X(normcdff, __nv_normcdf(x), 5, -13, 6)                                        \
	X(erfinvf, __nv_erfinv(x), 2, -1, 1)                                           \
	X(erfcinvf, __nv_erfcinv(x), 4, 1e-37, 2)                                      \
	X(normcdfinvf, __nv_normcdfinv(x), 5, 1e-37, 1)                                \
	X(lgammaf, lgamma(x), 6, 3, 10000000000.0)                                     \
	X(tgammaf, tgamma(x), 5, 0.1, 33)                                              \
	X(cyl_bessel_i0f, __nv_cyl_bessel_i0(x), 6, -80, 80)                           \
	X(cyl_bessel_i1f, __nv_cyl_bessel_i1(x), 6, -80, 80)                           \
	X(j0f, j0(x), 9, -8, 8)                                                        \
	X(y1f, y1(x), 9, 0.1, 8)                                                       \
	X(fast_expf, exp(x), 3, -10, 10)                                               \
	X(fast_logf, log(x), 3, 2, 10000000000.0)
#define FLOATS2(X)                                                                     \
	X(hypotf, hypot(x, y), 3, -1e+37, 1e+37)                                       \
	X(rhypotf, 1 / hypot(x, y), 2, -1e+37, 1e+37)                                  \
	X(powf, pow(x, y), 4, 0.1, 10)                                                 \
	X(atan2f, atan2(x, y), 3, -100000.0, 100000.0)                                 \
	X(fmodf, fmod(x, y), 0, -100000.0, 100000.0)                                   \
	X(remainderf, remainder(x, y), 0, -100000.0, 100000.0)                         \
	X(fast_fdividef, (double)x / y, 2, -100000.0, 100000.0)

/* Rounding the exact result costs half a unit that CUDA's tables do not count. */
#define TRY(T, name, arguments, reference, bound, digits, lowest)                      \
	do {                                                                           \
		T got = __nv_##name arguments;                                         \
		double error = ulps(got, reference, digits, lowest);                   \
		CHECK(error <= (bound) + 0.5, "%s(%.17g, %.17g) = %.17g: %.2f ulp",    \
		      #name, (double)x, (double)y, (double)got, error);                \
	} while (0)

static void
try_doubles(int times)
{
	for (int i = 0; i < times; i++) {
		double x, y = 0;

#define X(name, reference, bound, low, high)                                           \
	x = between(low, high);                                                        \
	TRY(double, name, (x), reference, bound, 53, -1021);
		DOUBLES(X)
#undef X
#define X(name, reference, bound, low, high)                                           \
	x = between(low, high);                                                        \
	y = between(low, high);                                                        \
	TRY(double, name, (x, y), reference, bound, 53, -1021);
		DOUBLES2(X)
#undef X
	}
}

static void
try_floats(int times)
{
	for (int i = 0; i < times; i++) {
		float x, y = 0;

#define X(name, reference, bound, low, high)                                           \
	x = (float)between(low, high);                                                 \
	TRY(float, name, (x), reference, bound, 24, -125);
		FLOATS(X)
#undef X
#define X(name, reference, bound, low, high)                                           \
	x = (float)between(low, high);                                                 \
	y = (float)between(low, high);                                                 \
	TRY(float, name, (x, y), reference, bound, 24, -125);
		FLOATS2(X)
#undef X
	}
}

static void
try_lengths(void)
{
	double big = 0x1p1000, tiny = 0x1p-1070, v[5] = {1, 2, 4, 8, 6};
	float w[3] = {3e38f, 0, 1e38f};

	CHECK(__nv_norm3d(2 * big, 3 * big, 6 * big) == 7 * big, "norm3d big");
	CHECK(__nv_norm3d(2 * tiny, 3 * tiny, 6 * tiny) == 7 * tiny, "norm3d tiny");
	CHECK(__nv_norm4d(1, 1, 1, 1) == 2, "norm4d");
	CHECK(__nv_norm3d(NAN, INFINITY, 0) == INFINITY, "norm3d inf");
	CHECK(__nv_rnorm3d(0, 0, 0) == INFINITY, "rnorm3d 0");
	CHECK(__nv_rnorm3d(0, 3 * big, 4 * big) == 1 / (5 * big), "rnorm3d");
	CHECK(__nv_norm(5, v) == 11, "norm");
	CHECK(__nv_norm3df(0x1p127f, 0, 0x1.8p126f) == 0x1.4p127f, "norm3df");
	CHECK(__nv_normf(3, w) == (float)sqrt(1e77), "normf");
}

static void
try_specials(void)
{
	double s, c;
	float sf, cf;

	CHECK(isinf(__nv_erfinv(1)) && isinf(__nv_erfcinv(0)), "inverse at the end");
	CHECK(isnan(__nv_erfinv(1.5)) && isnan(__nv_erfcinv(-1)), "inverse outside");
	CHECK(same_double(__nv_erfinv(-0.0), -0.0), "erfinv(-0)");
	CHECK(__nv_normcdfinv(0.5) == 0 && __nv_normcdf(0) == 0.5, "normal middle");
	CHECK(__nv_normcdf(-INFINITY) == 0 && __nv_normcdf(INFINITY) == 1,
	      "normal ends");
	CHECK(__nv_erfcx(INFINITY) == 0 && isinf(__nv_erfcx(-30)), "erfcx ends");
	CHECK(isinf(__nv_cyl_bessel_i0(800)), "i0 overflow");
	CHECK(__nv_cyl_bessel_i0(0) == 1 && __nv_cyl_bessel_i1(0) == 0, "i0, i1 of 0");
	CHECK(__nv_ilogb(0) == INT32_MIN && __nv_ilogb(NAN) == INT32_MIN,
	      "ilogb 0, NaN");
	CHECK(__nv_ilogbf(INFINITY) == INT32_MAX && __nv_ilogbf(8) == 3, "ilogbf");
	CHECK(isnan(__nv_jn(-1, 1)) && isnan(__nv_yn(-1, 1)), "jn, yn of n < 0");
	CHECK(__nv_fminf(NAN, 1) == 1 && __nv_fmaxf(1, NAN) == 1, "fmin, fmax of NaN");
	CHECK(__nv_saturatef(NAN) == 0 && __nv_saturatef(2) == 1, "saturate");
	CHECK(__nv_fast_fdividef(1, 0x1p127f) == 0, "fdividef of a huge divisor");
	CHECK(isnan(__nv_fast_fdividef(INFINITY, 0x1p127f)), "fdividef inf");
	CHECK(__nv_fast_fdividef(6, 3) == 2, "fdividef");
	CHECK(__nv_powif(-2, 3) == -8 && __nv_ldexpf(1, -149) == 0x1p-149f,
	      "powi, ldexp");
	CHECK(__nv_signbitf(-0.0f) == 1 && __nv_isnanf(NAN) == 1, "classes");
	CHECK(__nv_expf(INFINITY) == INFINITY && __nv_expf(-INFINITY) == 0, "exp ends");
	CHECK(isnan(__nv_expf(NAN)) && isnan(__nv_exp2f(NAN)), "exp of NaN");
	CHECK(__nv_expf(89) == INFINITY && __nv_expf(-103.2f) == 0x1p-149f,
	      "exp range");
	CHECK(__nv_exp2f(-149) == 0x1p-149f && __nv_exp2f(128) == INFINITY,
	      "exp2 range");
	CHECK(__nv_exp10f(-45) == 0x1p-149f && __nv_exp10f(39) == INFINITY,
	      "exp10 range");
	CHECK(__nv_logf(0) == -INFINITY && isnan(__nv_logf(-1)), "log of 0, -1");
	CHECK(__nv_logf(INFINITY) == INFINITY && isnan(__nv_logf(NAN)),
	      "log of inf, NaN");
	CHECK(__nv_log2f(0x1p-149f) == -149 && __nv_log2f(8) == 3, "log2 exact");
	CHECK(__nv_log10f(1000) == 3 && same_float(__nv_logf(1), 0), "log10 exact");
	CHECK(same_float(__nv_sinf(-0.0f), -0.0f) && __nv_cosf(0) == 1,
	      "sin, cos of 0");
	CHECK(isnan(__nv_sinf(INFINITY)) && isnan(__nv_tanf(NAN)), "sin of inf");
	CHECK(__nv_tanhf(-INFINITY) == -1 && isnan(__nv_tanhf(NAN)), "tanh ends");
	CHECK(same_float(__nv_tanhf(-0.0f), -0.0f), "tanhf(-0)");
	CHECK(same_double(__nv_tanh(-0.0), -0.0), "tanh(-0)");
	for (int i = -9; i <= 9; i++) {
		__nv_sincospi(i, &s, &c);
		CHECK(same_double(s, copysign(0, i)) && c == (i % 2 ? -1 : 1),
		      "sincospi %d", i);
		__nv_sincospif((float)i + 0.5f, &sf, &cf);
		CHECK(same_float(cf, 0) && sf == (i & 1 ? -1 : 1), "sincospif %d.5", i);
	}
	__nv_sincospi(0x1.8p1000, &s, &c);
	CHECK(s == 0 && c == 1, "sincospi of a huge even number");
	__nv_sincospi(INFINITY, &s, &c);
	CHECK(isnan(s) && isnan(c), "sincospi(inf)");
}

static void
try_ends(void)
{
	CHECK(__nv_cbrt(0x1.fffffffffffffp1023) == 0x1.428a2f98d728bp341,
	      "cbrt of the largest");
	CHECK(isfinite(__nv_exp10(0x1.34413509f79fep8)), "exp10 near the end");
	CHECK(__nv_exp10(309) == INFINITY && __nv_exp10(-1e308) == 0, "exp10 ends");
	CHECK(__nv_rsqrt(INFINITY) == 0 && __nv_rsqrt(0x1p-1074) == 0x1p537,
	      "rsqrt ends");
	CHECK(__nv_powf(-2, 3) == -8 && isnan(__nv_powf(-2, 0.5f)), "powf of -2");
	CHECK(__nv_powf(NAN, 0) == 1 && __nv_powf(1, NAN) == 1, "powf of NaN");
}

int
main(void)
{
	try_doubles(3000);
	try_floats(20000);
	try_lengths();
	try_specials();
	try_ends();
	return finish();
}
