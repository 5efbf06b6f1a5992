/* btree: queries in parallel, a search through the keys of each node on the way down. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "btree.h"

static int
find(const tree *t, int key)
{
	int child = 0, k = 0;

	for (int l = 0; l < t->levels; l++) {
		const node *here = &t->all[t->first[l] + child];

		for (k = ORDER - 1; k > 0 && here->keys[k] > key;)
			k--;
		child = child * ORDER + k;
		if (l == t->levels - 1 && here->keys[k] != key)
			return -1;
	}
	return child;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int levels = bench_size(3, 2), n = bench_size(100000, 200);
	tree t = tree_new(levels);
	int *q = BENCH_NEW(int, n), *answer = BENCH_NEW(int, n);

	queries(q, n, tree_values(levels));
	while (bench_next()) {
		bench_start();
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			answer[i] = find(&t, q[i]);
		bench_stop();
	}
	bench_ints("answer", answer, n);
	return bench_end();
}
