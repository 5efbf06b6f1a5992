/* histogram: pixels of 256 colours, some more frequent than others. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { COLOURS = 256 };

static inline void
pixels(uint32_t *p, int n)
{
	uint32_t seed = 40;

	for (int i = 0; i < n; i++) {
		uint32_t a = bench_bits(&seed) % COLOURS,
			 b = bench_bits(&seed) % COLOURS;
		p[i] = a < b ? a : b;
	}
}
