// pathfinder: dynamic programming; a block walks several rows in shared memory and writes
// what is still right of them, its columns without a margin of one per row.
// SPDX-License-Identifier: Apache-2.0
#include "pathfinder.h"

enum { WIDTH = 256, HEIGHT = 20, CORE = WIDTH - 2 * HEIGHT };

__global__ void
walk(const int *wall, const int *from, int *to, int cols, int first, int rows)
{
	__shared__ int prev[WIDTH], result[WIDTH];
	int t = threadIdx.x, x = CORE * (int)blockIdx.x - HEIGHT + t;
	int left = max(0, t - x), right = min(WIDTH - 1, t - x + cols - 1);
	int w = max(t - 1, left), e = min(t + 1, right);
	bool inside = t >= left && t <= right, computed = false;

	if (inside)
		prev[t] = from[x];
	__syncthreads();
	for (int i = 0; i < rows; i++) {
		computed = false;
		if (t >= i + 1 && t <= WIDTH - 2 - i && inside) {
			int shortest = min(min(prev[w], prev[t]), prev[e]);

			computed = true;
			result[t] = shortest + wall[cols * (first + i) + x];
		}
		__syncthreads();
		if (i == rows - 1)
			break;
		if (computed)
			prev[t] = result[t];
		__syncthreads();
	}
	if (computed)
		to[x] = result[t];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int cols = bench_size(100000, 1000), rows = bench_size(201, 45);
	int *cost = BENCH_NEW(int, (size_t)cols * rows), *result = BENCH_NEW(int, cols);

	wall(cost, cols, rows);
	int *dcost = bench_copy(cost, (size_t)cols * rows),
	    *from = bench_device<int>(cols), *to = bench_device<int>(cols);
	while (bench_next()) {
		bench_to_device(from, cost, cols);
		bench_start();
		for (int y = 1; y < rows; y += HEIGHT) {
			walk<<<(cols + CORE - 1) / CORE, WIDTH>>>(
				dcost, from, to, cols, y, min(HEIGHT, rows - y));
			int *swap = from;
			from = to;
			to = swap;
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(result, from, cols);
	bench_ints("cost", result, cols);
	return bench_end();
}
