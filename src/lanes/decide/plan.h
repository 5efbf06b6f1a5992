/* SPDX-License-Identifier: Apache-2.0 */
/* How one region is laid out for a group of several lanes: made by plan.c, followed by
 * emit/linearize.c. */
#ifndef HD_LANES_PLAN_H
#define HD_LANES_PLAN_H

#include "decide.h"

/* Parts of a condition (a && b || ...) that are looked at one by one: there may be many ways
 * to each. */
enum { HD_LOGIC_DEPTH = 10 };

typedef struct hd_plan {
	const hd_layout *l;
	const hd_code *c;
	const hd_graph *g; /* of the region */
	bool may_bail;     /* there is another copy, with masks */
	bool interior;     /* it is for the part of a row where guards on x hold */
	hd_loops loops;
	int *inner;        /* per node: its innermost loop, or -1 */
	int *parent;       /* per loop */
	int *order;        /* nodes, topological, loops contiguous */
	int *pos;          /* per place: where in the order */
	hd_bits divergent; /* nodes that are linearised */
	hd_bits dynamic;   /* nodes that ask whether lanes agree */
	hd_bits partial;   /* nodes that have a mask */
	hd_bits meeting;   /* nodes to which lanes may come one after the other */
	hd_bits waits; /* nodes from which a lane may get to where warps wait for it */
	hd_bits loop_divergent;
} hd_plan;

/* Places are nodes, then the ends of loops, then the ways into them. */
static inline int
hd_loop_end(const hd_plan *p, int l)
{
	return p->g->n + l;
}

static inline int
hd_loop_begin(const hd_plan *p, int l)
{
	return p->g->n + (int)p->loops.n + l;
}

static inline int
hd_place_count(const hd_plan *p)
{
	return p->g->n + 2 * (int)p->loops.n;
}

void hd_find_loops(hd_plan *p);
void hd_plan_flow(hd_plan *p, bool masked);
bool hd_touches_memory(const hd_plan *p, int n);
bool hd_needs_active_lane(const hd_plan *p, int n);
bool hd_is_header(const hd_plan *p, int n);
bool hd_reaches(const hd_plan *p, int from, int to);
int hd_target(const hd_plan *p, int loop, int s); /* of an edge from a node in `loop` */
bool hd_has_one_target(const hd_plan *p, int l, int s);

int hd_row_exit_way(const hd_plan *p, int n); /* tail.c */

/* walk_exit.c: may the walk over blocks end at the beginning of the k-th way out of a node
 * that all lanes go together? */
enum hd_walk_exit {
	HD_WALK_GOES_ON,
	HD_WALK_ENDS,      /* for this row */
	HD_WALK_ENDS_ROWS, /* and if y has far to go, for those that follow in the block */
	HD_WALK_ENDS_X,    /* if x has far to go */
};
enum hd_walk_exit hd_find_walk_exit(const hd_plan *p, int n, size_t k);
LLVMValueRef hd_comparison_at(const hd_plan *p, int n);

#endif
