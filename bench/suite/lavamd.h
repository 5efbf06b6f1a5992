/* lavamd: particles in boxes; each feels those of its own and the neighbouring boxes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { PER_BOX = 100, NEIGHBOURS = 27 };
#define A2 0.5f /* 2 alpha^2 */

typedef struct particle {
	float v, x, y, z;
} particle;

/* side^3 boxes; near[b * NEIGHBOURS ...] are the count[b] boxes around b and b itself. */
static inline void
boxes(int side, particle *p, float *charge, int *near, int *count)
{
	int n = side * side * side;
	uint32_t seed = 25;

	for (int i = 0; i < n * PER_BOX; i++) {
		p[i].v = 0.1f + bench_random(&seed);
		p[i].x = 0.1f + bench_random(&seed);
		p[i].y = 0.1f + bench_random(&seed);
		p[i].z = 0.1f + bench_random(&seed);
		charge[i] = 0.1f + bench_random(&seed);
	}
	for (int b = 0; b < n; b++) {
		int x = b % side, y = b / side % side, z = b / side / side;

		count[b] = 0;
		for (int k = 0; k < NEIGHBOURS; k++) {
			int u = x + k % 3 - 1, v = y + k / 3 % 3 - 1, w = z + k / 9 - 1;

			if (u >= 0 && u < side && v >= 0 && v < side && w >= 0 &&
			    w < side)
				near[b * NEIGHBOURS + count[b]++] =
					(w * side + v) * side + u;
		}
	}
}
