// md: Lennard-Jones forces, a thread per atom; lists are stored neighbour by neighbour.
// SPDX-License-Identifier: Apache-2.0
#include "md.h"

__global__ void
forces(const float4 *position, const int *list, float4 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float4 me = position[i], f = {0, 0, 0, 0};
	for (int k = 0; k < NEIGHBOURS; k++) {
		float4 other = position[list[k * n + i]];
		float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
		float r2 = dx * dx + dy * dy + dz * dz;

		if (r2 < CUTOFF2) {
			float inv = 1.0f / r2, r6 = inv * inv * inv;
			float s = inv * r6 * (LJ1 * r6 - LJ2);

			f.x += dx * s;
			f.y += dy * s;
			f.z += dz * s;
		}
	}
	force[i] = f;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(48, 6), n = side * side * side;
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n),
	      *z = BENCH_NEW(float, n);
	int *list = BENCH_NEW(int, n * NEIGHBOURS),
	    *turned = BENCH_NEW(int, n * NEIGHBOURS);
	float4 *p = BENCH_NEW(float4, n), *f = BENCH_NEW(float4, n);

	atoms(side, x, y, z, list);
	for (int i = 0; i < n; i++) {
		p[i] = make_float4(x[i], y[i], z[i], 0);
		for (int k = 0; k < NEIGHBOURS; k++)
			turned[k * n + i] = list[i * NEIGHBOURS + k];
	}
	float4 *dp = bench_copy(p, n), *df = bench_device<float4>(n);
	int *dlist = bench_copy(turned, n * NEIGHBOURS);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			forces<<<(n + 255) / 256, 256>>>(dp, dlist, df, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(f, df, n);
	for (int i = 0; i < n; i++) {
		x[i] = f[i].x;
		y[i] = f[i].y;
		z[i] = f[i].z;
	}
	bench_floats("x", x, n, 1e-3);
	bench_floats("y", y, n, 1e-3);
	bench_floats("z", z, n, 1e-3);
	return bench_end();
}
