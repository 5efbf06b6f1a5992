/* SPDX-License-Identifier: Apache-2.0 */
/* Warp operations (PTX: vote, shfl, match, redux), i64 @hd.warp(op, mask, value, a, b), and
 * whether lockstep can do them: groups of 32 lanes are warps then. Branches of which both sides
 * have some are left to one lane at a time. */
#include "lanes/read/read.h"

int
hd_warp_op(LLVMValueRef i)
{
	hd_check(hd_barrier_kind(i) == HD_BARRIER_WARP);
	return (int)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) & ~HD_WARP_CONVERGED;
}

bool
hd_is_converged(LLVMValueRef i)
{
	return LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) & HD_WARP_CONVERGED;
}

bool
hd_is_shuffle(int op)
{
	return op == HD_WARP_SHFL_IDX || op == HD_WARP_SHFL_UP ||
	       op == HD_WARP_SHFL_DOWN || op == HD_WARP_SHFL_BFLY;
}

bool
hd_is_rank_op(LLVMValueRef i)
{
	return hd_warp_op(i) == HD_WARP_TAKE || hd_warp_op(i) == HD_WARP_TAKE_OTHERS;
}

bool
hd_has_one_mask(const hd_code *c, LLVMValueRef i)
{
	return hd_is_converged(i) || hd_is_lane_uniform(c, LLVMGetOperand(i, 1));
}

bool
hd_is_warp_uniform(const hd_code *c, LLVMValueRef i)
{
	int op = hd_warp_op(i);

	return !hd_is_shuffle(op) && op != HD_WARP_MATCH_ANY &&
	       op != HD_WARP_MATCH_ALL && !hd_is_rank_op(i) && hd_has_one_mask(c, i);
}

bool
hd_waits_for_lanes(LLVMValueRef i)
{
	return hd_barrier_kind(i) == HD_BARRIER_WARP && !hd_is_converged(i);
}

static bool
meets_others(const hd_code *c, int n)
{
	hd_each_node_insn (i, c, n)
		if (hd_waits_for_lanes(i))
			return true;
	return false;
}

/* Do both ways of a branch have warp operations, before they meet again? That may be where one
 * of them begins: behind `if (..) { .. }`. */
static bool
is_split(const hd_code *c, const hd_ints *succ)
{
	hd_labels l = hd_spread_labels(&c->u->scratch, c->g, succ);
	int seen = -1;

	for (int n = 0; n < c->nn; n++) {
		int way = l.label[n];

		if ((way != succ->at[0] && way != succ->at[1]) ||
		    hd_bit(&l.join, (size_t)way) || !meets_others(c, n))
			continue;
		if (seen >= 0 && seen != way)
			return true;
		seen = way;
	}
	return false;
}

/* Lanes that leave a loop reconverge behind it. */
static bool
leaves_loop(const hd_loops *loops, int n)
{
	for (size_t l = 0; l < loops->n; l++)
		for (size_t k = 0; k < loops->at[l].exiting.n; k++)
			if (loops->at[l].exiting.at[k] == n)
				return true;
	return false;
}

/* Our headers let other warps run by waiting for a single lane, whose mask is computed. */
static bool
is_yield(LLVMValueRef i)
{
	return hd_barrier_kind(i) == HD_BARRIER_WARP && hd_warp_op(i) == HD_WARP_SYNC &&
	       !LLVMIsAConstantInt(LLVMGetOperand(i, 1));
}

/* Asked when shapes are known. */
const char *
hd_why_no_warps(const hd_code *c)
{
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);

	if (hd_string_attr(c->fn, HD_LOCKS))
		return "its threads wait for locks";
	for (int v = 0; v < c->nv; v++)
		if (is_yield(c->val[v]))
			return "warps may wait for each other";
	hd_each_bit (d, &c->w.divergent)
		if (!leaves_loop(&loops, (int)d) && is_split(c, &c->g->succ[d]))
			return "both ways of a branch have warp operations";
	return NULL;
}

/* One array of counters for the warp, or lanes with the same number might not share. */
bool
hd_can_rank(const hd_code *c, LLVMValueRef i)
{
	return hd_is_lane_uniform(c, LLVMGetOperand(i, 2));
}
