/* SPDX-License-Identifier: Apache-2.0 */
/* pointers to rows and parts, made inside of regions */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
#include <stdlib.h>
static double a[20][30];
static void
rows(double *m, int n, int w)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *row = m + i * w;
		double f = m[0];
		for (int j = 0; j < w; j++)
			row[j] = row[j] + i * j + 0 * f;
	}
}
struct s { double v[8]; int n; };
static struct s st[10];
int
main(void)
{
	double *m = malloc(20 * 30 * sizeof *m);
	for (int i = 0; i < 600; i++)
		m[i] = 1;
	rows(m, 20, 30);
	double t = 0;
	for (int i = 0; i < 600; i++)
		t += m[i];
	printf("%g\n", t);
#pragma omp parallel for
	for (int i = 0; i < 20; i++) {
		double *r = a[i];
		for (int j = 0; j < 30; j++)
			r[j] = i - j;
	}
	t = 0;
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 30; j++)
			t += a[i][j] * j;
	printf("%g\n", t);
#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		double *r = st[i].v;
		struct s *q = st + i;
		for (int j = 0; j < 8; j++)
			r[j] = i - j;
		q->n = i;
	}
	t = 0;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 8; j++)
			t += st[i].v[j] * j + st[i].n;
	printf("%g\n", t);
	rows(m, 20, 30);
	rows(m, 20, 30);
	printf("%g\n", m[599]);
	free(m);
	return 0;
}
