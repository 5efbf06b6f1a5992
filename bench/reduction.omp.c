/* reduction: a sum; chunks in float, sums of chunks in double, like the CUDA half. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

enum { CHUNK = 512 };

static double
reduce(const float *in, int n)
{
	double total = 0;

#pragma omp parallel for reduction(+ : total)
	for (int c = 0; c < n / CHUNK; c++) {
		const float *p = in + (size_t)c * CHUNK;
		float s = 0;

#pragma omp simd reduction(+ : s)
		for (int i = 0; i < CHUNK; i++)
			s += p[i];
		total += s;
	}
	return total;
}

int
main(void)
{
	const int n = 16 << 20;
	float *a = malloc(n * sizeof *a);
	uint32_t seed = 3;
	double best, sum = 0;

	for (int i = 0; i < n; i++)
		a[i] = bench_random(&seed);
	BENCH_TIME(best, sum = reduce(a, n));
	bench_report("reduction", best, sum);
	return 0;
}
