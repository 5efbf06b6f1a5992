/* matmul: C = A B, by tiles that fit into the cache, rows of B innermost. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { TILE = 64 };

static void
multiply(const float *restrict a, const float *restrict b, float *restrict c, int n)
{
#pragma omp parallel for collapse(2)
	for (int yy = 0; yy < n; yy += TILE)
		for (int xx = 0; xx < n; xx += TILE) {
			float sum[TILE][TILE] = {{0}};

			for (int kk = 0; kk < n; kk += TILE)
				for (int y = 0; y < TILE; y++)
					for (int k = kk; k < kk + TILE; k++) {
						float v = a[(yy + y) * n + k];
#pragma omp simd
						for (int x = 0; x < TILE; x++)
							sum[y][x] +=
								v * b[k * n + xx + x];
					}
			for (int y = 0; y < TILE; y++)
				for (int x = 0; x < TILE; x++)
					c[(yy + y) * n + xx + x] = sum[y][x];
		}
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
	while (bench_next()) {
		bench_start();
		multiply(a, b, c, n);
		bench_stop();
	}
	bench_floats("c", c, n * n, 1e-4);
	return bench_end();
}
