// streamcluster: a thread per point; the coordinates of the candidate are in shared memory,
// those of all points one after the other.
// SPDX-License-Identifier: Apache-2.0
#include "streamcluster.h"

enum { THREADS = 256 };

__global__ void
gain(const float *coords, const float *weight, const int *centre, const float *cost,
     float *lower, bool *moves, int x, int n)
{
	extern __shared__ float candidate[];
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (threadIdx.x == 0)
		for (int k = 0; k < DIM; k++)
			candidate[k] = coords[k * n + x];
	__syncthreads();
	if (i >= n)
		return;
	float dist = 0;
	for (int k = 0; k < DIM; k++) {
		float d = coords[k * n + i] - candidate[k];
		dist += d * d;
	}
	float now = dist * weight[i];
	if (now < cost[i]) {
		moves[i] = true;
		lower[i * (CENTRES + 1) + CENTRES] += now - cost[i];
	} else {
		lower[i * (CENTRES + 1) + centre[i]] += cost[i] - now;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 16, 512), candidates = bench_size(8, 3);
	const int width = CENTRES + 1;
	float *p = BENCH_NEW(float, n * DIM), *turned = BENCH_NEW(float, n * DIM),
	      *weight = BENCH_NEW(float, n), *cost = BENCH_NEW(float, n),
	      *lower = BENCH_NEW(float, n * width), gains[8];
	int *centre = BENCH_NEW(int, n);
	bool *moves = BENCH_NEW(bool, n);

	stream(p, weight, centre, cost, n);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < DIM; k++)
			turned[k * n + i] = p[i * DIM + k];
	float *dp = bench_copy(turned, n * DIM), *dw = bench_copy(weight, n),
	      *dcost = bench_copy(cost, n), *dl = bench_device<float>(n * width);
	int *dc = bench_copy(centre, n);
	bool *dm = bench_device<bool>(n);
	while (bench_next()) {
		bench_start();
		for (int c = 0; c < candidates; c++) {
			double sum[CENTRES + 1] = {0}, all = OPEN_COST;

			BENCH_CHECK(cudaMemset(dl, 0, n * width * sizeof(float)));
			BENCH_CHECK(cudaMemset(dm, 0, n));
			gain<<<n / THREADS, THREADS, DIM * sizeof(float)>>>(
				dp, dw, dc, dcost, dl, dm, 100 + 37 * c, n);
			bench_to_host(lower, dl, n * width);
			bench_to_host(moves, dm, n);
			for (int i = 0; i < n; i++)
				for (int k = 0; k < width; k++)
					sum[k] += lower[i * width + k];
			all += sum[CENTRES];
			for (int k = 0; k < CENTRES; k++) /* centres that may close */
				if (sum[k] < OPEN_COST)
					all += sum[k] - OPEN_COST;
			gains[c] = all;
		}
		bench_stop();
	}
	bench_floats("gains", gains, candidates, 1e-3);
	bench_bytes("moves", moves, n);
	return bench_end();
}
