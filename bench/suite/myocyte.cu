// myocyte: ordinary differential equations, a thread per cell, midpoint rule.
// SPDX-License-Identifier: Apache-2.0
#include "myocyte.h"

__global__ void
solve(float *v, float *w, float *c, const float *drive, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
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

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8192, 300), steps = bench_size(100, 10);
	float *v = BENCH_NEW(float, n), *w = BENCH_NEW(float, n),
	      *c = BENCH_NEW(float, n), *drive = BENCH_NEW(float, n);

	cells(v, w, c, drive, n);
	float *dv = bench_device<float>(n), *dw = bench_device<float>(n),
	      *dc = bench_device<float>(n), *dd = bench_copy(drive, n);
	while (bench_next()) {
		bench_to_device(dv, v, n);
		bench_to_device(dw, w, n);
		bench_to_device(dc, c, n);
		bench_start();
		solve<<<(n + 127) / 128, 128>>>(dv, dw, dc, dd, n, steps);
		bench_wait();
		bench_stop();
	}
	bench_to_host(v, dv, n);
	bench_to_host(c, dc, n);
	bench_floats("potential", v, n, 1e-3);
	bench_floats("calcium", c, n, 1e-3);
	return bench_end();
}
