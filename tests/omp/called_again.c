/* SPDX-License-Identifier: Apache-2.0 */
/* a function with a region in it, called with different memory: what each side has is known for each object */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
#include <stdlib.h>
#define N 256
typedef struct {
	double re, im;
} cplx;
static cplx fixed[N], other[N];

static void
fill(cplx *x, int f)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		x[i].re = i * f;
		x[i].im = -i;
	}
}

static void
copy(cplx *o, const cplx *in, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		o[i] = in[i];
}

static double
sum(const cplx *y)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		s += y[i].re * 2 + y[i].im;
	return s;
}

/* both parameters may be the same memory */
static void
shift(cplx *to, cplx *from, double by)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		to[i].re = from[i].re + by;
}

/* the value of the call and what it changed, in one expression */
static double
grow(cplx *x)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++) {
		x[i].im += 1;
		s += x[i].im;
	}
	return s;
}

/* its kernel sees another n on every level, the host changes x between them */
static void
halve(cplx *x, int n)
{
	if (n < 8)
		return;
	halve(x, n / 2);
#pragma omp parallel for
	for (int i = n / 2; i < n; i++)
		x[i].re += n;
	x[n / 2].re -= 1;
	halve(x + n / 2, n / 2);
}

int
main(void)
{
	cplx *f = malloc(N * sizeof *f), *x = malloc(N * sizeof *x),
	     *y = malloc(N * sizeof *y), *t;
	fill(x, 1);
	copy(f, x, N);
	copy(y, f, N);
	printf("%g\n", sum(y));
	fill(fixed, 2);
	copy(other, fixed, N);
	copy(fixed, x, N / 2);
	printf("%g %g\n", sum(other), sum(fixed));
	for (int k = 0; k < 5; k++) {
		shift(k % 2 ? x : y, k % 3 ? y : x, k);
		shift(f, f, 1);
		t = x, x = f, f = t;
	}
	printf("%g %g %g %g\n", sum(x), sum(y), sum(f), x[3].re);
	copy(x + N / 2, x, N / 2);
	x[N - 1].re = 7;
	copy(y, x + N / 2, N / 2);
	printf("%g %g\n", sum(y), y[N / 2 - 1].re);
	double g = grow(x) + x[5].im;
	printf("%g\n", g);
	if (grow(x) > 0 && x[6].im > 0)
		g = grow(x), printf("%g\n", g + x[6].im);
	halve(x, N);
	halve(other, N / 2);
	printf("%g %g %g %g\n", sum(x), sum(other), x[N / 2].re, other[9].re);
	free(f);
	free(x);
	free(y);
	return 0;
}
