/* nn: distances of all places, then the nearest. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "nn.h"

static void
measure(const place *p, float *distance, int n, float latitude, float longitude)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		distance[i] = sqrtf(
			(latitude - p[i].latitude) * (latitude - p[i].latitude) +
			(longitude - p[i].longitude) * (longitude - p[i].longitude));
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2 << 20, 1000), queries = bench_size(8, 2);
	place *p = BENCH_NEW(place, n);
	float *distance = BENCH_NEW(float, n), best[NEAREST];
	int at[NEAREST];

	places(p, n);
	while (bench_next()) {
		bench_start();
		for (int q = 0; q < queries; q++) {
			measure(p, distance, n, 30 + q, 90 + q);
			pick(distance, n, best, at);
		}
		bench_stop();
	}
	bench_floats("distance", best, NEAREST, 1e-5);
	return bench_end();
}
