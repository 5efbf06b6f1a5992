/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in a recursive function: every call has its own arrays. */
#include <stdio.h>
#define N 32
static int
work(int depth)
{
	int mine[N], s = 0;

#pragma omp parallel for
	for (int i = 0; i < N; i++)
		mine[i] = i + depth;
	if (depth > 0)
		s = work(depth - 1);
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		mine[i] *= 2;
	for (int i = 0; i < N; i++)
		s += mine[i];
	return s;
}
int
main(void)
{
	printf("%d\n", work(4));
	return 0;
}
