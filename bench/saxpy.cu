// saxpy: y = a * x + y; limited by memory bandwidth.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "bench.h"

__global__ void
saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}

int
main()
{
	const int n = 8 << 20;
	float *x = (float *)malloc(n * sizeof *x), *dx, *dy;
	uint32_t seed = 1;
	double best;

	for (int i = 0; i < n; i++)
		x[i] = bench_random(&seed);
	BENCH_CHECK(cudaMalloc(&dx, n * sizeof *x));
	BENCH_CHECK(cudaMalloc(&dy, n * sizeof *x));
	BENCH_CHECK(cudaMemcpy(dx, x, n * sizeof *x, cudaMemcpyHostToDevice));
	BENCH_CHECK(cudaMemset(dy, 0, n * sizeof *x));
	BENCH_TIME(best, {
		saxpy<<<(n + 255) / 256, 256>>>(n, 0.5f, dx, dy);
		BENCH_CHECK(cudaDeviceSynchronize());
	});
	BENCH_CHECK(cudaMemcpy(x, dy, n * sizeof *x, cudaMemcpyDeviceToHost));
	bench_report("saxpy", best, bench_sum(x, n));
}
