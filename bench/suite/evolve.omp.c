/* evolve: loops over creatures, whose genes lie side by side. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve.h"

static void
evaluate(const float *genes, float *fitness, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int k = 0; k < GENES; k++) {
			float g = genes[i * GENES + k];
			sum += g * g - 10 * cosf(6.2831853f * g) + 10;
		}
		fitness[i] = sum;
	}
}

static void
breed(float *genes, const float *fitness, int n, uint32_t generation)
{
#pragma omp parallel for
	for (int i = 0; i < n / 2; i++) {
		int j = i + n / 2, parent = fitness[i] <= fitness[j] ? i : j;
		int child = i + j - parent;
		uint32_t state = (uint32_t)i * 2654435761u + generation * 40503u;

		for (int k = 0; k < GENES; k++) {
			state = state * 1664525u + 1013904223u;
			float change = (float)(state >> 8) / 16777216.0f - 0.5f;
			genes[child * GENES + k] =
				genes[parent * GENES + k] + 0.1f * change;
		}
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 16, 512), generations = bench_size(4, 2);
	float *genes = BENCH_NEW(float, n * GENES), *now = BENCH_NEW(float, n * GENES),
	      *fitness = BENCH_NEW(float, n);

	population(genes, n);
	while (bench_next()) {
		memcpy(now, genes, n * GENES * sizeof *now);
		bench_start();
		for (int g = 0; g < generations; g++) {
			evaluate(now, fitness, n);
			breed(now, fitness, n, g);
		}
		bench_stop();
	}
	bench_floats("fitness", fitness, n, 1e-3);
	return bench_end();
}
