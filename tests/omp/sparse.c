/* SPDX-License-Identifier: Apache-2.0 */
/* a sparse product, loop collapse */
/* run:  */
/* run: --baseline */
/* run: --set useLoopCollapse=1 */
/* run: --set shrdArryCachingOnTM=1 */
/* run: --set shrdCachingOnConst=1 */
#include <stdio.h>
#define N 150
static int row[N + 1], col[N * 9];
static double val[N * 9], x[N], y[N];
int main(void)
{
	int i, j, nz = 0;
	double t, s = 0;

	for (i = 0; i < N; i++) {
		row[i] = nz;
		for (int k = 0; k < i % 9; k++) {
			col[nz] = (i * 13 + k * 7) % N;
			val[nz++] = 0.5 * (k + 1);
		}
		x[i] = 1 + i % 3;
	}
	row[N] = nz;
#pragma omp parallel for private(t, j)
	for (i = 0; i < N; i++) {
		t = 0;
		for (j = row[i]; j < row[i + 1]; j++)
			t += val[j] * x[col[j]];
		y[i] = t;
	}
#pragma omp parallel for reduction(+ : s)
	for (i = 0; i < N; i++)
		s += y[i];
	printf("%.6f\n", s);
	return 0;
}
