// stencil: five-point average over a 2-D grid, through a shared tile with a halo.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "bench.h"

enum { N = 2048, BX = 32, BY = 8 };

__global__ void
stencil(const float *in, float *out)
{
	__shared__ float s[BY + 2][BX + 2];
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1, i = y * N + x;

	s[ly][lx] = in[i];
	if (threadIdx.x == 0)
		s[ly][0] = x > 0 ? in[i - 1] : 0;
	if (threadIdx.x == BX - 1)
		s[ly][BX + 1] = x < N - 1 ? in[i + 1] : 0;
	if (threadIdx.y == 0)
		s[0][lx] = y > 0 ? in[i - N] : 0;
	if (threadIdx.y == BY - 1)
		s[BY + 1][lx] = y < N - 1 ? in[i + N] : 0;
	__syncthreads();
	out[i] = 0.2f * (s[ly][lx] + s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] +
			 s[ly + 1][lx]);
}

int
main()
{
	float *a = (float *)malloc(N * N * sizeof *a), *da, *db;
	uint32_t seed = 2;
	double best;

	for (int i = 0; i < N * N; i++)
		a[i] = bench_random(&seed);
	BENCH_CHECK(cudaMalloc(&da, N * N * sizeof *a));
	BENCH_CHECK(cudaMalloc(&db, N * N * sizeof *a));
	BENCH_CHECK(cudaMemcpy(da, a, N * N * sizeof *a, cudaMemcpyHostToDevice));
	BENCH_TIME(best, {
		stencil<<<dim3(N / BX, N / BY), dim3(BX, BY)>>>(da, db);
		BENCH_CHECK(cudaDeviceSynchronize());
	});
	BENCH_CHECK(cudaMemcpy(a, db, N * N * sizeof *a, cudaMemcpyDeviceToHost));
	bench_report("stencil", best, bench_sum(a, N * N));
}
