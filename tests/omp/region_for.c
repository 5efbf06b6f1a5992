/* SPDX-License-Identifier: Apache-2.0 */
/* several loops in one region, implicit barriers, nowait */
/* run:  */
/* run: --baseline */
/* run: --set useKernelFusion=0 */
#include <stdio.h>
#define N 300
static int a[N], b[N], c[N];
int main(void)
{
	long s = 0;
	int i;

#pragma omp parallel default(none) shared(a, b, c) private(i)
	{
		int n = N, twice = 2 * N;
#pragma omp for
		for (i = 0; i < n; i++)
			a[i] = i + twice;
#pragma omp for nowait
		for (i = 0; i < n; i++)
			b[i] = a[n - 1 - i];
#pragma omp for schedule(dynamic, 4)
		for (i = 0; i < n; i++)
			c[i] = a[i] * 2;
#pragma omp for schedule(guided)
		for (i = 1; i < n; i++)
			a[i] = b[i - 1] + c[i];
	}
	for (i = 0; i < N; i++)
		s = s * 7 + a[i] + b[i] + c[i];
	printf("%ld\n", s);
	return 0;
}
