/* bitonic: the same sorting network, step by step. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

/* Orders keys[i] and keys[i + step] for step values of i. */
static inline void
merge(uint32_t *restrict a, uint32_t *restrict b, int step, int up)
{
#pragma omp simd
	for (int i = 0; i < step; i++) {
		uint32_t low = a[i] < b[i] ? a[i] : b[i],
			 high = a[i] < b[i] ? b[i] : a[i];
		a[i] = up ? low : high;
		b[i] = up ? high : low;
	}
}

static void
sort(uint32_t *keys, int n)
{
	enum { CHUNK = 1 << 12 }; /* steps that stay within a chunk go together */

	for (int size = 2; size <= n; size *= 2) {
		int step = size / 2;

		for (; step >= CHUNK; step /= 2)
#pragma omp parallel for
			for (int c = 0; c < n / 2 / CHUNK; c++) {
				int t = c * CHUNK, i = 2 * t - (t & (step - 1));
				merge(keys + i, keys + i + step, CHUNK,
				      (i & size) == 0);
			}
#pragma omp parallel for
		for (int c = 0; c < n / CHUNK; c++)
			for (int s = step; s > 0; s /= 2)
				for (int i = c * CHUNK; i < (c + 1) * CHUNK; i += 2 * s)
					merge(keys + i, keys + i + s, s,
					      (i & size) == 0);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 1 << 12);
	uint32_t *keys = BENCH_NEW(uint32_t, n), *a = BENCH_NEW(uint32_t, n), seed = 36;

	for (int i = 0; i < n; i++)
		keys[i] = bench_bits(&seed);
	while (bench_next()) {
		memcpy(a, keys, n * sizeof *a);
		bench_start();
		sort(a, n);
		bench_stop();
	}
	bench_ints("keys", a, n);
	return bench_end();
}
