/* SPDX-License-Identifier: Apache-2.0 */
/* How one region is laid out for a group of several lanes: made by plan.c, followed by
 * linearize.c. */
#ifndef HD_PLAN_H
#define HD_PLAN_H

#include "lanes.h"

typedef struct hd_flow {
	hd_emit *e;
	hd_code *c;
	const hd_region *r;
	const hd_graph *g;
	hd_loops loops;
	int *inner;        /* per node: its innermost loop, or -1 */
	int *parent;       /* per loop */
	int *order;        /* nodes, topological, loops contiguous */
	int *pos;          /* per node and loop end: place in the order */
	hd_bits divergent; /* nodes that are linearised */
	hd_bits dynamic;   /* nodes that ask whether lanes agree */
	hd_bits partial;   /* nodes that have a mask */
	hd_bits loop_divergent;
	hd_bits tainted;    /* values that are not computed when nobody is there */
	hd_bits *owed;      /* per node and loop end: what must be visited behind it */
	LLVMValueRef *mask; /* per partial node: alloca */
	LLVMBasicBlockRef *bb;  /* per node and loop end */
	LLVMBasicBlockRef bail; /* NULL: the masked copy */
	bool bails;
} hd_flow;

/* Places are nodes, then the ends of loops. */
static inline int
hd_loop_end(const hd_flow *p, int l)
{
	return p->g->n + l;
}

static inline int
hd_place_count(const hd_flow *p)
{
	return p->g->n + (int)p->loops.n;
}

void hd_plan_flow(hd_flow *p, bool masked);
bool hd_is_skipped_when_empty(const hd_flow *p, int n);

#endif
