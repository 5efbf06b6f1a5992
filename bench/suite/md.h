/* md: atoms with lists of their neighbours. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { NEIGHBOURS = 64 };
#define CUTOFF2 16.0f
#define LJ1     1.5f
#define LJ2     2.0f

/* side^3 atoms near the points of a lattice; the neighbours of i are the first NEIGHBOURS
 * atoms of the cube around it. list[i * NEIGHBOURS + k]. */
static inline void
atoms(int side, float *x, float *y, float *z, int *list)
{
	BENCH_SAME_INPUT
	uint32_t seed = 26;
	int n = side * side * side;

	for (int i = 0; i < n; i++) {
		x[i] = 1.2f * (i % side) + 0.4f * bench_random(&seed);
		y[i] = 1.2f * (i / side % side) + 0.4f * bench_random(&seed);
		z[i] = 1.2f * (i / side / side) + 0.4f * bench_random(&seed);
	}
	for (int i = 0; i < n; i++) {
		int count = 0;

		for (int k = 0; count < NEIGHBOURS; k++) {
			int u = i % side + k % 5 - 2,
			    v = i / side % side + k / 5 % 5 - 2,
			    w = i / side / side + k / 25 - 2;
			int j = ((w + side) % side * side + (v + side) % side) * side +
				(u + side) % side;

			if (j != i)
				list[i * NEIGHBOURS + count++] = j;
		}
	}
}
