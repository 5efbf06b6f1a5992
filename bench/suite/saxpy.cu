// saxpy: y += a x.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

__global__ void
saxpy(float a, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a * x[i] + y[i];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(16 << 20, 1000), steps = 8;
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n);

	bench_fill(x, n, 0, 1, 1);
	bench_fill(y, n, 0, 1, 2);
	float *dx = bench_copy(x, n), *dy = bench_copy(y, n);
	while (bench_next()) {
		bench_to_device(dy, y, n);
		bench_start();
		for (int k = 0; k < steps; k++)
			saxpy<<<(n + 255) / 256, 256>>>(0.5f, dx, dy, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(y, dy, n);
	bench_floats("y", y, n, 1e-6);
	return bench_end();
}
