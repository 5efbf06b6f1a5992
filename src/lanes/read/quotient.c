/* SPDX-License-Identifier: Apache-2.0 */
/* x / n and x % n, where x counts up from lane to lane and n is the same for all of them: what
 * kernels with one index do to find row and column.
 *
 * No processor divides vectors of integers: each lane would be divided for itself. One
 * division, of the first lane, tells the others: they lie in its row (then the quotient is the
 * same for all lanes, and the rest counts up, which makes rows of memory of what is read
 * there), or end in the next one. Only if rows are shorter than groups, or numbers negative,
 * lanes are divided one by one. */
#include "lanes/read/read.h"

/* Spans of a group in a row whose length is a constant: LLVM has cheaper ways to divide by
 * small ones. */
enum { BY_CONSTANT = 8 };

bool
hd_is_quotient(const hd_code *c, LLVMValueRef i)
{
	return LLVMIsAInstruction(i) && hd_is_division(LLVMGetInstructionOpcode(i)) &&
	       hd_shape_of(c, i).kind == HD_MAYBE;
}

/* From the first lane to the last. */
int64_t
hd_lane_span(const hd_code *c, LLVMValueRef i)
{
	hd_check(hd_shape_of(c, LLVMGetOperand(i, 0)).kind != HD_VARYING);
	return hd_shape_of(c, LLVMGetOperand(i, 0)).stride * (c->w.lanes - 1);
}

/* The same in all blocks, and to be had before the first of them is run. Kernels with barriers
 * have room for what lives across them in one version. */
static bool
is_of_launch(const hd_code *c, LLVMValueRef v)
{
	enum { DEPTH = 6 };

	return c->nr == 1 && !c->warps && !c->warp_vectors &&
	       hd_is_row_invariant(v, DEPTH) &&
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
		    ? LLVMConstIntGetSExtValue(by) < BY_CONSTANT * hd_lane_span(c, i)
		    : !is_of_launch(c, by))
		return varying;
	return (hd_shape){HD_MAYBE, hd_is_rest(i) ? x.stride : 0, 0};
}

/* A quotient of a long row, that a launch may make short. */
bool
hd_may_be_short(const hd_code *c, int v)
{
	LLVMValueRef i = c->val[v];

	return c->def[v] >= 0 && hd_is_quotient(c, i) && hd_lane_span(c, i) &&
	       !LLVMIsConstant(LLVMGetOperand(i, 1));
}

bool
hd_may_have_short_rows(const hd_code *c)
{
	for (int v = 0; v < c->nv; v++)
		if (hd_may_be_short(c, v))
			return true;
	return false;
}
