/* myocyte: ordinary differential equations, cell by cell, midpoint rule. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "myocyte.h"

static void
solve(float *v, float *w, float *c, const float *drive, int n, int steps)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float a = v[i], b = w[i], d = c[i], in = drive[i];

		for (int s = 0; s < steps; s++) {
			float da, db, dd;

			MYOCYTE(a, b, d, in, da, db, dd);
			float ma = a + 0.5f * STEP * da, mb = b + 0.5f * STEP * db,
			      md = d + 0.5f * STEP * dd;
			MYOCYTE(ma, mb, md, in, da, db, dd);
			a += STEP * da;
			b += STEP * db;
			d += STEP * dd;
		}
		v[i] = a;
		w[i] = b;
		c[i] = d;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8192, 300), steps = bench_size(100, 10);
	float *v0 = BENCH_NEW(float, n), *w0 = BENCH_NEW(float, n),
	      *c0 = BENCH_NEW(float, n), *drive = BENCH_NEW(float, n),
	      *v = BENCH_NEW(float, n), *w = BENCH_NEW(float, n),
	      *c = BENCH_NEW(float, n);

	cells(v0, w0, c0, drive, n);
	while (bench_next()) {
		memcpy(v, v0, n * sizeof *v);
		memcpy(w, w0, n * sizeof *w);
		memcpy(c, c0, n * sizeof *c);
		bench_start();
		solve(v, w, c, drive, n, steps);
		bench_stop();
	}
	bench_floats("potential", v, n, 1e-3);
	bench_floats("calcium", c, n, 1e-3);
	return bench_end();
}
