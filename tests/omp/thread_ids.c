/* SPDX-License-Identifier: Apache-2.0 */
/* thread numbers: the team is one block */
#include <omp.h>
#include <stdio.h>
#define N 103
static int a[N], seen[64];
int main(void)
{
	int threads = 0, sum = 0, order[4] = {0};

#pragma omp parallel num_threads(4) shared(threads)
	{
		int id = omp_get_thread_num(), n = omp_get_num_threads();
		int chunk = (N + n - 1) / n;
		if (id == 0)
			threads = n;
		for (int i = id * chunk; i < (id + 1) * chunk && i < N; i++)
			a[i] = i + id;
		seen[id] = 1;
#pragma omp barrier
		order[id] = a[(id * 30 + 50) % N];
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < N; i++)
			sum += a[i];
#pragma omp critical
		seen[60]++;
#pragma omp single
		seen[61] = sum;
#pragma omp master
		seen[62] = 5;
	}
	printf("%d %d %d%d%d%d%d %d %d %d %d %d\n", threads, sum, seen[0], seen[1], seen[2],
	       seen[3], seen[4], seen[60], seen[61], seen[62], order[1], order[3]);
	return 0;
}
