/* SPDX-License-Identifier: Apache-2.0 */
/* One region on its way into the new function, for a group of several lanes. */
#ifndef HD_LANES_FLOW_H
#define HD_LANES_FLOW_H

#include "emit.h"
#include "lanes/decide/plan.h"

typedef struct hd_flow {
	hd_emit *e;
	hd_plan plan;
	int entry;           /* node */
	hd_bits *owed;       /* per place: what must be visited behind it */
	hd_bits maybe_empty; /* places that control may reach with an empty mask */
	bool occupied; /* is the mask of the node being emitted known not to be empty? */
	LLVMValueRef *mask;      /* per partial node: alloca */
	LLVMValueRef *given;     /* per partial node: a constant mask from the entry */
	int *follows;            /* per partial node: edges that brought masks */
	LLVMBasicBlockRef *bb;   /* per place */
	LLVMBasicBlockRef *full; /* per partial node: with all lanes in it, or NULL */
	LLVMValueRef *entire;    /* per such node: alloca of its mask, or NULL */
	LLVMValueRef whole;     /* what `full` of the node being emitted has, or NULL */
	LLVMBasicBlockRef *out; /* per divergent loop: when its mask is empty */
	LLVMValueRef *entered;  /* per divergent loop: alloca of its first mask */
	LLVMBasicBlockRef bail; /* NULL: the masked copy */
	bool bails;
} hd_flow;

/* edges.c */
LLVMTypeRef hd_mask_type(const hd_flow *p);
LLVMValueRef hd_all_lanes(const hd_flow *p);
LLVMValueRef hd_mask_of(hd_flow *p, int n);
void hd_note_mask(hd_flow *p, int n, LLVMValueRef m); /* from the region's entry */
LLVMValueRef hd_take_mask(hd_flow *p, int n);
void hd_store_mask(hd_flow *p, int n, LLVMValueRef m); /* NULL: all lanes */
void hd_add_mask(hd_flow *p, int s, LLVMValueRef m);   /* likewise */
/* The edge from n to s for the lanes in `mask`, of those that are `here`. */
void hd_emit_edge(hd_flow *p, int n, int s, LLVMValueRef mask, LLVMValueRef here);
void hd_emit_last_exit(hd_flow *p, int n, int s,
		       LLVMValueRef mask); /* a loop, the last */
void hd_merge_twins(hd_flow *p, int l, LLVMValueRef came);
void hd_emit_full_edge(hd_flow *p, int n, int s); /* all lanes; s needs no mask */
void hd_store_full_mask(hd_flow *p, int n,
			LLVMValueRef mask);   /* for its copy without masks */
LLVMValueRef hd_full_mask(hd_flow *p, int n); /* in there; or NULL */
void hd_def_phi(hd_flow *p, int id);
void hd_reset_flow(hd_flow *p);

int hd_next_place(hd_flow *p, int from, const hd_ints *to);
void hd_jump(hd_flow *p, int from, const hd_ints *to);

/* loops.c */
void hd_begin_loop(hd_flow *p, int l);
void hd_end_loop(hd_flow *p, int l);
LLVMBasicBlockRef hd_loop_exit(hd_flow *p, int l);
bool hd_ends_loop(const hd_flow *p, int n, int s, LLVMValueRef mask);

/* walk_exit.c */
LLVMValueRef hd_emit_walk_exit(hd_flow *p, int n, size_t k, LLVMValueRef *rows);

#endif
