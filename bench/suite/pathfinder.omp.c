/* pathfinder: dynamic programming, row by row. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "pathfinder.h"

static inline int
smaller(int a, int b)
{
	return a < b ? a : b;
}

static void
walk(const int *restrict wall, const int *restrict from, int *restrict to, int cols)
{
	to[0] = wall[0] + smaller(from[0], from[1]);
	to[cols - 1] = wall[cols - 1] + smaller(from[cols - 2], from[cols - 1]);
#pragma omp parallel for simd
	for (int x = 1; x < cols - 1; x++)
		to[x] = wall[x] + smaller(smaller(from[x - 1], from[x]), from[x + 1]);
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int cols = bench_size(100000, 1000), rows = bench_size(201, 45);
	int *cost = BENCH_NEW(int, (size_t)cols * rows), *from = BENCH_NEW(int, cols),
	    *to = BENCH_NEW(int, cols);

	wall(cost, cols, rows);
	while (bench_next()) {
		memcpy(from, cost, cols * sizeof *from);
		bench_start();
		for (int y = 1; y < rows; y++) {
			walk(cost + (size_t)y * cols, from, to, cols);
			int *swap = from;
			from = to;
			to = swap;
		}
		bench_stop();
	}
	bench_ints("cost", from, cols);
	return bench_end();
}
