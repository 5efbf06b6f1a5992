/* SPDX-License-Identifier: Apache-2.0 */
/* x / n and x % n, where x counts up from lane to lane and n is the same for all of them: what
 * kernels with one index do to find row and column.
 *
 * Nobody has vectors of quotients: each lane would be divided for itself. One division, of
 * the first lane, tells the others: they lie in its row (then the quotient is the same for
 * all lanes, and the rest counts up, which makes rows of memory of what is read there), or
 * end in the next one. Only if rows are shorter than groups, or numbers negative, lanes are
 * divided one by one. */
#include "change.h"

/* Groups in a row: where more of them lie in two rows, little is gained; earlier over what LLVM
 * has in the place of divisions by constants. */
enum { GROUPS = 2, BY_CONSTANT = 8 };

bool
hd_is_quotient(const hd_code *c, LLVMValueRef i)
{
	return LLVMIsAInstruction(i) && hd_is_division(LLVMGetInstructionOpcode(i)) &&
	       hd_shape_of(c, i).kind == HD_MAYBE;
}

static bool
is_rest(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMURem) || hd_is_opcode(i, LLVMSRem);
}

/* From the first lane to the last. */
static int64_t
way(const hd_code *c, LLVMValueRef i)
{
	return hd_shape_of(c, LLVMGetOperand(i, 0)).stride * (c->lanes - 1);
}

/* The same in all blocks, and to be had before the first of them is run. Kernels with barriers
 * have room for what lives across them in one version. */
static bool
is_of_launch(const hd_code *c, LLVMValueRef v)
{
	enum { DEPTH = 6 };

	return c->nr == 1 && !c->warps && !c->warp_vectors && hd_is_early(v, DEPTH) &&
	       !hd_mentions(v, HD_CTAID, 0, 2, DEPTH) &&
	       !hd_mentions(v, HD_TID, 0, 2, DEPTH);
}

/* By constants that are not small, and by what tells before whether it is. */
hd_shape
hd_quotient_shape(const hd_code *c, LLVMValueRef i)
{
	enum { LARGE = 1024 };
	static const hd_shape varying = {HD_VARYING, 0, 0};
	LLVMValueRef by = LLVMGetOperand(i, 1);
	hd_shape x = hd_shape_of(c, LLVMGetOperand(i, 0));
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(i));

	if (!hd_does(c->u, HD_TRICK_quotients) || c->l->short_rows ||
	    (bits != 32 && bits != 64) || x.kind == HD_VARYING || x.stride < 0 ||
	    x.stride > LARGE || !hd_is_lane_uniform(c, by))
		return varying;
	if (LLVMIsAConstantInt(by)
		    ? LLVMConstIntGetSExtValue(by) < BY_CONSTANT * way(c, i)
		    : !is_of_launch(c, by))
		return varying;
	return (hd_shape){HD_MAYBE, is_rest(i) ? x.stride : 0, 0};
}

/* A quotient of a long row, that a launch may make short. */
static bool
may_be_short(const hd_code *c, int v)
{
	LLVMValueRef i = c->val[v];

	return c->def[v] >= 0 && hd_is_quotient(c, i) && way(c, i) &&
	       !LLVMIsConstant(LLVMGetOperand(i, 1));
}

bool
hd_may_have_short_rows(const hd_code *c)
{
	for (int v = 0; v < c->nv; v++)
		if (may_be_short(c, v))
			return true;
	return false;
}

/* Are there rows of only a few groups in this launch, or none that make sense? */
LLVMValueRef
hd_has_short_rows(hd_emit *e)
{
	LLVMValueRef any = LLVMConstNull(e->u->i1);

	for (int v = 0; v < e->c->nv; v++) {
		LLVMValueRef by, least;

		if (!may_be_short(e->c, v))
			continue;
		by = hd_build_early(e, LLVMGetOperand(e->c->val[v], 1));
		least = LLVMConstInt(LLVMTypeOf(by),
				     (uint64_t)(GROUPS * way(e->c, e->c->val[v])),
				     false);
		any = LLVMBuildOr(e->b, any,
				  LLVMBuildICmp(e->b, LLVMIntSLT, by, least, ""),
				  "short.rows");
	}
	return any;
}

/* The first lane's. */
typedef struct first {
	LLVMValueRef quotient, rest, by;
	LLVMValueRef known; /* does it tell the others? */
} first;

static first
divide(hd_emit *e, LLVMValueRef i, LLVMValueRef x, LLVMValueRef by)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef far = LLVMConstInt(t, (uint64_t)way(e->c, i), false), last, low;
	LLVMValueRef longer = LLVMBuildICmp(e->b, LLVMIntSGT, by, far, "");
	first r;

	last = LLVMBuildAdd(e->b, x, far, "");
	low = LLVMBuildICmp(e->b, LLVMIntSGE, LLVMBuildOr(e->b, x, last, ""),
			    LLVMConstNull(t), "");
	r.known = LLVMBuildAnd(e->b, longer, low, "");
	r.by = LLVMBuildSelect(e->b, longer, by, LLVMConstInt(t, 1, false), "");
	r.quotient = LLVMBuildUDiv(e->b, x, r.by, "quotient");
	r.rest =
		LLVMBuildSub(e->b, x, LLVMBuildMul(e->b, r.quotient, r.by, ""), "rest");
	return r;
}

/* Lane 0, and whether all lanes lie in its row. */
hd_val
hd_quotient_form(hd_emit *e, LLVMValueRef i, const hd_val *op)
{
	first f = divide(e, i, op[0].s, op[1].s);
	LLVMValueRef left = LLVMBuildSub(e->b, f.by, f.rest, "left"), inside;
	hd_val r = {.s = is_rest(i) ? f.rest : f.quotient};

	inside = LLVMBuildICmp(
		e->b, LLVMIntSGT, left,
		LLVMConstInt(LLVMTypeOf(i), (uint64_t)way(e->c, i), false), "in.row");
	r.ok = LLVMBuildAnd(e->b, f.known, inside, "");
	r.ok = LLVMBuildAnd(e->b, r.ok, LLVMBuildAnd(e->b, op[0].ok, op[1].ok, ""), "");
	return r;
}

/* All lanes: some of them may lie in the next row. */
static LLVMValueRef
in_two_rows(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef x = LLVMGetOperand(i, 0);
	first f = divide(e, i, hd_use(e, x), hd_use(e, LLVMGetOperand(i, 1)));
	LLVMValueRef rest = hd_spread_out(e, f.rest, hd_shape_of(e->c, x).stride);
	LLVMValueRef by = hd_splat(e, f.by), quotient = hd_splat(e, f.quotient), next;
	LLVMValueRef one = LLVMConstInt(LLVMTypeOf(i), 1, false);

	next = LLVMBuildICmp(e->b, LLVMIntUGE, rest, by, "next.row");
	if (is_rest(i))
		return LLVMBuildSelect(e->b, next, LLVMBuildSub(e->b, rest, by, ""),
				       rest, "");
	return LLVMBuildSelect(e->b, next,
			       LLVMBuildAdd(e->b, quotient, hd_splat(e, one), ""),
			       quotient, "");
}

LLVMValueRef
hd_quotient_vector(hd_emit *e, LLVMValueRef i, hd_access_fn *one_by_one)
{
	LLVMValueRef x = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1), known;

	hd_touch(e, x);
	hd_touch(e, by);
	known = divide(e, i, hd_use(e, x), hd_use(e, by)).known;
	known = LLVMBuildAnd(e->b, known, hd_holds(e, x), "");
	return hd_either(e, i, known, in_two_rows, one_by_one);
}
