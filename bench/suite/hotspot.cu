// hotspot: temperatures in 2-D; a block takes several steps on its tile before it writes
// what is still right of it, the tile without a margin of one cell per step.
// SPDX-License-Identifier: Apache-2.0
#include "hotspot.h"

enum { SIDE = 16, PYRAMID = 2, CORE = SIDE - 2 * PYRAMID };

__global__ void
hotspot(const float *power, const float *from, float *to, int n, int steps)
{
	__shared__ float now[SIDE][SIDE], heat[SIDE][SIDE], then[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = CORE * (int)blockIdx.x - PYRAMID + tx;
	int y = CORE * (int)blockIdx.y - PYRAMID + ty;
	bool inside = x >= 0 && x < n && y >= 0 && y < n, mine = false;
	/* cells of the tile that lie on the chip */
	int left = max(0, tx - x), right = min(SIDE - 1, tx - x + n - 1);
	int top = max(0, ty - y), bottom = min(SIDE - 1, ty - y + n - 1);
	int w = max(tx - 1, left), e = min(tx + 1, right);
	int north = max(ty - 1, top), south = min(ty + 1, bottom);

	if (inside) {
		now[ty][tx] = from[y * n + x];
		heat[ty][tx] = power[y * n + x];
	}
	__syncthreads();
	for (int i = 0; i < steps; i++) {
		mine = false;
		if (tx >= i + 1 && tx <= SIDE - 2 - i && ty >= i + 1 &&
		    ty <= SIDE - 2 - i && inside) {
			float c = now[ty][tx];

			mine = true;
			then[ty][tx] =
				c +
				STEP_OVER_CAP *
					(heat[ty][tx] +
					 (now[south][tx] + now[north][tx] - 2.0f * c) *
						 ONE_OVER_RY +
					 (now[ty][e] + now[ty][w] - 2.0f * c) *
						 ONE_OVER_RX +
					 (AMBIENT - c) * ONE_OVER_RZ);
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (mine)
			now[ty][tx] = then[ty][tx];
		__syncthreads();
	}
	if (mine)
		to[y * n + x] = then[ty][tx];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 50), steps = bench_size(40, 6);
	float *t = BENCH_NEW(float, n * n), *p = BENCH_NEW(float, n * n);
	dim3 block(SIDE, SIDE), grid((n + CORE - 1) / CORE, (n + CORE - 1) / CORE);

	chip(t, p, n);
	float *dp = bench_copy(p, n * n), *from = bench_device<float>(n * n),
	      *to = bench_device<float>(n * n);
	while (bench_next()) {
		bench_to_device(from, t, n * n);
		bench_start();
		for (int k = 0; k < steps; k += PYRAMID) {
			hotspot<<<grid, block>>>(dp, from, to, n,
						 min(PYRAMID, steps - k));
			float *swap = from;
			from = to;
			to = swap;
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(t, from, n * n);
	bench_floats("temperature", t, n * n, 1e-5);
	return bench_end();
}
