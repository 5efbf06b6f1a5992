/* SPDX-License-Identifier: Apache-2.0 */
/* critical sections that are not reductions keep a lock */
#include <stdio.h>
#define N 600
static int v[N];
int main(void)
{
	int best = -1, where = -1, count = 0;

	for (int i = 0; i < N; i++)
		v[i] = i * 7919 % 1009;
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
#pragma omp critical
		{
			if (v[i] > best) {
				best = v[i];
				where = i;
			}
			count = count + 1;
		}
	}
	printf("%d %d %d\n", best, where, count);
	return 0;
}
