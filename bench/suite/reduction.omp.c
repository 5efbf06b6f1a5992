/* reduction: a sum. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static double
reduce(const float *in, int n)
{
	enum { CHUNK = 512 }; /* floats lose digits in longer sums */
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
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(16 << 20, 16 * 512);
	float *a = BENCH_NEW(float, n);
	double sum;

	bench_fill(a, n, 0, 1, 3);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 8; k++)
			sum = reduce(a, n);
		bench_stop();
	}
	bench_doubles("sum", &sum, 1, 1e-5);
	return bench_end();
}
