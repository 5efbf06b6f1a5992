/* saxpy: y = a * x + y; limited by memory bandwidth. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

static void
saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		y[i] = a * x[i] + y[i];
}

int
main(void)
{
	const int n = 8 << 20;
	float *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
	uint32_t seed = 1;
	double best;

	for (int i = 0; i < n; i++)
		x[i] = bench_random(&seed);
	BENCH_TIME(best, saxpy(n, 0.5f, x, y));
	bench_report("saxpy", best, bench_sum(y, n));
	return 0;
}
