/* sort: radix sort, eight bits at a time; each thread counts and moves its own part. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <omp.h>

#include "../bench.h"

enum { BITS = 8, DIGITS = 1 << BITS, MOST = 256 };

static void
pass(const uint32_t *in, uint32_t *out, int (*start)[DIGITS], int n, int shift)
{
#pragma omp parallel num_threads(omp_get_max_threads() < MOST ? omp_get_max_threads()  \
							      : MOST)
	{
		int t = omp_get_thread_num(), all = omp_get_num_threads();
		int first = (long)n * t / all, last = (long)n * (t + 1) / all;
		int *mine = start[t];

		memset(mine, 0, sizeof start[t]);
		for (int i = first; i < last; i++)
			mine[in[i] >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
		for (int d = 0, sum = 0; d < DIGITS; d++)
			for (int k = 0; k < all; k++) {
				int here = start[k][d];
				start[k][d] = sum;
				sum += here;
			}
		for (int i = first; i < last; i++)
			out[mine[in[i] >> shift & (DIGITS - 1)]++] = in[i];
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2 << 20, 30000);
	uint32_t *keys = BENCH_NEW(uint32_t, n), *a = BENCH_NEW(uint32_t, n),
		 *b = BENCH_NEW(uint32_t, n), seed = 35;
	int(*start)[DIGITS] = (int(*)[DIGITS])BENCH_NEW(int, MOST * DIGITS);

	for (int i = 0; i < n; i++)
		keys[i] = bench_bits(&seed) << 8 ^ bench_bits(&seed);
	while (bench_next()) {
		memcpy(a, keys, n * sizeof *a);
		bench_start();
		for (int shift = 0; shift < 32; shift += BITS) {
			pass(a, b, start, n, shift);
			uint32_t *swap = a;
			a = b;
			b = swap;
		}
		bench_stop();
	}
	bench_ints("keys", a, n);
	return bench_end();
}
