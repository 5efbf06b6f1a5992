/* saxpy: y += a x. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static void
saxpy(float a, const float *x, float *y, int n)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		y[i] = a * x[i] + y[i];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(16 << 20, 1000), steps = 8;
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n),
	      *z = BENCH_NEW(float, n);

	bench_fill(x, n, 0, 1, 1);
	bench_fill(y, n, 0, 1, 2);
	while (bench_next()) {
		memcpy(z, y, n * sizeof *z);
		bench_start();
		for (int k = 0; k < steps; k++)
			saxpy(0.5f, x, z, n);
		bench_stop();
	}
	bench_floats("y", z, n, 1e-6);
	return bench_end();
}
