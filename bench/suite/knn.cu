// knn: a thread per query, points tile by tile through shared memory, the best K in order
// in registers.
// SPDX-License-Identifier: Apache-2.0
#include "knn.h"

enum { THREADS = 128 };

__global__ void
nearest(const float *px, const float *py, const float *pz, int points, const float *qx,
	const float *qy, const float *qz, float *distance, int queries)
{
	__shared__ float sx[THREADS], sy[THREADS], sz[THREADS];
	int t = threadIdx.x, q = blockIdx.x * THREADS + t;
	float x = q < queries ? qx[q] : 0, y = q < queries ? qy[q] : 0,
	      z = q < queries ? qz[q] : 0, best[K];

	for (int k = 0; k < K; k++)
		best[k] = 3.4e38f;
	for (int first = 0; first < points; first += THREADS) {
		int here = min(THREADS, points - first);

		if (t < here) {
			sx[t] = px[first + t];
			sy[t] = py[first + t];
			sz[t] = pz[first + t];
		}
		__syncthreads();
		for (int j = 0; j < here; j++) {
			float dx = sx[j] - x, dy = sy[j] - y, dz = sz[j] - z;
			float d = dx * dx + dy * dy + dz * dz;

			if (d < best[K - 1]) {
				best[K - 1] = d;
#pragma unroll
				for (int k = K - 1; k > 0; k--)
					if (best[k] < best[k - 1]) {
						float swap = best[k];
						best[k] = best[k - 1];
						best[k - 1] = swap;
					}
			}
		}
		__syncthreads();
	}
	if (q < queries)
		for (int k = 0; k < K; k++)
			distance[k * queries + q] = best[k];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8192, 300), m = bench_size(4096, 100);
	float *p[3], *q[3], *d = BENCH_NEW(float, m * K), *dp[3], *dq[3];

	for (int i = 0; i < 3; i++) {
		p[i] = BENCH_NEW(float, n);
		q[i] = BENCH_NEW(float, m);
	}
	clouds(p[0], p[1], p[2], n, 45);
	clouds(q[0], q[1], q[2], m, 48);
	for (int i = 0; i < 3; i++) {
		dp[i] = bench_copy(p[i], n);
		dq[i] = bench_copy(q[i], m);
	}
	float *dd = bench_device<float>(m * K);
	while (bench_next()) {
		bench_start();
		nearest<<<(m + THREADS - 1) / THREADS, THREADS>>>(
			dp[0], dp[1], dp[2], n, dq[0], dq[1], dq[2], dd, m);
		bench_wait();
		bench_stop();
	}
	bench_to_host(d, dd, m * K);
	bench_floats("distance", d, m * K, 1e-5);
	return bench_end();
}
