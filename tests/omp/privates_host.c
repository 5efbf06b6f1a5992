/* SPDX-License-Identifier: Apache-2.0 */
/* What the clauses say holds in regions that stay on the CPU, too. */
#include <stdio.h>
#include <stdlib.h>

static int global = 5, other[4] = {1, 2, 3, 4};

static int
host_only(int v)
{
	return getenv("HEDDLE_NO_SUCH_VARIABLE") ? 0 : v;
}

int
main(void)
{
	int a = 1, b = 2, c = 3, last = -1, arr[3] = {1, 2, 3}, sum[3] = {10, 20, 30};
	int big = -5, i = 77, j = 88;

#pragma omp parallel for private(a, global) firstprivate(b, arr, other) lastprivate(last, j)
	for (i = 0; i < 10; i++) {
		a = host_only(i);
		global = a;
		arr[i % 3] += 1;
		other[i % 4] = 9;
		j = i * 2;
		last = a + b + global;
	}
	printf("%d %d %d %d %d %d %d %d %d %d\n", i, a, b, last, arr[0], other[0], global, j,
	       arr[1], other[3]);
#pragma omp parallel for firstprivate(c) lastprivate(c)
	for (int k = 0; k < 8; k++)
		c = host_only(k) + 100;
	printf("%d\n", c);
#pragma omp parallel for reduction(+ : sum) reduction(max : big)
	for (int k = 0; k < 9; k++) {
		sum[k % 3] += host_only(k);
		big = k > big ? k : big;
	}
	printf("%d %d %d %d\n", sum[0], sum[1], sum[2], big);
#pragma omp parallel private(a) firstprivate(b)
	{
		a = host_only(4);
		b += a;
#pragma omp for private(j) schedule(static, 2)
		for (int k = 0; k < 12; k++) {
			j = k;
#pragma omp atomic
			global += host_only(j) / 2;
#pragma omp critical
			sum[0] += j;
		}
#pragma omp single copyprivate(a)
		a = host_only(9);
#pragma omp sections firstprivate(c) lastprivate(j)
		{
#pragma omp section
			j = c;
#pragma omp section
			c++, j = c + 1;
		}
	}
	printf("%d %d %d %d %d\n", a, b, j, sum[0], global);
	return 0;
}
