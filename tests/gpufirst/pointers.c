/* Tables of functions, of the program and of the library; called in regions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double fn(double);
static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static struct {
	const char *name;
	fn *f;
} table[] = {{"twice", twice}, {"square", square}, {"sqrt", sqrt}, {"fabs", fabs}, {"erf", erf}};

static double apply(fn *f, double x) { return f(x); }

int main(void)
{
	double r[5];
#pragma omp parallel for
	for (int i = 0; i < 5; i++)
		r[i] = apply(table[i].f, 0.25);
	for (int i = 0; i < 5; i++)
		printf("%s %.6f\n", table[i].name, r[i]);
	return 0;
}
