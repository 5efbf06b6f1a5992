/* SPDX-License-Identifier: Apache-2.0 */
/* a private value of one thread crosses a barrier: the team is one block */
#include <stdio.h>
#define N 64
static int a[N], b[N];
int main(void)
{
	int total = 0;

#pragma omp parallel num_threads(8)
	{
		int mine = 0;
#pragma omp for
		for (int i = 0; i < N; i++) {
			a[i] = i;
			mine += i;
		}
#pragma omp for
		for (int i = 0; i < N; i++)
			b[i] = a[N - 1 - i];
#pragma omp atomic
		total += mine;
	}
	printf("%d %d\n", total, b[0]);
	return 0;
}
