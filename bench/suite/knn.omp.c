/* knn: queries in parallel; distances in one loop, the best K of them in another. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "knn.h"

enum { CHUNK = 1024 };

static inline void
insert(float *best, float d)
{
	int k = K - 1;

	for (; k > 0 && best[k - 1] > d; k--)
		best[k] = best[k - 1];
	best[k] = d;
}

static void
nearest(float *const *p, int points, float *const *q, float *distance, int queries)
{
	const float *px = p[0], *py = p[1], *pz = p[2];

#pragma omp parallel for
	for (int i = 0; i < queries; i++) {
		float x = q[0][i], y = q[1][i], z = q[2][i], best[K], d[CHUNK];

		for (int k = 0; k < K; k++)
			best[k] = 3.4e38f;
		for (int first = 0; first < points; first += CHUNK) {
			int here = points - first < CHUNK ? points - first : CHUNK;

#pragma omp simd
			for (int j = 0; j < here; j++) {
				float dx = px[first + j] - x, dy = py[first + j] - y,
				      dz = pz[first + j] - z;
				d[j] = dx * dx + dy * dy + dz * dz;
			}
			for (int j = 0; j < here; j++)
				if (d[j] < best[K - 1])
					insert(best, d[j]);
		}
		for (int k = 0; k < K; k++)
			distance[k * queries + i] = best[k];
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8192, 300), m = bench_size(4096, 100);
	float *p[3], *q[3], *d = BENCH_NEW(float, m * K);

	for (int i = 0; i < 3; i++) {
		p[i] = BENCH_NEW(float, n);
		q[i] = BENCH_NEW(float, m);
	}
	clouds(p[0], p[1], p[2], n, 45);
	clouds(q[0], q[1], q[2], m, 48);
	while (bench_next()) {
		bench_start();
		nearest(p, n, q, d, m);
		bench_stop();
	}
	bench_floats("distance", d, m * K, 1e-5);
	return bench_end();
}
