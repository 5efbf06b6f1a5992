/* kmeans: points to be put into clusters. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { FEATURES = 16, CLUSTERS = 8 };

/* A point is a row of FEATURES. */
static inline void
points(float *p, int n)
{
	uint32_t seed = 16;

	for (int i = 0; i < n; i++) {
		int home = bench_bits(&seed) % CLUSTERS;

		for (int k = 0; k < FEATURES; k++)
			p[i * FEATURES + k] =
				(float)((home * 7 + k * 3) % 11) + bench_random(&seed);
	}
}
