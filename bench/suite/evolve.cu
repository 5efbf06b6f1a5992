// evolve: a thread per creature evaluates it; pairs meet, and the weaker one of each is
// replaced by a child of the stronger one.
// SPDX-License-Identifier: Apache-2.0
#include "evolve.h"

enum { THREADS = 128 };

__global__ void
evaluate(const float *genes, float *fitness, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < GENES; k++) {
		float g = genes[k * n + i];
		sum += g * g - 10 * cosf(6.2831853f * g) + 10;
	}
	fitness[i] = sum;
}

__global__ void
breed(float *genes, const float *fitness, int n, uint32_t generation)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + n / 2;

	if (i >= n / 2)
		return;
	int parent = fitness[i] <= fitness[j] ? i : j, child = i + j - parent;
	uint32_t state = (uint32_t)i * 2654435761u + generation * 40503u;
	for (int k = 0; k < GENES; k++) {
		state = state * 1664525u + 1013904223u;
		float change = (float)(state >> 8) / 16777216.0f - 0.5f;
		genes[k * n + child] = genes[k * n + parent] + 0.1f * change;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 16, 512), generations = bench_size(4, 2);
	float *genes = BENCH_NEW(float, n * GENES), *turned = BENCH_NEW(float, n * GENES),
	      *fitness = BENCH_NEW(float, n);

	population(genes, n);
	for (int i = 0; i < n * GENES; i++)
		turned[i % GENES * n + i / GENES] = genes[i];
	float *dg = bench_device<float>(n * GENES), *df = bench_device<float>(n);
	while (bench_next()) {
		bench_to_device(dg, turned, n * GENES);
		bench_start();
		for (int g = 0; g < generations; g++) {
			evaluate<<<(n + THREADS - 1) / THREADS, THREADS>>>(dg, df, n);
			breed<<<(n / 2 + THREADS - 1) / THREADS, THREADS>>>(dg, df, n,
									    g);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(fitness, df, n);
	bench_floats("fitness", fitness, n, 1e-3);
	return bench_end();
}
