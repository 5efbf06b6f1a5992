/* hotspot3d: temperatures in 3-D, layer by layer, row by row. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspot3d.h"

/* Neighbours are given by their distances. */
static inline float
cell(const float *power, const float *t, int c, int w, int e, int n, int s, int b,
     int a)
{
	return CENTRE * t[c] + SIDEWAYS * (t[c + w] + t[c + e] + t[c + n] + t[c + s]) +
	       UPWARDS * (t[c + b] + t[c + a]) + HEATING * power[c] + OUTSIDE;
}

static void
hotspot3d(const float *restrict power, const float *restrict from, float *restrict to,
	  int nx, int ny, int nz)
{
	int layer = nx * ny;

#pragma omp parallel for collapse(2)
	for (int z = 0; z < nz; z++)
		for (int y = 0; y < ny; y++) {
			int first = z * layer + y * nx, last = first + nx - 1;
			int n = y == 0 ? 0 : -nx, s = y == ny - 1 ? 0 : nx;
			int b = z == 0 ? 0 : -layer, a = z == nz - 1 ? 0 : layer;

			to[first] = cell(power, from, first, 0, 1, n, s, b, a);
#pragma omp simd
			for (int c = first + 1; c < last; c++)
				to[c] = cell(power, from, c, -1, 1, n, s, b, a);
			to[last] = cell(power, from, last, -1, 0, n, s, b, a);
		}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(512, 64), nz = 8, steps = bench_size(20, 4);
	const size_t all = (size_t)n * n * nz;
	float *t = BENCH_NEW(float, all), *p = BENCH_NEW(float, all),
	      *from = BENCH_NEW(float, all), *to = BENCH_NEW(float, all);

	stack(t, p, n, nz);
	while (bench_next()) {
		memcpy(from, t, all * sizeof *t);
		bench_start();
		for (int k = 0; k < steps; k++) {
			hotspot3d(p, from, to, n, n, nz);
			float *swap = from;
			from = to;
			to = swap;
		}
		bench_stop();
	}
	bench_floats("temperature", from, all, 1e-5);
	return bench_end();
}
