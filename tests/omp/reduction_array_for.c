/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that a loop inside of a region reduces, over the grid and in one block. No array
 * sections: what clang itself makes of them in such loops loses updates now and then. */
/* run: */
/* run: --baseline */
#include <omp.h>
#include <stdio.h>

#define N 500

static int a[N], h[8], m[2][3], low[4];

int
main(void)
{
	int team = 0;

	for (int i = 0; i < N; i++)
		a[i] = i * 7 % 31;
#pragma omp parallel
	{
#pragma omp for reduction(+ : h) reduction(max : m)
		for (int i = 0; i < N; i++) {
			h[i % 8] += a[i];
			if (m[i % 2][i % 3] < a[i] * i)
				m[i % 2][i % 3] = a[i] * i;
		}
#pragma omp for reduction(- : low)
		for (int i = 0; i < N; i++)
			low[i % 4] -= a[i] % 3;
	}
	for (int i = 0; i < 8; i++)
		printf("%d %d %d\n", h[i], m[i % 2][i % 3], low[i % 4]);
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			team = 1;
#pragma omp for reduction(+ : h)
		for (int i = 0; i < N; i++)
			h[i % 8] += a[i] % 5;
	}
	for (int i = 0; i < 8; i++)
		printf("%d\n", h[i] + team);
	return 0;
}
