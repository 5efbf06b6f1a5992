/* SPDX-License-Identifier: Apache-2.0 */
/* memory from malloc, pointers into arrays, swapped pointers */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void
step(const float *from, float *to, int n)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		to[i] = 0.5f * (from[i - 1] + from[i + 1]);
}
int main(void)
{
	int n = 500, *idx = malloc(n * sizeof *idx);
	float *a = calloc(n, sizeof(float)), *b = malloc(n * sizeof(float)), *t;
	float fixed[50];
	double s = 0;

	memset(b, 0, n * sizeof(float));
	for (int i = 0; i < n; i++)
		idx[i] = (i * 7) % n;
	a[0] = b[0] = 1;
	a[n - 1] = b[n - 1] = 2;
	for (int k = 0; k < 40; k++) {
		step(a, b, n);
		t = a;
		a = b;
		b = t;
	}
	for (int i = 0; i < 50; i++)
		fixed[i] = 1;
	step(a + 100, b + 100, 300);
	step(fixed, a, 50);
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += b[idx[i]] * (i % 3) + a[i];
	printf("%.6f\n", s);
	free(idx);
	free(a);
	free(b);
	return 0;
}
