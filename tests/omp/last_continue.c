/* SPDX-License-Identifier: Apache-2.0 */
/* lastprivate with continue; conditions of clauses that kernels compute. */
#include <stdio.h>
#define N 64
static int a[N], on, threads = 1;
int
main(void)
{
	int l = -1, m = -1, s = 0;

#pragma omp parallel for lastprivate(l, m)
	for (int i = 0; i < N; i++) {
		l = i * 2;
		if (i % 2) {
			m = i;
			continue;
		}
		m = -i;
		a[i] = l;
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		if (i == 9) {
			on = 1;
			threads = 3;
		}
#pragma omp parallel for if (on) num_threads(threads) reduction(+ : s)
	for (int i = 0; i < N; i++)
		s += a[i];
	printf("%d %d %d %d\n", l, m, s, on);
	return 0;
}
