/* heartwall: points in parallel, position by position. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "heartwall.h"

static float
correlate(const float *window, int side, const float *model, float sm, float sm2)
{
	float sw = 0, sw2 = 0, swm = 0, n = T * T;

	for (int v = 0; v < T; v++)
#pragma omp simd reduction(+ : sw, sw2, swm)
		for (int u = 0; u < T; u++) {
			float a = window[v * side + u];
			sw += a;
			sw2 += a * a;
			swm += a * model[v * T + u];
		}
	return (swm - sw * sm / n) / sqrtf((sw2 - sw * sw / n) * (sm2 - sm * sm / n));
}

static void
track(const float *image, int side, const float *templates, const int *px,
      const int *py, int *best, float *score, int points)
{
#pragma omp parallel for
	for (int k = 0; k < points; k++) {
		const float *window = image + (py[k] - W / 2) * side + px[k] - W / 2;
		const float *model = templates + k * T * T;
		float sm = 0, sm2 = 0;

		for (int i = 0; i < T * T; i++) {
			sm += model[i];
			sm2 += model[i] * model[i];
		}
		score[k] = -2;
		for (int y = 0; y < S; y++)
			for (int x = 0; x < S; x++) {
				float c = correlate(window + y * side + x, side, model,
						    sm, sm2);
				if (c > score[k]) {
					score[k] = c;
					best[k] = y * S + x;
				}
			}
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
	while (bench_next()) {
		bench_start();
		track(image, side, templates, px, py, best, score, points);
		bench_stop();
	}
	bench_ints("place", best, points);
	bench_floats("score", score, points, 1e-3);
	return bench_end();
}
