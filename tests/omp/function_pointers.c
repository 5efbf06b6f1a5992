/* SPDX-License-Identifier: Apache-2.0 */
/* regions behind pointers to functions, and in what a library calls back */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
#include <stdlib.h>
#define N 64
static double a[N], b[N], weight[N];
static int order[N], looked;

static void
make(double **o, int n)
{
	*o = malloc(n * sizeof **o);
}

typedef void (*operation)(double *, const double *, int);

static void
twice(double *o, const double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		o[i] = 2 * x[i];
}

static void
next(double *o, const double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		o[i] = x[i] + 1;
	b[0] = -1; /* on the host */
}

struct step {
	const char *name;
	operation run;
};

static const struct step steps[] = {{"twice", twice}, {"next", next}, {"twice", twice}};

static int
compare(const void *x, const void *y)
{
	double u = weight[*(const int *)x], v = weight[*(const int *)y];
	looked = 1;
	return u < v ? -1 : u > v ? 1 : *(const int *)x - *(const int *)y;
}

static void
apply(operation f, double *x)
{
	f(x, x, N);
}

int
main(void)
{
	operation list[] = {next, twice};
	double *p, *q, s = 0;
	make(&p, N);
	make(&q, N);
	for (int i = 0; i < N; i++) {
		a[i] = i;
		p[i] = -i;
	}
	for (int k = 0; k < 3; k++) {
		steps[k].run(b, a, N);
		steps[k].run(a, b, N);
		steps[k].run(p, p, N);
		printf("%s %g\n", steps[k].name, b[0]);
	}
	list[0](q, p, N);
	printf("%g %g %g %g\n", a[5], b[7], p[3], q[3]);
	for (int k = 0; k < 2; k++)
		apply(list[k], q);
	apply(twice, p);
	printf("%g %g %g\n", q[1], q[63], p[9]);
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		weight[i] = (i * 37) % 19;
		order[i] = i;
	}
	qsort(order, N, sizeof order[0], compare);
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		s += weight[order[i]] * i;
	printf("%g %d %d %d\n", s, order[0], order[N - 1], looked);
	free(p);
	free(q);
	return 0;
}
