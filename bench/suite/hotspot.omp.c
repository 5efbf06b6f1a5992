/* hotspot: temperatures in 2-D, row by row; the border has no neighbours outside. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspot.h"

static inline float
cell(const float *power, const float *t, int i, int w, int e, int north, int south)
{
	float c = t[i];

	return c + STEP_OVER_CAP *
			   (power[i] + (t[south] + t[north] - 2.0f * c) * ONE_OVER_RY +
			    (t[e] + t[w] - 2.0f * c) * ONE_OVER_RX +
			    (AMBIENT - c) * ONE_OVER_RZ);
}

static void
hotspot(const float *restrict power, const float *restrict from, float *restrict to,
	int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++) {
		int row = y * n, last = row + n - 1;
		int up = y > 0 ? n : 0, down = y < n - 1 ? n : 0;

		to[row] = cell(power, from, row, row, row + 1, row - up, row + down);
#pragma omp simd
		for (int i = row + 1; i < last; i++)
			to[i] = cell(power, from, i, i - 1, i + 1, i - up, i + down);
		to[last] =
			cell(power, from, last, last - 1, last, last - up, last + down);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 50), steps = bench_size(40, 6);
	float *t = BENCH_NEW(float, n * n), *p = BENCH_NEW(float, n * n),
	      *from = BENCH_NEW(float, n * n), *to = BENCH_NEW(float, n * n);

	chip(t, p, n);
	while (bench_next()) {
		memcpy(from, t, n * n * sizeof *t);
		bench_start();
		for (int k = 0; k < steps; k++) {
			hotspot(p, from, to, n);
			float *swap = from;
			from = to;
			to = swap;
		}
		bench_stop();
	}
	bench_floats("temperature", from, n * n, 1e-5);
	return bench_end();
}
