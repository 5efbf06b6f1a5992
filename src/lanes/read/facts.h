/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about single instructions and expressions. Part of read.h. */
#ifndef HD_LANES_FACTS_H
#define HD_LANES_FACTS_H

/* effects.c */
bool hd_is_elementwise(LLVMValueRef call); /* an intrinsic that vectors have, too */
bool hd_is_pure_call(LLVMValueRef i);
bool hd_has_effect(LLVMValueRef i);
bool hd_is_pure_node(const hd_code *c, int n); /* it may read */
bool hd_asks_for_thread(const hd_code *c);     /* functions do, of the frame */
uint32_t hd_private_pad(const hd_private *p, int lanes); /* behind the last lane's */
bool hd_mentions_shared(LLVMValueRef k);                 /* a constant */

/* index.c: what an index is made of, and how it goes on from round to round */
bool hd_mentions(LLVMValueRef v, enum hd_sreg what, int first_dim, int last_dim,
		 int depth);
bool hd_is_read(LLVMValueRef v, int depth);            /* from memory, some of it */
LLVMValueRef hd_step_of(LLVMValueRef phi, unsigned k); /* by the k-th way in, or NULL */
bool hd_is_plain_counter(LLVMValueRef phi);
bool hd_counts_slowly(LLVMValueRef v, int depth);
int hd_short_rounds(const hd_code *c, const hd_loop *l); /* 0: many, or unknown */
enum { HD_CHANGE_DEPTH = 12 }; /* of expressions that are looked through */

/* position.c: blockIdx.x * blockDim.x + threadIdx.x, or the like, in some dimension */
bool hd_is_x(LLVMValueRef v);
bool hd_is_position(LLVMValueRef v, int dim);
bool hd_is_block_part(LLVMValueRef v, int dim);
uint64_t hd_block_factor(LLVMValueRef part); /* a constant, or 0 = blockDim */
uint32_t hd_position_factor(LLVMValueRef place, int dim);

/* guard.c: a guard on a coordinate, with that on the left */
typedef struct hd_guard {
	LLVMIntPredicate p;
	LLVMValueRef bound; /* is available where a row begins */
	bool small;         /* a constant, behind which the row goes on */
	int dim;
	uint32_t factor; /* threads from block to block, 0 = blockDim */
} hd_guard;
bool hd_read_guard(LLVMValueRef cond, int dim, hd_guard *g);
bool hd_includes_bound(const hd_guard *g);
/* The way that all lanes go where guards on x hold: -1 = this is none. */
int hd_guard_way(LLVMValueRef cond);
/* Of `x OP n`, or `n OP x` if x is not on the left: the way for all large x, or -1. */
int hd_way_for_large(LLVMIntPredicate p, bool left);
/* The same along a row, and computable before anything else. */
bool hd_is_row_invariant(LLVMValueRef v, int depth);

/* warp_ops.c */
int hd_warp_op(LLVMValueRef i);
bool hd_is_converged(LLVMValueRef i); /* all lanes of the warp are there */
bool hd_is_shuffle(int op);
bool hd_is_rank_op(LLVMValueRef i); /* the operation that changes memory */
bool hd_has_one_mask(const hd_code *c, LLVMValueRef i);
bool hd_is_warp_uniform(const hd_code *c, LLVMValueRef i); /* one result for all */
bool hd_can_rank(const hd_code *c, LLVMValueRef i);
bool hd_waits_for_lanes(LLVMValueRef i); /* that its mask names */
const char *hd_why_no_warps(const hd_code *c);

#endif
