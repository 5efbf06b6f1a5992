/* SPDX-License-Identifier: Apache-2.0 */
/* Building the new function. Values that cross nodes live in allocas, of which LLVM's SROA
 * makes SSA again. See ../README.md. */
#ifndef HD_LANES_EMIT_H
#define HD_LANES_EMIT_H

#include "lanes/decide/decide.h"

/* A value in the current block: lane 0, all lanes, and for "maybe" whether lane 0 and the
 * stride tell all. Which ones there are follows from its shape. */
typedef struct hd_val {
	LLVMValueRef s, v, ok;
} hd_val;

/* Values of the code, per number, in the function being built. */
typedef struct hd_values {
	LLVMValueRef *arg;          /* per argument */
	hd_val *slot;               /* allocas, NULL until needed */
	hd_val *phi_slot;           /* per phi: what the edge put there */
	hd_val *cache;              /* what it is in the current block ... */
	unsigned *stamp, epoch;     /* ... if stamp == epoch */
	LLVMValueRef *fixed;        /* constants in a copy of a region ... */
	unsigned *fixed_in, copy;   /* ... if it is this one */
	LLVMValueRef *priv;         /* per private variable: its address */
	LLVMValueRef *uniform_slot; /* per kept uniform value: an alloca of the block */
	LLVMValueRef *uniform_in;   /* the same, read in front of the group loop */
	LLVMValueRef *kept_in;      /* per value that the group keeps: what it was */
} hd_values;

/* The launch, the block and the group that run. */
typedef struct hd_running {
	LLVMValueRef frame, shared, context;
	LLVMValueRef launch; /* what hoist_loops took out, or NULL */
	LLVMValueRef tid[3], ntid[3], ctaid[3], nctaid[3]; /* kernels only */
	LLVMValueRef run;     /* of blocks that are walked together, from ctaid[0] on */
	LLVMValueRef row_end; /* threads of a row, of all these blocks if it is long */
	LLVMValueRef group;   /* address of the group's part of the context */
	LLVMValueRef group_slot; /* alloca that holds it, for debuggers */
} hd_running;

/* Of barriers that count: allocas, and what the barrier just passed has counted. */
typedef struct hd_votes {
	LLVMValueRef count, arrived, last_count, last_arrived;
	LLVMValueRef old_count, old_arrived; /* with warps: allocas for those */
} hd_votes;

/* A loop over the lanes of a group; these do not nest. */
typedef struct hd_lane_loop {
	LLVMValueRef now;                  /* the lane it is at, NULL: not in one */
	LLVMValueRef array[10], value[10]; /* allocas, and whose operands are in them */
	int made;                          /* loops, so far */
} hd_lane_loop;

/* Allocas: no thread is active any more in the rest of ... */
typedef struct hd_skip {
	LLVMValueRef row;    /* the row */
	LLVMValueRef blocks; /* the blocks that follow in the walk */
	LLVMValueRef rows;   /* the rows of the block that follow */
} hd_skip;

/* The part of a row where guards on x hold. */
typedef struct hd_interior {
	bool on;                /* it is what is being emitted */
	LLVMValueRef from, end; /* threads; end: an alloca */
} hd_interior;

/* The region being emitted. */
typedef struct hd_new_region {
	int number;
	LLVMBasicBlockRef next; /* where a group goes when it is done */
	LLVMBasicBlockRef *bb;  /* per node, of one lane */
	LLVMValueRef cont;      /* alloca: the region to go to, 0 = block is done; with
				 * steps: is any group left? */
} hd_new_region;

typedef struct hd_emit {
	hd_unit *u;
	const hd_code *c;
	hd_layout *l;
	LLVMBuilderRef b;
	LLVMValueRef fn;           /* being built */
	LLVMBasicBlockRef allocas; /* its entry block */
	LLVMMetadataRef at;        /* debug location of what has none, or NULL */
	LLVMValueRef dummy;        /* alloca that idle lanes may read and write */

	LLVMValueRef mask; /* of the node being emitted, NULL = all lanes */
	int aside;         /* in blocks that do not dominate the rest of the node */

	hd_values val;
	hd_running blk;
	hd_votes votes;
	hd_lane_loop loop;
	hd_skip skip;
	hd_interior interior;
	hd_new_region reg;
	struct {
		LLVMValueRef gone; /* alloca: lanes that are not there any more */
		LLVMValueRef args; /* alloca: an hd_warp_args */
	} warp;
} hd_emit;

/* Where an access is emitted: what it must know besides its operands. */
typedef struct hd_here {
	LLVMValueRef mask; /* of the lanes that take part, NULL = all lanes */
	LLVMValueRef row;  /* the address of lane 0, where that tells all of them */
	bool cold;         /* this hardly ever runs: short code rather than fast code */
	const struct hd_short_index *spots; /* of a gather or scatter, or NULL */
	const struct hd_two_rows *two_rows; /* of lanes in these, or NULL */
} hd_here;

