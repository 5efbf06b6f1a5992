/* pathfinder: a wall to walk down, by the cheapest way. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static inline void
wall(int *cost, int cols, int rows)
{
	uint32_t seed = 19;

	for (size_t i = 0; i < (size_t)cols * rows; i++)
		cost[i] = bench_bits(&seed) % 10;
}
