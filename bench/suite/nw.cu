// nw: Needleman-Wunsch; blocks go along the table's diagonals, threads along those of a
// tile in shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "nw.h"

enum { SIDE = 16 };

__device__ int
largest(int a, int b, int c)
{
	return max(max(a, b), c);
}

/* The tile in column bx and row by of tiles. */
__device__ void
tile(const int *match, int *score, int cols, int bx, int by)
{
	__shared__ int s[SIDE + 1][SIDE + 1], m[SIDE][SIDE];
	int t = threadIdx.x, base = (by * SIDE + 1) * cols + bx * SIDE + 1;

	if (t == 0)
		s[0][0] = score[base - cols - 1];
	for (int i = 0; i < SIDE; i++)
		m[i][t] = match[base + i * cols + t];
	s[t + 1][0] = score[base + t * cols - 1];
	s[0][t + 1] = score[base - cols + t];
	__syncthreads();
	for (int d = 0; d < SIDE; d++) {
		if (t <= d) {
			int x = t + 1, y = d - t + 1;
			s[y][x] = largest(s[y - 1][x - 1] + m[y - 1][x - 1],
					  s[y][x - 1] - PENALTY, s[y - 1][x] - PENALTY);
		}
		__syncthreads();
	}
	for (int d = SIDE - 2; d >= 0; d--) {
		if (t <= d) {
			int x = t + SIDE - d, y = SIDE - t;
			s[y][x] = largest(s[y - 1][x - 1] + m[y - 1][x - 1],
					  s[y][x - 1] - PENALTY, s[y - 1][x] - PENALTY);
		}
		__syncthreads();
	}
	for (int i = 0; i < SIDE; i++)
		score[base + i * cols + t] = s[i + 1][t + 1];
}

__global__ void
upper_left(const int *match, int *score, int cols, int diagonal)
{
	tile(match, score, cols, blockIdx.x, diagonal - 1 - blockIdx.x);
}

__global__ void
lower_right(const int *match, int *score, int cols, int diagonal, int tiles)
{
	tile(match, score, cols, blockIdx.x + tiles - diagonal, tiles - 1 - blockIdx.x);
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(3072, 64), cols = n + 1, tiles = n / SIDE;
	const size_t all = (size_t)cols * cols;
	int *match = BENCH_NEW(int, all), *score = BENCH_NEW(int, all);

	sequences(match, n);
	gaps(score, n);
	int *dmatch = bench_copy(match, all), *dscore = bench_copy(score, all);
	while (bench_next()) {
		bench_start();
		for (int d = 1; d <= tiles; d++)
			upper_left<<<d, SIDE>>>(dmatch, dscore, cols, d);
		for (int d = tiles - 1; d >= 1; d--)
			lower_right<<<d, SIDE>>>(dmatch, dscore, cols, d, tiles);
		bench_wait();
		bench_stop();
	}
	bench_to_host(score, dscore, all);
	bench_ints("score", score, all);
	return bench_end();
}
