/* Matrices through pointers to pointers. */
#include <stdio.h>
#include <stdlib.h>

static double **make(int n)
{
	double **m = malloc(n * sizeof *m);
	for (int i = 0; i < n; i++)
		m[i] = calloc(n, sizeof **m);
	return m;
}

int main(void)
{
	int n = 48;
	double **a = make(n), **b = make(n), **c = make(n), trace = 0;
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = i + j;
			b[i][j] = i - j;
		}
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
	for (int i = 0; i < n; i++)
		trace += c[i][i];
	printf("%.1f %.1f\n", trace, c[3][44]);
	for (int i = 0; i < n; i++)
		free(c[i]);
	return 0;
}
