/* SPDX-License-Identifier: Apache-2.0 */
/* The device's mathematics at the edges: zeros, infinities, what is no number, subnormals,
 * tiny and huge numbers, halves. Signs of zeros count; eleven digits do elsewhere. */
#include <math.h>
#include <stdio.h>
#define COUNT(a) (int)(sizeof(a) / sizeof(a)[0])

static const double at[] = {0.0,
			    -0.0,
			    INFINITY,
			    -INFINITY,
			    NAN,
			    0x1p-1074,
			    -0x1p-1074,
			    0x1p-1022,
			    -0x1.8p-1023,
			    1e-300,
			    -2.2e-16,
			    1e-9,
			    -1e-5,
			    0.25,
			    0.5,
			    -0.5,
			    0x1.fffffffffffffp-2,
			    0.75,
			    1.0,
			    -1.0,
			    1.5,
			    -1.5,
			    2.0,
			    2.5,
			    -2.5,
			    3.0,
			    -3.0,
			    4.5,
			    10.0,
			    -22.5,
			    100.0,
			    709.5,
			    -709.5,
			    745.0,
			    -745.0,
			    1024.0,
			    -1074.0,
			    0x1.8p51,
			    0x1p52,
			    -0x1p53,
			    1e22,
			    1e300,
			    -1e300,
			    0x1.fffffffffffffp1023};
static unsigned seen;

static void
show(const char *name, double x, double y, double r)
{
	double a = fabs(r);
	printf("%s(%.17g, %.17g) = ", name, x, y);
	if (r != r)
		printf("nan\n");
	else if (a > 0 && a < 1e-300)
		printf("%.2g\n", r);
	else
		printf("%.11g\n", r);
	seen++;
}

#define ONE(f)                                                                         \
	for (int i = 0; i < COUNT(at); i++)                                            \
	show(#f, at[i], 0, f(at[i]))
#define TWO(f)                                                                         \
	for (int i = 0; i < COUNT(at); i++)                                            \
		for (int k = 0; k < COUNT(at); k++)                                    \
	show(#f, at[i], at[k], f(at[i], at[k]))
#define ONE_F(f)                                                                       \
	for (int i = 0; i < COUNT(at); i++)                                            \
	show_float(#f, (float)at[i], f((float)at[i]))
#define WHOLE(f)                                                                       \
	for (int i = 0; i < COUNT(at); i++)                                            \
		if (fabs(at[i]) < 9e18)                                                \
	printf("%s(%.17g) = %lld\n", #f, at[i], (long long)f(at[i]))

static void
show_float(const char *name, float x, float r)
{
	if (r != r)
		printf("%s(%.9g) = nan\n", name, x);
	else
		printf("%s(%.9g) = %.5g\n", name, x, r);
}

static void
parts(double x)
{
	double whole, rest = modf(x, &whole), f;
	int e = 0;
	printf("%.17g: ", x);
	f = frexp(x, &e);
	if (x == x && fabs(x) < INFINITY)
		printf("%.17g + %.17g, %.17g 2^%d, ", whole, rest, f, e);
	printf("%d %d %d\n", isnan(x) != 0, isinf(x) != 0, signbit(x) != 0 && x == x);
	for (int k = -2200; k < 2200; k += 97)
		if (x == x)
			printf("%.17g ", ldexp(x, k));
	printf("%d\n", ilogb(x));
}

int
main(void)
{
	ONE(exp);
	ONE(exp2);
	ONE(expm1);
	ONE(log);
	ONE(log2);
	ONE(log10);
	ONE(log1p);
	ONE(sin);
	ONE(cos);
	ONE(tan);
	ONE(asin);
	ONE(acos);
	ONE(atan);
	ONE(sinh);
	ONE(cosh);
	ONE(tanh);
	ONE(asinh);
	ONE(acosh);
	ONE(atanh);
	ONE(cbrt);
	ONE(sqrt);
	ONE(fabs);
	ONE(floor);
	ONE(ceil);
	ONE(trunc);
	ONE(round);
	ONE(rint);
	ONE(nearbyint);
	TWO(hypot);
	TWO(pow);
	TWO(atan2);
	TWO(fmod);
	TWO(fdim);
	TWO(copysign);
	ONE_F(expm1f);
	ONE_F(sinf);
	ONE_F(logf);
	ONE_F(tanhf);
	ONE_F(cbrtf);
	ONE_F(roundf);
	WHOLE(lround);
	WHOLE(lrint);
	WHOLE(llround);
	WHOLE(llrint);
	for (int i = 0; i < COUNT(at); i++)
		parts(at[i]);
	printf("%u\n", seen);
	return 0;
}
