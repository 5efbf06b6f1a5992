/* SPDX-License-Identifier: Apache-2.0 */
/* How one region is laid out for a group of several lanes: made by plan.c, followed by
 * linearize.c. */
#ifndef HD_PLAN_H
#define HD_PLAN_H

#include "lanes.h"

/* Parts of a condition (a && b || ...) that are looked at one by one: there may be many ways
 * to each. */
enum { HD_LOGIC_DEPTH = 10 };

typedef struct hd_flow {
	hd_emit *e;
	hd_code *c;
	const hd_region *r;
	const hd_graph *g;
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
	hd_bits *owed;           /* per place: what must be visited behind it */
	hd_bits deserted;        /* places that control may reach without any lane */
	bool inhabited;          /* is some lane in the node being emitted, for sure? */
	LLVMValueRef *mask;      /* per partial node: alloca */
	LLVMValueRef *given;     /* per partial node: a constant mask from the entry */
	int *follows;            /* per partial node: edges that brought masks */
	LLVMBasicBlockRef *bb;   /* per place */
	LLVMBasicBlockRef *full; /* per partial node: with all lanes in it, or NULL */
	LLVMValueRef *entire;    /* per such node: alloca of its mask, or NULL */
	LLVMValueRef whole;     /* what `full` of the node being emitted has, or NULL */
	LLVMBasicBlockRef *out; /* per divergent loop: when nobody is left in it */
	LLVMValueRef *came;     /* per divergent loop: alloca of who came in, or NULL */
	LLVMBasicBlockRef bail; /* NULL: the masked copy */
	bool bails;
} hd_flow;

/* Places are nodes, then the ends of loops, then the ways into them. */
static inline int
hd_loop_end(const hd_flow *p, int l)
{
	return p->g->n + l;
}

static inline int
hd_loop_begin(const hd_flow *p, int l)
{
	return p->g->n + (int)p->loops.n + l;
}

static inline int
hd_place_count(const hd_flow *p)
{
	return p->g->n + 2 * (int)p->loops.n;
}

void hd_find_loops(hd_flow *p);
void hd_plan_flow(hd_flow *p, bool masked);
bool hd_touches_memory(const hd_flow *p, int n);
bool hd_is_pure_node(const hd_code *c, int n); /* it may read */
bool hd_needs_somebody(const hd_flow *p, int n);
int hd_way_to_stop(const hd_flow *p, int n);
/* Of `x OP n`, or `n OP x` if x is not on the left: the way for all large x, or -1. */
int hd_way_for_large(LLVMIntPredicate p, bool left);
bool hd_reaches(const hd_flow *p, int from, int to);

/* sure.c: a guard on a coordinate, with that on the left. */
typedef struct hd_guard {
	LLVMIntPredicate p;
	LLVMValueRef bound; /* is at hand where a row begins */
	bool small;         /* a constant, behind which the row goes on */
	int dim;
	uint32_t factor; /* threads from block to block, 0 = blockDim */
} hd_guard;
bool hd_read_guard(LLVMValueRef cond, int dim, hd_guard *g);
LLVMValueRef hd_guard_bound(hd_emit *e, const hd_guard *g);
bool hd_has_sure_part(hd_emit *e);
void hd_find_sure_part(hd_emit *e);
void hd_emit_sure_part(hd_emit *e, int r, const hd_for *x); /* of the loop over a row */
int hd_sure_way(const hd_emit *e, LLVMValueRef cond);       /* -1: nobody knows */

/* linearize.c */
int hd_target(const hd_flow *p, int loop, int s); /* of an edge from a node in `loop` */
void hd_jump(hd_flow *p, int from, const hd_ints *to);

/* rounds.c */
void hd_begin_loop(hd_flow *p, int l);
void hd_end_loop(hd_flow *p, int l);
LLVMBasicBlockRef hd_loop_exit(hd_flow *p, int l);
bool hd_leave_together(const hd_flow *p, int l, int s);
bool hd_ends_loop(const hd_flow *p, int n, int s, LLVMValueRef mask);

/* ends.c, tell.c */
LLVMValueRef hd_ends_walk(hd_flow *p, int n, size_t k, LLVMValueRef *rows);
void hd_tell_row_end(const hd_code *c, LLVMValueRef guard);

/* edges.c */
LLVMTypeRef hd_mask_type(const hd_flow *p);
LLVMValueRef hd_all_lanes(const hd_flow *p);
LLVMValueRef hd_mask_of(hd_flow *p, int n);
void hd_note_mask(hd_flow *p, int n, LLVMValueRef m); /* from the region's entry */
LLVMValueRef hd_take_mask(hd_flow *p, int n);
void hd_store_mask(hd_flow *p, int n, LLVMValueRef m); /* NULL: all lanes */
void hd_add_mask(hd_flow *p, int s, LLVMValueRef m);   /* likewise */
bool hd_is_header(const hd_flow *p, int n);
/* The edge from n to s for the lanes in `mask`, of those that are `here`. */
void hd_follow(hd_flow *p, int n, int s, LLVMValueRef mask, LLVMValueRef here);
void hd_leave_last(hd_flow *p, int n, int s, LLVMValueRef mask); /* a loop, the last */
void hd_take_twins(hd_flow *p, int l, LLVMValueRef came);
void hd_follow_all(hd_flow *p, int n, int s); /* everybody; s needs no mask */
void hd_keep_entire(hd_flow *p, int n,
		    LLVMValueRef mask);    /* for its copy without masks */
LLVMValueRef hd_entire(hd_flow *p, int n); /* in there; or NULL */
void hd_def_phi(hd_flow *p, int id);
void hd_reset_flow(hd_flow *p);

/* row_end.c: do rows become straight code in this region? */
bool hd_unrolls_rows(const hd_code *c, int r);

#endif
