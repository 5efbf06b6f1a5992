/* SPDX-License-Identifier: Apache-2.0 */
/* critical sections that are reductions */
/* run:  */
/* run: --set prvtArryCachingOnSM=1 */
/* run: --baseline */
#include <stdio.h>
#define N 1000
int main(void)
{
	int hist[10] = {0}, best = -1;
	double total = 0;

#pragma omp parallel
	{
		int mine[10];
		double part = 0;
		for (int i = 0; i < 10; i++)
			mine[i] = 0;
#pragma omp for
		for (int i = 0; i < N; i++) {
			mine[i * i % 10]++;
			part += i * 0.5;
		}
#pragma omp critical
		{
			for (int i = 0; i < 10; i++)
				hist[i] += mine[i];
			total += part;
		}
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		int v = i * 7919 % 1009;
#pragma omp critical (best)
		if (v > best)
			best = v;
	}
	for (int i = 0; i < 10; i++)
		printf("%d ", hist[i]);
	printf("%g %d\n", total, best);
	return 0;
}
