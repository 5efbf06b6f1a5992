/* nw: Needleman-Wunsch, tiles along diagonals in parallel. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "nw.h"

enum { SIDE = 16 };

static inline int
largest(int a, int b, int c)
{
	int m = a > b ? a : b;

	return m > c ? m : c;
}

static void
tile(const int *match, int *score, int cols, int bx, int by)
{
	for (int y = by * SIDE + 1; y <= (by + 1) * SIDE; y++)
		for (int x = bx * SIDE + 1; x <= (bx + 1) * SIDE; x++)
			score[y * cols + x] = largest(
				score[(y - 1) * cols + x - 1] + match[y * cols + x],
				score[y * cols + x - 1] - PENALTY,
				score[(y - 1) * cols + x] - PENALTY);
}

static void
align(const int *match, int *score, int cols, int tiles)
{
	for (int d = 0; d < 2 * tiles - 1; d++) {
		int first = d < tiles ? 0 : d - tiles + 1,
		    last = d < tiles ? d : tiles - 1;

#pragma omp parallel for
		for (int bx = first; bx <= last; bx++)
			tile(match, score, cols, bx, d - bx);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(3072, 64), cols = n + 1;
	const size_t all = (size_t)cols * cols;
	int *match = BENCH_NEW(int, all), *score = BENCH_NEW(int, all);

	sequences(match, n);
	gaps(score, n);
	while (bench_next()) {
		bench_start();
		align(match, score, cols, n / SIDE);
		bench_stop();
	}
	bench_ints("score", score, all);
	return bench_end();
}
