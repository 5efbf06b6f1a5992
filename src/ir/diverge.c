/* SPDX-License-Identifier: Apache-2.0 */
/* Where threads that took different ways meet again. Each successor of a divergent
 * branch gets a label, labels travel along forward edges, and a node that receives two
 * is a join: it has its own label from there on. Unlike post-dominators this keeps what
 * is inside `if (i < n) for (...)` convergent. */
#include "ir.h"

hd_labels
hd_spread_labels(hd_arena *a, const hd_graph *g, const hd_ints *start)
{
	hd_labels l = {HD_NEW_ARRAY(a, int, (size_t)g->n),
		       hd_bits_new(a, (size_t)g->n)};

	for (int n = 0; n < g->n; n++)
		l.label[n] = -1;
	for (size_t k = 0; k < start->n; k++)
		l.label[start->at[k]] = start->at[k];
	for (int i = 0; i < g->nrpo; i++) {
		int n = g->rpo[i];

		if (l.label[n] < 0)
			continue;
		for (size_t k = 0; k < g->succ[n].n; k++) {
			int s = g->succ[n].at[k];

			if (g->pos[s] <= i) /* a back edge: no join */
				continue;
			if (l.label[s] < 0) {
				l.label[s] = l.label[n];
			} else if (l.label[s] != l.label[n]) {
				l.label[s] = s;
				hd_bit_set(&l.join, (size_t)s);
			}
		}
	}
	return l;
}

/* Do the labelled ones among these nodes carry more than one label? */
static bool
labels_differ(const hd_labels *l, const hd_ints *nodes, int *seen)
{
	for (size_t k = 0; k < nodes->n; k++) {
		int label = l->label[nodes->at[k]];

		if (label < 0)
			continue;
		if (*seen >= 0 && *seen != label)
			return true;
		*seen = label;
	}
	return false;
}

/* Does each thread leave the loop in its own iteration? Either an exit branch diverges,
 * or an exit can be missed in an iteration in which another thread takes it. */
bool
hd_loop_diverges(hd_arena *a, const hd_graph *g, const hd_loop *loop,
		 const hd_bits *divergent)
{
	for (size_t k = 0; k < loop->exiting.n; k++)
		if (hd_bit(divergent, (size_t)loop->exiting.at[k]))
			return true;
	hd_each_bit (d, divergent) {
		hd_labels l;
		int seen = -1;

		if (!hd_bit(&loop->in, d) || g->pos[d] < 0)
			continue;
		l = hd_spread_labels(a, g, &g->succ[d]);
		if (labels_differ(&l, &loop->exiting, &seen) ||
		    labels_differ(&l, &loop->latches, &seen))
			return true;
	}
	return false;
}
