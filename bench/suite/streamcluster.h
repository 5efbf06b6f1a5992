/* streamcluster: what would be gained if one more point became a centre? */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { DIM = 32, CENTRES = 16 };
#define OPEN_COST 40.0f

/* Every point belongs to one of the first CENTRES points, at the distance cost[i]. */
static inline void
stream(float *p, float *weight, int *centre, float *cost, int n)
{
	bench_fill(p, (size_t)n * DIM, 0, 1, 31);
	bench_fill(weight, n, 0.5f, 1.5f, 32);
	for (int i = 0; i < n; i++) {
		centre[i] = i % CENTRES;
		cost[i] = 0;
		for (int k = 0; k < DIM; k++) {
			float d = p[i * DIM + k] - p[centre[i] * DIM + k];
			cost[i] += d * d;
		}
		cost[i] *= weight[i];
	}
}
