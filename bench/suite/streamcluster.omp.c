/* streamcluster: points in parallel; each thread adds up what centres would lose. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "streamcluster.h"

static float
gain(const float *p, const float *weight, const int *centre, const float *cost,
     bool *moves, int x, int n)
{
	double sum[CENTRES + 1] = {0}, all = OPEN_COST;

#pragma omp parallel for reduction(+ : sum[ : CENTRES + 1])
	for (int i = 0; i < n; i++) {
		float dist = 0;

#pragma omp simd reduction(+ : dist)
		for (int k = 0; k < DIM; k++) {
			float d = p[i * DIM + k] - p[x * DIM + k];
			dist += d * d;
		}
		float now = dist * weight[i];
		moves[i] = now < cost[i];
		if (moves[i])
			sum[CENTRES] += now - cost[i];
		else
			sum[centre[i]] += cost[i] - now;
	}
	all += sum[CENTRES];
	for (int k = 0; k < CENTRES; k++) /* centres that may close */
		if (sum[k] < OPEN_COST)
			all += sum[k] - OPEN_COST;
	return all;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 16, 512), candidates = bench_size(8, 3);
	float *p = BENCH_NEW(float, n * DIM), *weight = BENCH_NEW(float, n),
	      *cost = BENCH_NEW(float, n), gains[8];
	int *centre = BENCH_NEW(int, n);
	bool *moves = BENCH_NEW(bool, n);

	stream(p, weight, centre, cost, n);
	while (bench_next()) {
		bench_start();
		for (int c = 0; c < candidates; c++)
			gains[c] =
				gain(p, weight, centre, cost, moves, 100 + 37 * c, n);
		bench_stop();
	}
	bench_floats("gains", gains, candidates, 1e-3);
	bench_bytes("moves", moves, n);
	return bench_end();
}
