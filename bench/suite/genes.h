/* genes: where in a long sequence does a short one begin, with few mismatches? */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { QUERY = 64, FEW = 8 };

static inline void
sequence(char *target, int n, char *query)
{
	uint32_t seed = 58;

	for (int i = 0; i < n; i++)
		target[i] = "ACGT"[bench_bits(&seed) % 4];
	for (int i = 0; i < QUERY; i++)
		query[i] = "ACGT"[bench_bits(&seed) % 4];
	for (int k = 0; k < n / 5000; k++) { /* some places where it does, nearly */
		int at = bench_bits(&seed) % (n - QUERY);

		for (int i = 0; i < QUERY; i++)
			if (bench_bits(&seed) % 16 != 0)
				target[at + i] = query[i];
	}
}
