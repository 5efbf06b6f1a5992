/* SPDX-License-Identifier: Apache-2.0 */
/* Warp operations of groups that are warps: i64 @hd.warp(op, mask, value, a, b) on vectors
 * of 32 lanes. The lanes of the group that are at the operation take part; lockstep has
 * brought them together. If others are named in the mask and have not returned, they are
 * somewhere else: then the program stops, since only one lane at a time could tell what it
 * means. Branches of which both ways have warp operations are left to that from the start.
 *
 * The result's low word is the value, bit 32 the predicate. */
#include "lanes.h"

static int
op_of(LLVMValueRef i)
{
	return (int)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) & ~HD_WARP_CONVERGED;
}

static bool
is_converged(LLVMValueRef i)
{
	return LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) & HD_WARP_CONVERGED;
}

static bool
is_shuffle(int op)
{
	return op == HD_WARP_SHFL_IDX || op == HD_WARP_SHFL_UP ||
	       op == HD_WARP_SHFL_DOWN || op == HD_WARP_SHFL_BFLY;
}

bool
hd_is_take(LLVMValueRef i)
{
	return op_of(i) == HD_WARP_TAKE || op_of(i) == HD_WARP_TAKE_OTHERS;
}

static bool
has_one_mask(const hd_code *c, LLVMValueRef i)
{
	return is_converged(i) || hd_is_lane_uniform(c, LLVMGetOperand(i, 1));
}

bool
hd_is_warp_uniform(const hd_code *c, LLVMValueRef i)
{
	int op = op_of(i);

	return !is_shuffle(op) && op != HD_WARP_MATCH_ANY && op != HD_WARP_MATCH_ALL &&
	       !hd_is_take(i) && has_one_mask(c, i);
}

/* ---- can lockstep do it? */

bool
hd_waits_for_lanes(LLVMValueRef i)
{
	return hd_barrier_kind(i) == HD_BARRIER_WARP && !is_converged(i);
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

/* Everybody who leaves a loop waits behind it for the rest. */
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
	return hd_barrier_kind(i) == HD_BARRIER_WARP && op_of(i) == HD_WARP_SYNC &&
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
	hd_each_bit (d, &c->lane_divergent)
		if (!leaves_loop(&loops, (int)d) && is_split(c, &c->g->succ[d]))
			return "both ways of a branch have warp operations";
	return NULL;
}

/* ---- masks as bits */

static LLVMTypeRef
mask_type(hd_emit *e)
{
	return LLVMVectorType(e->u->i1, HD_WARP);
}

static LLVMValueRef
bits_of(hd_emit *e, LLVMValueRef mask)
{
	return mask ? LLVMBuildBitCast(e->b, mask, e->u->i32, "bits")
		    : LLVMConstAllOnes(e->u->i32);
}

LLVMValueRef
hd_warp_lanes(hd_emit *e, LLVMValueRef bits)
{
	return LLVMBuildBitCast(e->b, bits, mask_type(e), "");
}

