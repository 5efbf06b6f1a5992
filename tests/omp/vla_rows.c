/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of variable length: parameters, pointers to rows, locals. */
#include <stdio.h>
#include <stdlib.h>

static void
fill(int n, int m, double a[n][m])
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = i + 0.5 * j;
}

static void
transpose(int n, int m, double a[n][m], double b[m][n])
{
#pragma omp parallel for
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++)
			b[i][j] = a[j][i];
}

static double
trace(int n, double (*a)[n])
{
	double t = 0;

#pragma omp parallel for reduction(+ : t)
	for (int i = 0; i < n; i++)
		t += a[i][i];
	return t;
}

static void
multiply(int n, int k, int m, double a[n][k], double b[k][m], double c[n][m])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double s = 0;
			for (int l = 0; l < k; l++)
				s += a[i][l] * b[l][j];
			c[i][j] = s;
		}
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = 30;
	double(*a)[m] = malloc(n * sizeof *a);
	double(*b)[n] = malloc(m * sizeof *b);
	double(*c)[n] = malloc(n * sizeof *c);
	double d[n][n], row[m];

	fill(n, m, a);
	transpose(n, m, a, b);
	printf("%g %g\n", b[3][4], a[n - 1][m - 1]);
	multiply(n, m, n, a, b, c);
	printf("%g %g\n", trace(n, c), c[2][3]);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			d[i][j] = c[i][j] - c[j][i] + i;
	printf("%g\n", trace(n, d));
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double line[n];
		for (int i = 0; i < n; i++)
			line[i] = a[i][j];
		row[j] = 0;
		for (int i = 0; i < n; i++)
			row[j] += line[i];
	}
	printf("%g %g\n", row[0], row[m - 1]);
	free(a);
	free(b);
	free(c);
	return 0;
}
