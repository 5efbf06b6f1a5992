/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMPC directives in the source: gpurun, cpurun, nogpurun */
#include <stdio.h>
#define N 100
static int a[N], b[N], c[N];
int main(void)
{
	int s = 0;

#pragma cuda gpurun threadblocksize(64) maxnumofblocks(2) noploopswap noreductionunroll
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		a[i] = i;
#pragma cuda nogpurun
#pragma omp parallel for private(s)
	for (int i = 0; i < N; i++) {
		s = a[i];
		b[i] = s * 2;
	}
#pragma cuda cpurun
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		s += b[i];
#pragma cuda gpurun c2gmemtr(a, b) g2cmemtr(c) noconstant(a) notexture(a) noshared(a) noregister(a)
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		c[i] = a[i] + b[i];
	for (int i = 0; i < N; i++)
		s = s * 3 % 10007 + c[i];
	printf("%d\n", s);
	return 0;
}
