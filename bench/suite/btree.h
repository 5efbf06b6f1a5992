/* btree: a B+ tree of integers, and keys to look up in it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { ORDER = 128 }; /* children of a node */

/* Children of node i of a level are ORDER nodes of the next from i * ORDER on; keys[k] is
 * the smallest key below child k. Leaves' children are values. */
typedef struct node {
	int keys[ORDER];
} node;

typedef struct tree {
	int levels, nodes;
	int first[8]; /* of each level, root first */
	node *all;
} tree;

static inline int
tree_values(int levels)
{
	int n = 1;

	while (levels-- > 0)
		n *= ORDER;
	return n;
}

/* Value i has key 3 i + 1. */
static inline tree
tree_new(int levels)
{
	tree t = {levels, 0, {0}, NULL};
	int span = tree_values(levels);

	for (int l = 0, n = 1; l < levels; l++, n *= ORDER) {
		t.first[l] = t.nodes;
		t.nodes += n;
	}
	t.all = BENCH_NEW(node, t.nodes);
	for (int l = 0; l < levels; l++) {
		span /= ORDER;
		for (int i = t.first[l];
		     i < (l + 1 < levels ? t.first[l + 1] : t.nodes); i++)
			for (int k = 0; k < ORDER; k++)
				t.all[i].keys[k] =
					3 * ((i - t.first[l]) * ORDER + k) * span + 1;
	}
	return t;
}

static inline void
queries(int *q, int n, int values)
{
	uint32_t seed = 28;

	for (int i = 0; i < n; i++)
		q[i] = 1 + bench_bits(&seed) % (3 * values);
}
