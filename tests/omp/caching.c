/* SPDX-License-Identifier: Apache-2.0 */
/* scalars and elements in registers, constant and shared memory */
/* run:  */
/* run: --baseline */
/* run: --set shrdSclrCachingOnSM=0 */
/* run: --set shrdSclrCachingOnSM=0 --set shrdSclrCachingOnReg=0 --set shrdCachingOnConst=1 */
/* run: --set shrdArryElmtCachingOnReg=0 --set useUnrollingOnReduction=0 */
#include <stdio.h>
#define N 64
static double a[N][N], x[N], y[N], w[16];
static int n = N;
int main(void)
{
	double s = 0, factor = 1.5, shift = 0.25;
	int last = -1;

	for (int i = 0; i < N; i++) {
		x[i] = i % 5;
		for (int j = 0; j < N; j++)
			a[i][j] = (i + j) % 7;
	}
	for (int i = 0; i < 16; i++)
		w[i] = i;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[i] = 0;
		for (int j = 0; j < n; j++)
			y[i] += a[i][j] * x[j] * factor + shift * w[j % 16];
		if (i == n - 1)
			last = i;
	}
#pragma cuda gpurun sharedRO(w) registerRO(factor) constant(x)
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 16; j++)
			s += y[i] * w[j] * factor + x[i];
	printf("%.6f %d\n", s, last);
	return 0;
}
