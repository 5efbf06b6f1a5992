// hotspot3d: temperatures in 3-D; a thread goes through a column, layer by layer.
// SPDX-License-Identifier: Apache-2.0
#include "hotspot3d.h"

enum { BX = 64, BY = 4 };

__global__ void
hotspot3d(const float *power, const float *from, float *to, int nx, int ny, int nz)
{
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	int c = x + y * nx, layer = nx * ny;
	int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1;
	int n = y == 0 ? c : c - nx, s = y == ny - 1 ? c : c + nx;
	float below = from[c], here = from[c], above = from[c + layer];

	to[c] = CENTRE * here + SIDEWAYS * (from[w] + from[e] + from[n] + from[s]) +
		UPWARDS * (below + above) + HEATING * power[c] + OUTSIDE;
	c += layer, w += layer, e += layer, n += layer, s += layer;
	for (int k = 1; k < nz - 1; k++) {
		below = here;
		here = above;
		above = from[c + layer];
		to[c] = CENTRE * here +
			SIDEWAYS * (from[w] + from[e] + from[n] + from[s]) +
			UPWARDS * (below + above) + HEATING * power[c] + OUTSIDE;
		c += layer, w += layer, e += layer, n += layer, s += layer;
	}
	below = here;
	here = above;
	to[c] = CENTRE * here + SIDEWAYS * (from[w] + from[e] + from[n] + from[s]) +
		UPWARDS * (below + above) + HEATING * power[c] + OUTSIDE;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(512, 64), nz = 8, steps = bench_size(20, 4);
	const size_t all = (size_t)n * n * nz;
	float *t = BENCH_NEW(float, all), *p = BENCH_NEW(float, all);

	stack(t, p, n, nz);
	float *dp = bench_copy(p, all), *from = bench_device<float>(all),
	      *to = bench_device<float>(all);
	while (bench_next()) {
		bench_to_device(from, t, all);
		bench_start();
		for (int k = 0; k < steps; k++) {
			hotspot3d<<<dim3(n / BX, n / BY), dim3(BX, BY)>>>(dp, from, to,
									  n, n, nz);
			float *swap = from;
			from = to;
			to = swap;
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(t, from, all);
	bench_floats("temperature", t, all, 1e-5);
	return bench_end();
}
