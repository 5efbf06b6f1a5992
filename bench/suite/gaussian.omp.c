/* gaussian: elimination, rows below the pivot in parallel. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "gaussian.h"

static void
eliminate(float *a, float *b, int n)
{
	for (int t = 0; t < n - 1; t++) {
		const float *pivot = a + t * n;

#pragma omp parallel for
		for (int y = t + 1; y < n; y++) {
			float *row = a + y * n, f = row[t] / pivot[t];

#pragma omp simd
			for (int x = t; x < n; x++)
				row[x] -= f * pivot[x];
			b[y] -= f * b[t];
		}
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(640, 60);
	float *a = BENCH_NEW(float, n * n), *b = BENCH_NEW(float, n),
	      *x = BENCH_NEW(float, n), *a2 = BENCH_NEW(float, n * n),
	      *b2 = BENCH_NEW(float, n);

	equations(a, b, n);
	while (bench_next()) {
		memcpy(a2, a, n * n * sizeof *a);
		memcpy(b2, b, n * sizeof *b);
		bench_start();
		eliminate(a2, b2, n);
		back_substitute(a2, b2, x, n);
		bench_stop();
	}
	bench_floats("x", x, n, 1e-3);
	return bench_end();
}
