/* SPDX-License-Identifier: Apache-2.0 */
/* a function that is called with different memory: only what the host changed is sent */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
#include <stdio.h>
#include <stdlib.h>
#define N 256
typedef struct {
	double re, im;
} cplx;
static void
fill(cplx *x)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		x[i].re = i;
		x[i].im = -i;
	}
}
static void
copy(cplx *o, const cplx *in)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		o[i] = in[i];
}
int
main(void)
{
	cplx *f = malloc(N * sizeof *f), *x = malloc(N * sizeof *f), *y = malloc(N * sizeof *f);
	fill(x);
	copy(f, x);
	copy(y, f);
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		s += y[i].re * 2 + y[i].im;
	printf("%g\n", s);
	free(f);
	free(x);
	free(y);
	return 0;
}
