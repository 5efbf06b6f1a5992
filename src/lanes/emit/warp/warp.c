/* SPDX-License-Identifier: Apache-2.0 */
/* Warp operations of groups that are warps: i64 @hd.warp(op, mask, value, a, b) on vectors
 * of 32 lanes. The lanes of the group that are at the operation take part; lockstep has
 * brought them together. If others are named in the mask and have not returned, they are
 * somewhere else: then the program stops, since only one lane at a time could tell what it
 * means. Branches of which both ways have warp operations are left to that from the start.
 *
 * The result's low word is the value, bit 32 the predicate. */
#include "lanes/emit/warp/warp.h"

static LLVMValueRef
is_not_zero(hd_emit *e, LLVMValueRef x)
{
	return LLVMBuildICmp(e->b, LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

/* All named lanes that have not returned must be active; or no lane is. */
static void
check_mask(hd_emit *e, LLVMValueRef named, LLVMValueRef active)
{
	LLVMBasicBlockRef bad, good;
	LLVMValueRef missing, arg[2] = {named, active};

	hd_check(LLVMTypeOf(named) == e->u->i32);
	bad = hd_block(e, "missing");
	good = hd_block(e, "all.here");
	missing = LLVMBuildOr(e->b, active, hd_gone_bits(e), "");
	missing = LLVMBuildAnd(e->b, named, LLVMBuildNot(e->b, missing, ""), "");
	missing =
		LLVMBuildAnd(e->b, is_not_zero(e, missing), is_not_zero(e, active), "");
	hd_set_odds(e->u, LLVMBuildCondBr(e->b, missing, bad, good), 1, 1000);
	LLVMPositionBuilderAtEnd(e->b, bad);
	hd_call_abi(e, "hd_abi_warp_missing", arg);
	LLVMBuildBr(e->b, good);
	LLVMPositionBuilderAtEnd(e->b, good);
}

/* All masks together, where each lane names others. */
static LLVMValueRef
named_by_any(hd_emit *e, LLVMValueRef mask)
{
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i32);
	LLVMValueRef all = LLVMBuildFreeze(e->b, hd_vector(e, mask), "");

	hd_check(e->mask);
	all = LLVMBuildSelect(e->b, e->mask, all, LLVMConstNull(t), "");
	return hd_call(e->b, hd_intrinsic(e->u, "llvm.vector.reduce.or", &t, 1), &all,
		       1, "");
}

/* The lanes that take part, as bits: all that are active, as on GPUs, also where the mask has
 * forgotten some. */
static LLVMValueRef
participants(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef active = hd_warp_bits(e, e->mask), mask = LLVMGetOperand(i, 1);

	if (e->mask && !hd_is_converged(i))
		check_mask(e,
			   hd_has_one_mask(e->c, i) ? hd_use(e, mask)
						    : named_by_any(e, mask),
			   active);
	return active;
}

/* ---- votes and reductions: one result */

static LLVMValueRef
ballot(hd_emit *e, LLVMValueRef i, LLVMValueRef who)
{
	LLVMValueRef v = LLVMGetOperand(i, 2);

	if (hd_is_lane_uniform(e->c, v))
		return LLVMBuildSelect(e->b, is_not_zero(e, hd_use(e, v)), who,
				       LLVMConstNull(e->u->i32), "ballot");
	v = LLVMBuildFreeze(e->b, is_not_zero(e, hd_vector(e, v)), "");
	return LLVMBuildAnd(e->b, hd_warp_bits(e, v), who, "ballot");
}

static const struct reduction {
	int op;
	const char *name;
	uint32_t neutral;
} reductions[] = {
	{HD_WARP_REDUCE_ADD, "llvm.vector.reduce.add", 0},
	{HD_WARP_REDUCE_UMIN, "llvm.vector.reduce.umin", UINT32_MAX},
	{HD_WARP_REDUCE_UMAX, "llvm.vector.reduce.umax", 0},
	{HD_WARP_REDUCE_MIN, "llvm.vector.reduce.smin", INT32_MAX},
	{HD_WARP_REDUCE_MAX, "llvm.vector.reduce.smax", 1u << 31},
	{HD_WARP_REDUCE_AND, "llvm.vector.reduce.and", UINT32_MAX},
	{HD_WARP_REDUCE_OR, "llvm.vector.reduce.or", 0},
	{HD_WARP_REDUCE_XOR, "llvm.vector.reduce.xor", 0},
};

static LLVMValueRef
reduce(hd_emit *e, LLVMValueRef i, LLVMValueRef who)
{
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i32);

	for (size_t k = 0; k < HD_COUNT(reductions); k++) {
		LLVMValueRef x;

		if (reductions[k].op != hd_warp_op(i))
			continue;
		x = LLVMBuildSelect(e->b, hd_warp_lanes(e, who),
				    hd_warp_words(e, LLVMGetOperand(i, 2)),
				    hd_splat(e, hd_i32(e->u, reductions[k].neutral)),
				    "");
		return hd_call(e->b, hd_intrinsic(e->u, reductions[k].name, &t, 1), &x,
			       1, "");
	}
	hd_bug("no such warp operation: %d", hd_warp_op(i));
}

static LLVMValueRef
one_result(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef who = participants(e, i), yes, r;

	switch (hd_warp_op(i)) {
	case HD_WARP_SYNC:
		return LLVMConstNull(e->u->i64);
	case HD_WARP_BALLOT:
		r = ballot(e, i, who);
		break;
	case HD_WARP_VOTE_ALL:
		r = LLVMBuildICmp(e->b, LLVMIntEQ, ballot(e, i, who), who, "all");
		break;
	case HD_WARP_VOTE_ANY:
		r = is_not_zero(e, ballot(e, i, who));
		break;
	case HD_WARP_VOTE_UNI:
		yes = ballot(e, i, who);
		r = LLVMBuildOr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, yes, who, ""),
				LLVMBuildNot(e->b, is_not_zero(e, yes), ""), "uni");
		break;
	default:
		r = reduce(e, i, who);
	}
	return LLVMBuildZExt(e->b, r, e->u->i64, "");
}

/* ---- the rest: the runtime */

void
hd_emit_warp(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	hd_check(e->c->warp_vectors && e->c->w.lanes == HD_WARP);
	if (hd_is_warp_uniform(e->c, i))
		r = one_result(e, i);
	else if (hd_warp_op(i) == HD_WARP_MATCH_ANY && hd_has_one_mask(e->c, i))
		r = hd_emit_match(e, i, participants(e, i));
	else if (hd_is_rank_op(i) && hd_has_one_mask(e->c, i) && hd_can_rank(e->c, i))
		r = hd_emit_rank(e, i, participants(e, i));
	else if (!hd_is_shuffle(hd_warp_op(i)))
		r = hd_warp_by_runtime(e, i);
	else
		r = hd_emit_shuffle(e, i, hd_warp_op(i), participants(e, i));
	hd_def(e, i, r);
}