/* In the node being emitted. */
static inline hd_here
hd_here_of(const hd_emit *e)
{
	return (hd_here){.mask = e->mask};
}

typedef LLVMValueRef hd_access_fn(hd_emit *e, LLVMValueRef i, hd_here h);

/* States of a group in its part of the context. */
enum { HD_RETURNED = -1, HD_ALIVE = 0 }; /* with steps: the region to go on with */

/* state.c, block.c */
hd_emit *hd_emit_new(hd_layout *l, LLVMValueRef fn, const hd_emit *beside);
void hd_emit_done(hd_emit *e);
void hd_emit_check(const hd_emit *e, LLVMValueRef mask); /* at the end of a node */
LLVMValueRef hd_alloca(hd_emit *e, LLVMTypeRef t, const char *name);
LLVMBasicBlockRef hd_block(hd_emit *e, const char *name);
void hd_start_block(hd_emit *e, LLVMBasicBlockRef bb);
void hd_branch(hd_emit *e, LLVMBasicBlockRef to); /* jumps and starts there */

/* for (v = 0; v < limit; v += step) */
typedef struct hd_for {
	LLVMValueRef slot, now;
	LLVMBasicBlockRef head, exit;
	LLVMBasicBlockRef latch; /* once it has ended */
	int step;
} hd_for;
hd_for hd_for_begin(hd_emit *e, LLVMValueRef limit, int step, const char *name);
void hd_for_end(hd_emit *e, hd_for *f);

/* frame.c, abi.c, arguments.c */
LLVMValueRef hd_frame_load(hd_emit *e, LLVMTypeRef t, size_t offset, const char *name);
void hd_frame_store(hd_emit *e, LLVMValueRef v, size_t offset); /* volatile */
LLVMValueRef hd_coordinate(hd_emit *e, LLVMValueRef i);         /* NULL: reads none */
LLVMValueRef hd_call_abi(hd_emit *e, const char *name, LLVMValueRef *args);
const char *hd_abi_name(const char *device_name, int *args); /* NULL: there is none */
void hd_load_launch(hd_emit *e); /* arguments, and shapes of grid and block */
hd_arg hd_place_argument(hd_unit *u, LLVMValueRef fn, unsigned param, uint32_t *end);

/* limits.c: errors for what nvcc refuses */
void hd_check_kernel_limits(hd_unit *u, LLVMValueRef kernel);
void hd_check_variable_limits(hd_unit *u);

/* value.c */
LLVMValueRef hd_use(hd_emit *e, LLVMValueRef v);          /* lane 0 */
LLVMValueRef hd_vector(hd_emit *e, LLVMValueRef v);       /* all lanes */
LLVMValueRef hd_affine_check(hd_emit *e, LLVMValueRef v); /* of "maybe": does it? */
LLVMValueRef hd_stored(hd_emit *e, LLVMValueRef v);       /* the form that slots hold */
hd_val *hd_slots(hd_emit *e, int id, hd_val *slot);       /* allocas for its forms */
hd_val *hd_slot_of(hd_emit *e, int id);
hd_val hd_load_slots(hd_emit *e, int id, const hd_val *slot);
void hd_store_slots(hd_emit *e, hd_val now, const hd_val *slot);
void hd_load_forms(hd_emit *e, LLVMValueRef v); /* load it here, if need be */
bool hd_is_available(hd_emit *e, LLVMValueRef v);
LLVMValueRef hd_splat(hd_emit *e, LLVMValueRef s);
LLVMValueRef hd_affine_vector(hd_emit *e, LLVMValueRef s,
			      int64_t stride);    /* all lanes */
void hd_remember(hd_emit *e, int id, hd_val now); /* in this block */
void hd_def(hd_emit *e, LLVMValueRef v,
	    LLVMValueRef now); /* in the form of its shape */
void hd_def_maybe(hd_emit *e, LLVMValueRef v, hd_val now);

/* kept.c: what the block keeps once, and what each group of several lanes keeps */
bool hd_is_kept_once(const hd_code *c, int id);
void hd_store_kept(hd_emit *e, int id, LLVMValueRef now);
LLVMValueRef hd_load_group_value(hd_emit *e, int id);
LLVMValueRef hd_uniform_slot(hd_emit *e, int id);
void hd_load_uniform(hd_emit *e);
void hd_load_kept(hd_emit *e);
void hd_place_privates(hd_emit *e);
void hd_restore_live(hd_emit *e,
		     int r); /* restore.c: what is live at a region's entry */

