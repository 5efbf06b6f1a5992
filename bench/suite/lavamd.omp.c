/* lavamd: boxes in parallel, all pairs with each neighbouring box. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "lavamd.h"

static void
pairs(const particle *mine, const particle *theirs, const float *q, particle *f)
{
	for (int i = 0; i < PER_BOX; i++) {
		particle a = mine[i];
		float sv = 0, sx = 0, sy = 0, sz = 0;

#pragma omp simd reduction(+ : sv, sx, sy, sz)
		for (int j = 0; j < PER_BOX; j++) {
			particle b = theirs[j];
			float r2 = a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
			float u = A2 * r2, e = expf(-u), s = 2 * e;

			sv += q[j] * e;
			sx += q[j] * (s * (a.x - b.x));
			sy += q[j] * (s * (a.y - b.y));
			sz += q[j] * (s * (a.z - b.z));
		}
		f[i].v += sv;
		f[i].x += sx;
		f[i].y += sy;
		f[i].z += sz;
	}
}

static void
forces(const particle *p, const float *charge, const int *near, const int *count,
       particle *f, int n)
{
#pragma omp parallel for schedule(dynamic)
	for (int box = 0; box < n; box++)
		for (int k = 0; k < count[box]; k++) {
			int other = near[box * NEIGHBOURS + k] * PER_BOX;

			pairs(p + box * PER_BOX, p + other, charge + other,
			      f + box * PER_BOX);
		}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(6, 2), n = side * side * side, all = n * PER_BOX;
	particle *p = BENCH_NEW(particle, all), *f = BENCH_NEW(particle, all);
	float *q = BENCH_NEW(float, all);
	int *near = BENCH_NEW(int, n * NEIGHBOURS), *count = BENCH_NEW(int, n);

	boxes(side, p, q, near, count);
	while (bench_next()) {
		memset(f, 0, all * sizeof *f);
		bench_start();
		forces(p, q, near, count, f, n);
		bench_stop();
	}
	bench_floats("forces", &f[0].v, all * 4, 1e-3);
	return bench_end();
}
