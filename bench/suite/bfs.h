/* bfs: a random graph in compressed rows. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { LEAST_EDGES = 2, MOST_EDGES = 10 };

/* Returns how many edges; start has n + 1 elements, *edges is allocated. */
static inline int
graph(int n, int *start, int **edges)
{
	uint32_t seed = 11;
	int count = 0;

	*edges = BENCH_NEW(int, (size_t)n * MOST_EDGES);
	for (int i = 0; i < n; i++) {
		int here = LEAST_EDGES + bench_bits(&seed) % (MOST_EDGES - LEAST_EDGES);

		start[i] = count;
		for (int k = 0; k < here; k++)
			(*edges)[count++] = bench_bits(&seed) % n;
	}
	start[n] = count;
	return count;
}
