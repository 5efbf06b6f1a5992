// heartwall: a block per point; window and template are in shared memory, threads take
// positions in turn, and the best one is found by a reduction.
// SPDX-License-Identifier: Apache-2.0
#include "heartwall.h"

enum { THREADS = 256 };

__global__ void
track(const float *image, int side, const float *templates, const int *px,
      const int *py, int *best, float *score)
{
	__shared__ float window[W][W], model[T][T], value[THREADS];
	__shared__ int place[THREADS];
	int t = threadIdx.x, k = blockIdx.x;
	int left = px[k] - W / 2, top = py[k] - W / 2;

	for (int i = t; i < W * W; i += THREADS)
		window[i / W][i % W] = image[(top + i / W) * side + left + i % W];
	for (int i = t; i < T * T; i += THREADS)
		model[i / T][i % T] = templates[k * T * T + i];
	__syncthreads();
	value[t] = -2;
	place[t] = 0;
	for (int i = t; i < S * S; i += THREADS) {
		int y = i / S, x = i % S;
		float sw = 0, sw2 = 0, sm = 0, sm2 = 0, swm = 0;

		for (int v = 0; v < T; v++)
			for (int u = 0; u < T; u++) {
				float a = window[y + v][x + u], b = model[v][u];
				sw += a;
				sw2 += a * a;
				sm += b;
				sm2 += b * b;
				swm += a * b;
			}
		float n = T * T, cov = swm - sw * sm / n;
		float c = cov / sqrtf((sw2 - sw * sw / n) * (sm2 - sm * sm / n));
		if (c > value[t]) {
			value[t] = c;
			place[t] = i;
		}
	}
	__syncthreads();
	for (int step = THREADS / 2; step > 0; step >>= 1) {
		if (t < step && value[t + step] > value[t]) {
			value[t] = value[t + step];
			place[t] = place[t + step];
		}
		__syncthreads();
	}
	if (t == 0) {
		best[k] = place[0];
		score[k] = value[0];
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(600, 100), points = bench_size(400, 10);
	float *image = BENCH_NEW(float, side * side),
	      *templates = BENCH_NEW(float, points * T * T),
	      *score = BENCH_NEW(float, points);
	int *px = BENCH_NEW(int, points), *py = BENCH_NEW(int, points),
	    *best = BENCH_NEW(int, points);

	frames(image, side, templates, px, py, points);
	float *di = bench_copy(image, side * side),
	      *dt = bench_copy(templates, points * T * T),
	      *ds = bench_device<float>(points);
	int *dx = bench_copy(px, points), *dy = bench_copy(py, points),
	    *db = bench_device<int>(points);
	while (bench_next()) {
		bench_start();
		track<<<points, THREADS>>>(di, side, dt, dx, dy, db, ds);
		bench_wait();
		bench_stop();
	}
	bench_to_host(best, db, points);
	bench_to_host(score, ds, points);
	bench_ints("place", best, points);
	bench_floats("score", score, points, 1e-3);
	return bench_end();
}
