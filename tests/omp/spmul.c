/* SPDX-License-Identifier: Apache-2.0 */
/* SPMUL: repeated sparse matrix-vector products, two kernel regions. The
 * second of two rounds is timed. */
/* run: */
/* run: --baseline */
/* run: --set useLoopCollapse=1 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void
multiply(int n, const int *row, const int *col, const double *val, const double *x,
         double *y)
{
	int i, j;
	double t;

#pragma omp parallel for private(j, t) schedule(dynamic, 64)
	for (i = 0; i < n; i++) {
		t = 0;
		for (j = row[i]; j < row[i + 1]; j++)
			t += val[j] * x[col[j]];
		y[i] = t;
	}
}

static void
scale(int n, double *x, const double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = y[i] * 0.125;
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 3000, nz = 0;
	int *row = malloc((n + 1) * sizeof(int)), *col = malloc(n * 12 * sizeof(int));
	double *val = malloc(n * 12 * sizeof(double));
	double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
	int times = argc > 2 ? atoi(argv[2]) : 10;
	double sum = 0, start, seconds = 0;

	for (int i = 0; i < n; i++) {
		row[i] = nz;
		for (int k = 0; k < 1 + i % 12; k++) {
			col[nz] = (int)((i * 13L + k * 577L) % n);
			val[nz++] = 0.5 * (k + 1);
		}
	}
	row[n] = nz;
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < n; i++)
			x[i] = 1 + i % 3;
		start = omp_get_wtime();
		for (int it = 0; it < times; it++) {
			multiply(n, row, col, val, x, y);
			scale(n, x, y);
		}
		sum = x[0];
		seconds = omp_get_wtime() - start;
	}
	for (int i = 1; i < n; i++)
		sum += x[i];
	printf("spmul %d %.6e\n", n, sum);
	fprintf(stderr, "seconds %.6f\n", seconds);
	free(row);
	free(col);
	free(val);
	free(x);
	free(y);
	return 0;
}
