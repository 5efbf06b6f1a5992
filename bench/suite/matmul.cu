// matmul: C = A B, tiles of both in shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { SIDE = 16 };

__global__ void
multiply(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[SIDE][SIDE], t[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty;
	float sum = 0;

	for (int k = 0; k < n; k += SIDE) {
		s[ty][tx] = a[y * n + k + tx];
		t[ty][tx] = b[(k + ty) * n + x];
		__syncthreads();
		for (int i = 0; i < SIDE; i++)
			sum += s[ty][i] * t[i][tx];
		__syncthreads();
	}
	c[y * n + x] = sum;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(768, 64);
	float *a = BENCH_NEW(float, n * n), *b = BENCH_NEW(float, n * n),
	      *c = BENCH_NEW(float, n * n);

	bench_fill(a, n * n, 0, 1, 42);
	bench_fill(b, n * n, 0, 1, 43);
	float *da = bench_copy(a, n * n), *db = bench_copy(b, n * n),
	      *dc = bench_device<float>(n * n);
	while (bench_next()) {
		bench_start();
		multiply<<<dim3(n / SIDE, n / SIDE), dim3(SIDE, SIDE)>>>(da, db, dc, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(c, dc, n * n);
	bench_floats("c", c, n * n, 1e-4);
	return bench_end();
}