static LLVMValueRef
is_not_zero(hd_emit *e, LLVMValueRef x)
{
	return LLVMBuildICmp(e->b, LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

static LLVMValueRef
gone_bits(hd_emit *e)
{
	return bits_of(e, LLVMBuildLoad2(e->b, mask_type(e), e->gone, "gone"));
}

/* Everybody who is named and still there must be here; nobody at all may be. */
static void
check_mask(hd_emit *e, LLVMValueRef named, LLVMValueRef active)
{
	LLVMBasicBlockRef bad, good;
	LLVMValueRef missing, arg[2] = {named, active};

	bad = hd_block(e, "missing");
	good = hd_block(e, "all.here");
	missing = LLVMBuildOr(e->b, active, gone_bits(e), "");
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

	all = LLVMBuildSelect(e->b, e->mask, all, LLVMConstNull(t), "");
	return hd_call(e->b, hd_intrinsic(e->u, "llvm.vector.reduce.or", &t, 1), &all,
		       1, "");
}

/* The lanes that take part, as bits: all that are here, as on GPUs, also where the mask has
 * forgotten some. */
static LLVMValueRef
participants(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef active = bits_of(e, e->mask), mask = LLVMGetOperand(i, 1);

	if (e->mask && !is_converged(i))
		check_mask(e,
			   has_one_mask(e->c, i) ? hd_use(e, mask)
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
	return LLVMBuildAnd(e->b, bits_of(e, v), who, "ballot");
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

LLVMValueRef
hd_warp_words(hd_emit *e, LLVMValueRef v)
{
	return LLVMBuildFreeze(e->b,
			       LLVMBuildTrunc(e->b, hd_vector(e, v),
					      hd_vector_type(e->c, e->u->i32), ""),
			       "");
}

static LLVMValueRef
reduce(hd_emit *e, LLVMValueRef i, LLVMValueRef who)
{
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i32);

	for (size_t k = 0; k < HD_COUNT(reductions); k++) {
		LLVMValueRef x;

		if (reductions[k].op != op_of(i))
			continue;
		x = LLVMBuildSelect(e->b, hd_warp_lanes(e, who),
				    hd_warp_words(e, LLVMGetOperand(i, 2)),
				    hd_splat(e, hd_i32(e->u, reductions[k].neutral)),
				    "");
		return hd_call(e->b, hd_intrinsic(e->u, reductions[k].name, &t, 1), &x,
			       1, "");
	}
	hd_bug("no such warp operation: %d", op_of(i));
}

static LLVMValueRef
one_result(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef who = participants(e, i), yes, r;

	switch (op_of(i)) {
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

LLVMValueRef
hd_warp_field(hd_emit *e, size_t offset)
{
	if (!e->warp_args) {
		e->warp_args = hd_alloca(
			e, LLVMArrayType2(e->u->i64, sizeof(hd_warp_args) / 8), "warp");
		LLVMSetAlignment(e->warp_args, 64);
	}
	return hd_offset(e->u, e->b, e->warp_args, (int64_t)offset, "");
}

static void
pass(hd_emit *e, LLVMValueRef v, size_t offset)
{
	LLVMSetAlignment(
		LLVMBuildStore(e->b, hd_vector(e, v), hd_warp_field(e, offset)), 4);
}

LLVMValueRef
hd_warp_by_runtime(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i64);
	LLVMValueRef arg[4], r;

	pass(e, LLVMGetOperand(i, 1), offsetof(hd_warp_args, mask));
	pass(e, LLVMGetOperand(i, 2), offsetof(hd_warp_args, value));
	pass(e, LLVMGetOperand(i, 3), offsetof(hd_warp_args, a));
	pass(e, LLVMGetOperand(i, 4), offsetof(hd_warp_args, b));
	arg[0] = hd_warp_field(e, 0);
	arg[1] = hd_use(e, LLVMGetOperand(i, 0));
	arg[2] = bits_of(e, e->mask);
	arg[3] = gone_bits(e);
	hd_call_abi(e, "hd_abi_warp_vector", arg);
	r = LLVMBuildLoad2(e->b, t, hd_warp_field(e, offsetof(hd_warp_args, result)),
			   "");
	LLVMSetAlignment(r, 8);
	return r;
}

void
hd_emit_warp(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	if (hd_is_warp_uniform(e->c, i))
		r = one_result(e, i);
	else if (op_of(i) == HD_WARP_MATCH_ANY && has_one_mask(e->c, i))
		r = hd_emit_match(e, i, participants(e, i));
	else if (hd_is_take(i) && has_one_mask(e->c, i) && hd_can_take(e->c, i))
		r = hd_emit_take(e, i, participants(e, i));
	else if (!is_shuffle(op_of(i)))
		r = hd_warp_by_runtime(e, i);
	else
		r = hd_emit_shuffle(e, i, op_of(i), participants(e, i));
	hd_def(e, i, r);
}
