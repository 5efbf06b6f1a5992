// histogram: each thread counts pixels a grid apart in an array of its own, and adds that
// to the common counts.
// SPDX-License-Identifier: Apache-2.0
#include "histogram.h"

enum { THREADS = 64, BLOCKS = 64 };

__global__ void
count(const uint32_t *pixels, unsigned *counts, int n)
{
	unsigned mine[COLOURS];
	int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;

	for (int c = 0; c < COLOURS; c++)
		mine[c] = 0;
	for (; i < n; i += stride)
		mine[pixels[i]]++;
	for (int c = 0; c < COLOURS; c++)
		if (mine[c] > 0)
			atomicAdd(&counts[c], mine[c]);
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(16 << 20, 10000);
	uint32_t *p = BENCH_NEW(uint32_t, n);
	unsigned counts[COLOURS];

	pixels(p, n);
	uint32_t *dp = bench_copy(p, n);
	unsigned *dc = bench_device<unsigned>(COLOURS);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++) {
			BENCH_CHECK(cudaMemset(dc, 0, sizeof counts));
			count<<<BLOCKS, THREADS>>>(dp, dc, n);
			bench_to_host(counts, dc, COLOURS);
		}
		bench_stop();
	}
	bench_ints("counts", counts, COLOURS);
	return bench_end();
}
