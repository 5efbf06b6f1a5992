/* histogram: counts of each thread, added up. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"

static void
count(const uint32_t *pixels, unsigned *counts, int n)
{
#pragma omp parallel for reduction(+ : counts[ : COLOURS])
	for (int i = 0; i < n; i++)
		counts[pixels[i]]++;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(16 << 20, 10000);
	uint32_t *p = BENCH_NEW(uint32_t, n);
	unsigned counts[COLOURS];

	pixels(p, n);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++) {
			memset(counts, 0, sizeof counts);
			count(p, counts, n);
		}
		bench_stop();
	}
	bench_ints("counts", counts, COLOURS);
	return bench_end();
}
