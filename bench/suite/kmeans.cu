// kmeans: a thread finds the nearest centre of its point, from features stored one after
// the other; the host makes the new centres.
// SPDX-License-Identifier: Apache-2.0
#include "kmeans.h"

__constant__ float centre[CLUSTERS * FEATURES];

__global__ void
turn(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		for (int k = 0; k < FEATURES; k++)
			out[k * n + i] = in[i * FEATURES + k];
}

__global__ void
nearest(const float *features, int *membership, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float best = 3.4e38f;
	int index = -1;
	for (int c = 0; c < CLUSTERS; c++) {
		float sum = 0;

		for (int k = 0; k < FEATURES; k++) {
			float d = features[k * n + i] - centre[c * FEATURES + k];
			sum += d * d;
		}
		if (sum < best) {
			best = sum;
			index = c;
		}
	}
	membership[i] = index;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(200000, 300), steps = bench_size(4, 2);
	float *p = BENCH_NEW(float, n * FEATURES), centres[CLUSTERS * FEATURES];
	int *home = BENCH_NEW(int, n);

	points(p, n);
	float *dp = bench_copy(p, n * FEATURES),
	      *turned = bench_device<float>(n * FEATURES);
	int *dhome = bench_device<int>(n);
	while (bench_next()) {
		memcpy(centres, p, sizeof centres);
		bench_start();
		turn<<<(n + 255) / 256, 256>>>(dp, turned, n);
		for (int s = 0; s < steps; s++) {
			float sum[CLUSTERS * FEATURES] = {0};
			int count[CLUSTERS] = {0};

			BENCH_CHECK(
				cudaMemcpyToSymbol(centre, centres, sizeof centres));
			nearest<<<(n + 255) / 256, 256>>>(turned, dhome, n);
			bench_to_host(home, dhome, n);
			for (int i = 0; i < n; i++) {
				count[home[i]]++;
				for (int k = 0; k < FEATURES; k++)
					sum[home[i] * FEATURES + k] +=
						p[i * FEATURES + k];
			}
			for (int c = 0; c < CLUSTERS; c++)
				for (int k = 0; k < FEATURES; k++)
					if (count[c] > 0)
						centres[c * FEATURES + k] =
							sum[c * FEATURES + k] /
							count[c];
		}
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
