/* normalize: every element is divided by the sum of all, which is taken once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static float
sum(const float *in, int n)
{
	float total = 0;

	for (int i = 0; i < n; i++)
		total += in[i];
	return total;
}

static void
normalize(float *restrict out, const float *restrict in, int n)
{
	float total = sum(in, n);

#pragma omp parallel for simd
	for (int t = 0; t < n; t++)
		out[t] = in[t] / total;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(40000, 700);
	float *a = BENCH_NEW(float, n), *out = BENCH_NEW(float, n);

	bench_fill(a, n, 0, 1, 51);
	while (bench_next()) {
		bench_start();
		normalize(out, a, n);
		bench_stop();
	}
	bench_floats("out", out, n, 1e-5);
	return bench_end();
}
