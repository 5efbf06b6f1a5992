// nn: distances of all places, a thread each; the host picks the nearest.
// SPDX-License-Identifier: Apache-2.0
#include "nn.h"

__global__ void
measure(const place *p, float *distance, int n, float latitude, float longitude)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		place here = p[i];
		distance[i] = sqrtf(
			(latitude - here.latitude) * (latitude - here.latitude) +
			(longitude - here.longitude) * (longitude - here.longitude));
	}
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
	place *dp = bench_copy(p, n);
	float *dd = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		for (int q = 0; q < queries; q++) {
			measure<<<(n + 255) / 256, 256>>>(dp, dd, n, 30 + q, 90 + q);
			bench_to_host(distance, dd, n);
			pick(distance, n, best, at);
		}
		bench_stop();
	}
	bench_floats("distance", best, NEAREST, 1e-5);
	return bench_end();
}
