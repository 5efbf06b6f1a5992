// reduction: a sum, in a tree with barriers inside each block.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "bench.h"

enum { THREADS = 256 };

__global__ void
reduce(const float *in, double *out)
{
	__shared__ float s[THREADS];
	int t = threadIdx.x, i = blockIdx.x * 2 * THREADS + t;

	s[t] = in[i] + in[i + THREADS];
	__syncthreads();
	for (int k = THREADS / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

int
main()
{
	const int n = 16 << 20, blocks = n / (2 * THREADS);
	float *a = (float *)malloc(n * sizeof *a), *da;
	double *part = (double *)malloc(blocks * sizeof *part), *dpart, best, sum = 0;
	uint32_t seed = 3;

	for (int i = 0; i < n; i++)
		a[i] = bench_random(&seed);
	BENCH_CHECK(cudaMalloc(&da, n * sizeof *a));
	BENCH_CHECK(cudaMalloc(&dpart, blocks * sizeof *part));
	BENCH_CHECK(cudaMemcpy(da, a, n * sizeof *a, cudaMemcpyHostToDevice));
	BENCH_TIME(best, {
		reduce<<<blocks, THREADS>>>(da, dpart);
		BENCH_CHECK(cudaDeviceSynchronize());
	});
	BENCH_CHECK(
		cudaMemcpy(part, dpart, blocks * sizeof *part, cudaMemcpyDeviceToHost));
	for (int i = 0; i < blocks; i++)
		sum += part[i];
	bench_report("reduction", best, sum);
}
