/* SPDX-License-Identifier: Apache-2.0 */
/* single, master, copyprivate, uniform private variables on the host */
/* run:  */
/* run: --baseline */
#include <stdio.h>
#define N 128
static double x[N];
int main(void)
{
	double scale = 0, sum = 0;
	int k, rounds = 0;

#pragma omp parallel private(k)
	{
		double mine;
#pragma omp single copyprivate(mine)
		mine = 2.5;
		for (k = 0; k < 3; k++) {
#pragma omp single
			{
				scale = k + mine;
				rounds++;
			}
#pragma omp for
			for (int i = 0; i < N; i++)
				x[i] += scale * i;
#pragma omp master
			rounds += 10;
#pragma omp barrier
		}
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < N; i++)
			sum += x[i];
	}
	printf("%g %g %d\n", sum, scale, rounds);
	return 0;
}
