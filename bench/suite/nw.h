/* nw: two sequences to align, as a table of how well their elements match. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { PENALTY = 10 };

/* (n + 1)^2 elements; row 0 and column 0 stand for gaps. */
static inline void
sequences(int *match, int n)
{
	uint32_t seed = 18;
	uint8_t *a = BENCH_NEW(uint8_t, n + 1), *b = BENCH_NEW(uint8_t, n + 1);

	for (int i = 0; i <= n; i++) {
		a[i] = bench_bits(&seed) % 10;
		b[i] = bench_bits(&seed) % 10;
	}
	for (int y = 1; y <= n; y++)
		for (int x = 1; x <= n; x++)
			match[y * (n + 1) + x] =
				a[y] == b[x] ? 5 : (a[y] + 3 * b[x]) % 9 - 6;
	free(a);
	free(b);
}

static inline void
gaps(int *score, int n)
{
	for (int i = 0; i <= n; i++)
		score[i * (n + 1)] = score[i] = -i * PENALTY;
}
