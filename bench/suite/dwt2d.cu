// dwt2d: rows, then columns; a block takes a line of a tile with a halo into shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "dwt2d.h"

enum { PAIRS = 128, BX = 32, BY = 8 };

/* A row of n elements; a block makes PAIRS low and PAIRS high coefficients. */
__global__ void
rows(const int *in, int *out, int n, int pitch)
{
	__shared__ int s[2 * PAIRS + 3], high[PAIRS + 1];
	int t = threadIdx.x, y = blockIdx.y, first = blockIdx.x * 2 * PAIRS;
	const int *line = in + y * pitch;

	/* s[k] is element first - 2 + k, mirrored at the ends */
	for (int k = t; k < 2 * PAIRS + 3; k += PAIRS) {
		int x = first - 2 + k;
		x = x < 0 ? -x : x;
		x = x >= n ? 2 * (n - 1) - x : x;
		if (x >= 0 && x < n)
			s[k] = line[x];
	}
	__syncthreads();
	/* high[k] belongs to pair first / 2 - 1 + k */
	for (int k = t; k < PAIRS + 1; k += PAIRS)
		high[k] = s[2 * k + 1] - ((s[2 * k] + s[2 * k + 2]) >> 1);
	__syncthreads();
	int pair = first / 2 + t;
	if (2 * pair < n) {
		out[y * pitch + pair] =
			s[2 * t + 2] + ((high[t] + high[t + 1] + 2) >> 2);
		out[y * pitch + n / 2 + pair] = high[t + 1];
	}
}

/* A thread per column and pair. */
__global__ void
columns(const int *in, int *out, int n, int pitch)
{
	__shared__ int s[2 * BY + 3][BX];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * BX + tx;
	int first = blockIdx.y * 2 * BY;

	for (int k = ty; k < 2 * BY + 3; k += BY) {
		int y = first - 2 + k;
		y = y < 0 ? -y : y;
		y = y >= n ? 2 * (n - 1) - y : y;
		s[k][tx] = in[y * pitch + x];
	}
	__syncthreads();
	int before = s[2 * ty + 1][tx] - ((s[2 * ty][tx] + s[2 * ty + 2][tx]) >> 1);
	int after = s[2 * ty + 3][tx] - ((s[2 * ty + 2][tx] + s[2 * ty + 4][tx]) >> 1);
	int pair = first / 2 + ty;
	out[pair * pitch + x] = s[2 * ty + 2][tx] + ((before + after + 2) >> 2);
	out[(n / 2 + pair) * pitch + x] = after;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2048, 256);
	int *p = BENCH_NEW(int, n * n);

	picture(p, n);
	int *a = bench_device<int>(n * n), *b = bench_device<int>(n * n);
	while (bench_next()) {
		bench_to_device(a, p, n * n);
		bench_start();
		for (int level = 0, m = n; level < LEVELS; level++, m /= 2) {
			rows<<<dim3((m + 2 * PAIRS - 1) / (2 * PAIRS), m), PAIRS>>>(
				a, b, m, n);
			columns<<<dim3(m / BX, m / (2 * BY)), dim3(BX, BY)>>>(b, a, m,
									      n);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(p, a, n * n);
	bench_ints("coefficients", p, n * n);
	return bench_end();
}
