/* stencil: a five-point average over a 2-D grid with zeros around it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static float
at(const float *in, int n, int x, int y)
{
	return x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0;
}

static float
border(const float *in, int n, int x, int y)
{
	return 0.2f * (at(in, n, x, y) + at(in, n, x - 1, y) + at(in, n, x + 1, y) +
		       at(in, n, x, y - 1) + at(in, n, x, y + 1));
}

static void
stencil(const float *restrict in, float *restrict out, int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++) {
		if (y == 0 || y == n - 1) {
			for (int x = 0; x < n; x++)
				out[y * n + x] = border(in, n, x, y);
			continue;
		}
		out[y * n] = border(in, n, 0, y);
		out[y * n + n - 1] = border(in, n, n - 1, y);
#pragma omp simd
		for (int x = 1; x < n - 1; x++) {
			int i = y * n + x;
			out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] +
					 in[i + n]);
		}
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2048, 64), steps = bench_size(40, 4);
	float *a = BENCH_NEW(float, n * n), *from = BENCH_NEW(float, n * n),
	      *to = BENCH_NEW(float, n * n);

	bench_fill(a, n * n, 0, 1, 2);
	while (bench_next()) {
		memcpy(from, a, n * n * sizeof *a);
		bench_start();
		for (int k = 0; k < steps; k++) {
			stencil(from, to, n);
			float *t = from;
			from = to;
			to = t;
		}
		bench_stop();
	}
	bench_floats("grid", from, n * n, 1e-5);
	return bench_end();
}
