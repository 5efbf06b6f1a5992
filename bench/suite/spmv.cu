// spmv: a sparse matrix times a vector, a warp per row.
// SPDX-License-Identifier: Apache-2.0
#include "sparse.h"

enum { WARP = 32, THREADS = 256 };

__global__ void
multiply(const int *start, const int *column, const float *value, const float *x,
	 float *y, int n)
{
	int lane = threadIdx.x % WARP;
	int row = blockIdx.x * (THREADS / WARP) + threadIdx.x / WARP;

	if (row >= n)
		return;
	float sum = 0;
	for (int k = start[row] + lane; k < start[row + 1]; k += WARP)
		sum += value[k] * x[column[k]];
	for (int step = WARP / 2; step > 0; step /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, step);
	if (lane == 0)
		y[row] = sum;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(100000, 500), steps = bench_size(8, 2);
	sparse m = sparse_new(n, 32, 21);
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n);

	bench_fill(x, n, 0, 1, 22);
	int *start = bench_copy(m.start, n + 1),
	    *column = bench_copy(m.column, m.count);
	float *value = bench_copy(m.value, m.count), *dx = bench_copy(x, n),
	      *dy = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < steps; k++)
			multiply<<<(n + 7) / 8, THREADS>>>(start, column, value, dx, dy,
							   n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(y, dy, n);
	bench_floats("y", y, n, 1e-4);
	return bench_end();
}
