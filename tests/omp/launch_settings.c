/* SPDX-License-Identifier: Apache-2.0 */
/* Block sizes from the occupancy calculator, copies in streams, device memory that the
 * user says exists already. */
/* run: */
/* run: --set useOccupancy=1 */
/* run: --set useAsyncTransfers=1 */
/* run: --set useAsyncTransfers=1 --set useGlobalGMalloc=0 --set cudaMallocOptLevel=0 */
/* run: --set useOccupancy=1 --set useThreadCoarsening=1 */
#include <stdio.h>

#define N 700

static int a[N], b[N], c[N], m[20][70];

int
main(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++) {
		a[i] = i;
		b[i] = 2 * i;
		c[i] = 3 * i;
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		c[i] += a[i] * b[i] % 13;
	/* the kernel in front has made a and c, and nobody may free c */
#pragma cuda gpurun nocudamalloc(c) nocudafree(c)
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += c[i];
#pragma omp parallel for
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 70; x++)
			m[y][x] = x * y + c[x];
	for (int y = 0; y < 20; y++)
		sum += m[y][69 - y];
	printf("%ld\n", sum);
	return 0;
}