/* lane.c: one lane of a value, or all lanes in a loop */
LLVMValueRef hd_lane_of(hd_emit *e, LLVMValueRef v, int lane);
LLVMValueRef hd_insert_lane(hd_emit *e, LLVMValueRef to, LLVMValueRef x, int lane);
LLVMValueRef hd_looped_operand(hd_emit *e, LLVMValueRef v);
bool hd_is_redone(hd_emit *e, LLVMValueRef v);
LLVMValueRef hd_lane_array(hd_emit *e, unsigned k);
LLVMValueRef hd_lane_element(hd_emit *e, LLVMTypeRef t, LLVMValueRef from);
LLVMTypeRef hd_memory_type(hd_emit *e, LLVMTypeRef t);
typedef LLVMValueRef hd_one_lane(hd_emit *e, LLVMValueRef i, int lane);
hd_one_lane hd_scalar_copy;
/* access/scalarize.c: runs `one` for each active lane; the vector of the results, or NULL. */
LLVMValueRef hd_scalarize(hd_emit *e, LLVMValueRef i, hd_one_lane *one, hd_here h);
bool hd_wants_lane_loop(hd_emit *e, LLVMValueRef i,
			hd_here h); /* rather than W copies */

/* constant.c, clone.c, pattern.c */
LLVMValueRef hd_constant(hd_emit *e, LLVMValueRef k);
LLVMValueRef hd_emit_clone(hd_emit *e, LLVMValueRef i);
void hd_copy_flags(LLVMValueRef to, LLVMValueRef from);
void hd_drop_flags(LLVMValueRef i); /* that hold for active lanes */
LLVMValueRef hd_common_base(hd_emit *e,
			    LLVMValueRef v); /* what all lanes have in common */
LLVMValueRef hd_pattern_base(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_pattern_base_of(hd_emit *e, LLVMValueRef v, LLVMValueRef all);

/* early.c */
LLVMValueRef hd_emit_row_invariant(hd_emit *e, LLVMValueRef v);
LLVMValueRef hd_guard_bound(hd_emit *e, const hd_guard *g);

/* mask.c */
LLVMValueRef hd_mask_and(hd_emit *e, LLVMValueRef mask, LLVMValueRef cond, bool negate);
LLVMValueRef hd_any(hd_emit *e, LLVMValueRef mask);
LLVMValueRef hd_all(hd_emit *e, LLVMValueRef mask);
LLVMValueRef hd_blend(hd_emit *e, LLVMValueRef mask, LLVMValueRef x, LLVMValueRef y);
bool hd_is_cheap_to_decide(hd_emit *e, LLVMValueRef cond);
void hd_decide(hd_emit *e, LLVMValueRef cond, LLVMValueRef *all_true,
	       LLVMValueRef *all_false);
void hd_decide_choice(hd_emit *e, LLVMValueRef choice, LLVMValueRef *first,
		      LLVMValueRef *second);              /* the sides of a select */
int hd_interior_way(const hd_emit *e, LLVMValueRef cond); /* -1: unknown */

/* form.c, quotient.c, divide.c */
hd_val hd_form_here(hd_emit *e, LLVMValueRef v); /* without the vector */
hd_val hd_affine_form(hd_emit *e, LLVMValueRef i);
hd_val hd_quotient_form(hd_emit *e, LLVMValueRef i, const hd_val *op);
LLVMValueRef hd_quotient_vector(hd_emit *e, LLVMValueRef i, hd_access_fn *one_by_one,
				hd_here h);
LLVMValueRef hd_has_short_rows(hd_emit *e);
LLVMValueRef hd_divide_as_floats(hd_emit *e, LLVMValueRef i, LLVMValueRef x,
				 LLVMValueRef y);

/* inst.c, call.c, debug.c, access/access.c, access/atomic.c */
void hd_emit_insn(hd_emit *e, LLVMValueRef i);
void hd_emit_call(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_new_function(hd_unit *u, LLVMValueRef old); /* with a frame */
void hd_emit_debug(hd_emit *e, LLVMValueRef i);
void hd_declare_coordinates(hd_emit *e);
void hd_emit_memory(hd_emit *e, LLVMValueRef i);
void hd_emit_atomic(hd_emit *e, LLVMValueRef i);
void hd_emit_warp(hd_emit *e, LLVMValueRef i);

/* scalar_region.c, linearize.c, groups.c, interior.c, entry.c, active_blocks.c */
void hd_emit_region(hd_emit *e, int r);
bool hd_emit_region_lanes(hd_emit *e, int r, LLVMValueRef mask, LLVMBasicBlockRef bail);
void hd_emit_groups(hd_emit *e, LLVMBasicBlockRef done);
void hd_find_interior(hd_emit *e);
void hd_emit_interior(hd_emit *e, int r, const hd_for *x); /* of the loop over a row */
LLVMValueRef hd_emit_kernel(const hd_versions *v);
void hd_emit_function(hd_layout *l, LLVMValueRef fn);
void hd_emit_active_blocks(hd_layout *l);

#endif
