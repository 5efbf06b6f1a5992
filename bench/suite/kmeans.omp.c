/* kmeans: nearest centres point by point; each thread adds up new centres of its own. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "kmeans.h"

static inline int
nearest(const float *point, const float *centres)
{
	float best = 3.4e38f;
	int index = -1;

	for (int c = 0; c < CLUSTERS; c++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int k = 0; k < FEATURES; k++) {
			float d = point[k] - centres[c * FEATURES + k];
			sum += d * d;
		}
		if (sum < best) {
			best = sum;
			index = c;
		}
	}
	return index;
}

static void
step(const float *p, float *centres, int *home, int n)
{
	float sum[CLUSTERS * FEATURES] = {0};
	int count[CLUSTERS] = {0};

#pragma omp parallel for reduction(+ : sum[ : CLUSTERS * FEATURES], count[ : CLUSTERS])
	for (int i = 0; i < n; i++) {
		const float *point = p + i * FEATURES;
		int c = nearest(point, centres);

		home[i] = c;
		count[c]++;
		for (int k = 0; k < FEATURES; k++)
			sum[c * FEATURES + k] += point[k];
	}
	for (int c = 0; c < CLUSTERS; c++)
		for (int k = 0; k < FEATURES; k++)
			if (count[c] > 0)
				centres[c * FEATURES + k] =
					sum[c * FEATURES + k] / count[c];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(200000, 300), steps = bench_size(4, 2);
	float *p = BENCH_NEW(float, n * FEATURES), centres[CLUSTERS * FEATURES];
	int *home = BENCH_NEW(int, n);

	points(p, n);
	while (bench_next()) {
		memcpy(centres, p, sizeof centres);
		bench_start();
		for (int s = 0; s < steps; s++)
			step(p, centres, home, n);
		bench_stop();
	}
	bench_floats("centres", centres, CLUSTERS * FEATURES, 1e-3);
	int sizes[CLUSTERS] = {0};
	for (int i = 0; i < n; i++)
		sizes[home[i]]++;
	float shares[CLUSTERS];
	for (int c = 0; c < CLUSTERS; c++)
		shares[c] = (float)sizes[c] / n;
	bench_floats("shares", shares, CLUSTERS,
		     1e-3); /* points between two may differ */
	return bench_end();
}
