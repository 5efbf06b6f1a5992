/* SPDX-License-Identifier: Apache-2.0 */
/* tables of rows: made one by one or in one piece, swapped, passed on; arrays of variable length */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
#include <stdlib.h>

static double **
separate(int n, int m)
{
	double **g = malloc(n * sizeof *g);

	for (int i = 0; i < n; i++)
		g[i] = calloc(m, sizeof **g);
	return g;
}

static double **
in_one_piece(int n, int m)
{
	double **g = malloc(n * sizeof *g);

	g[0] = calloc((size_t)n * m, sizeof **g);
	for (int i = 1; i < n; i++)
		g[i] = g[0] + i * m;
	return g;
}

static void
relax(double **to, double **from, int n, int m)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] +
				    from[i][j + 1]) / 4;
}

static double
sum(double *const *g, int n, int m)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++) {
		const double *row = g[i];
		for (int j = 0; j < m; j++)
			s += row[j] * (i + 1);
	}
	return s;
}

static void
add(double *row, int m, double v)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		row[j] += v;
}

int
main(void)
{
	int n = 30, m = 40, count[n];
	double **a = separate(n, m), **b = in_one_piece(n, m), total = 0, *t;
	double line[m];

	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = i * j % 13;
	for (int k = 0; k < 4; k++) {
		relax(b, a, n, m);
		double **s = a;
		a = b;
		b = s;
		printf("%.6f %.6f\n", a[3][5], sum(a, n, m));
	}
	t = a[2], a[2] = a[7], a[7] = t;
	a[4][4] = 100;
	relax(b, a, n, m);
	add(b[3], m, 2);
	add(a[2], m, -1);
	b[3][3] += 1;
	printf("%.6f %.6f\n", sum(b, n, m), sum(a, n, m));
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		count[i] = 0;
		for (int j = 0; j < m; j++)
			count[i] += b[i][j] > 2;
	}
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		line[j] = 0;
		for (int i = 0; i < n; i++)
			line[j] += a[i][j] * count[i];
	}
	for (int j = 0; j < m; j++)
		total += line[j] * j;
	printf("%d %d %.6f\n", count[3], count[n - 1], total);
	return 0;
}
