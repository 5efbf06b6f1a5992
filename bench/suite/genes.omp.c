/* genes: positions in parallel, each until it has too many mismatches. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "genes.h"

static void
match(const char *target, int n, const char *query, char *found)
{
#pragma omp parallel for
	for (int i = 0; i <= n - QUERY; i++) {
		int wrong = 0;

		for (int k = 0; k < QUERY; k++)
			if (target[i + k] != query[k] && ++wrong > FEW)
				break;
		found[i] = wrong <= FEW;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(4 << 20, 20000);
	char *target = BENCH_NEW(char, n), *found = BENCH_NEW(char, n), query[QUERY];

	sequence(target, n, query);
	while (bench_next()) {
		bench_start();
		match(target, n, query, found);
		bench_stop();
	}
	bench_bytes("found", found, n);
	return bench_end();
}
