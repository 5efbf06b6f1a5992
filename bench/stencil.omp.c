/* stencil: five-point average over a 2-D grid with zeros around it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

enum { N = 2048 };

static float
at(const float *in, int x, int y)
{
	return x >= 0 && x < N && y >= 0 && y < N ? in[y * N + x] : 0;
}

static float
border(const float *in, int x, int y)
{
	return 0.2f * (at(in, x, y) + at(in, x - 1, y) + at(in, x + 1, y) +
		       at(in, x, y - 1) + at(in, x, y + 1));
}

static void
stencil(const float *restrict in, float *restrict out)
{
#pragma omp parallel for
	for (int y = 0; y < N; y++) {
		if (y == 0 || y == N - 1) {
			for (int x = 0; x < N; x++)
				out[y * N + x] = border(in, x, y);
			continue;
		}
		out[y * N] = border(in, 0, y);
		out[y * N + N - 1] = border(in, N - 1, y);
#pragma omp simd
		for (int x = 1; x < N - 1; x++) {
			int i = y * N + x;
			out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - N] +
					 in[i + N]);
		}
	}
}

int
main(void)
{
	float *a = malloc(N * N * sizeof *a), *b = calloc(N * N, sizeof *b);
	uint32_t seed = 2;
	double best;

	for (int i = 0; i < N * N; i++)
		a[i] = bench_random(&seed);
	BENCH_TIME(best, stencil(a, b));
	bench_report("stencil", best, bench_sum(b, N * N));
	return 0;
}
