/* SPDX-License-Identifier: Apache-2.0 */
/* Where a walk along a row of blocks may end early (block_order.c).
 *
 *     if (y >= height - t || x >= width - t)
 *             return;
 *
 * If the first holds, it does for the whole row, and for those of the block that follow,
 * since y grows from row to row; if the second holds for a group, it does for all that
 * follow, since x grows along the row. What the walk would have come to does nothing. */
#include "lanes/decide/plan.h"

/* From a parameter that is a struct, which is never written. */
static bool
reads_parameter(LLVMValueRef load)
{
	LLVMValueRef p = LLVMGetOperand(load, 0);

	while (hd_is_opcode(p, LLVMGetElementPtr) && LLVMGetNumOperands(p) == 2 &&
	       LLVMIsAConstantInt(LLVMGetOperand(p, 1)))
		p = LLVMGetOperand(p, 0);
	return hd_is_parameter_struct(p) && !LLVMGetVolatile(load);
}

/* The same for all threads of all blocks that differ only in x; `rows`: and for all rows of a
 * block. */
static bool
is_same(LLVMValueRef v, bool rows, int depth)
{
	enum hd_sreg sreg;
	int dim;

	if (!LLVMIsAInstruction(v))
		return true;
	if (depth == 0)
		return false;
	if (hd_is_opcode(v, LLVMCall)) {
		sreg = hd_sreg_read(v, &dim);
		return sreg == HD_NTID || sreg == HD_NCTAID ||
		       (sreg != HD_NOT_SREG && dim != 0 &&
			!(rows && sreg == HD_TID && dim == 1));
	}
	if (hd_is_opcode(v, LLVMLoad))
		return reads_parameter(v);
	if (hd_is_opcode(v, LLVMPHI) || hd_is_opcode(v, LLVMAlloca) ||
	    hd_is_opcode(v, LLVMAtomicRMW) || hd_is_opcode(v, LLVMAtomicCmpXchg))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_same(LLVMGetOperand(v, (unsigned)k), rows, depth - 1))
			return false;
	return true;
}

enum { DEPTH = 8 };

static bool
is_same_along_row(LLVMValueRef v, int depth)
{
	return is_same(v, false, depth);
}

/* Which way all go from some x, or y, on: -1 = cannot be said. */
static int
way_for_large(LLVMValueRef cond, int dim)
{
	LLVMValueRef a, b;
	bool left;

	if (!hd_is_opcode(cond, LLVMICmp))
		return -1;
	a = LLVMGetOperand(cond, 0);
	b = LLVMGetOperand(cond, 1);
	left = hd_is_position(a, dim) && is_same(b, dim == 1, DEPTH);
	if (!left && !(hd_is_position(b, dim) && is_same(a, dim == 1, DEPTH)))
		return -1;
	return hd_way_for_large(LLVMGetICmpPredicate(cond), left);
}

/* All threads of the row come to this node, and nothing has been done before. */
static bool
is_at_start(const hd_plan *p, int n)
{
	for (int k = 0; k < p->g->nrpo; k++) {
		int m = p->g->rpo[k];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(p->c->node[m].bb);

		if (!hd_reaches(p, m, n))
			continue;
		if (!hd_is_pure_node(p->c, m))
			return false;
		if (m != n && p->g->succ[m].n > 1 &&
		    !is_same_along_row(LLVMGetCondition(end), DEPTH))
			return false;
	}
	return true;
}

static bool
does_nothing(const hd_plan *p, int from)
{
	for (int k = 0; k < p->g->nrpo; k++) {
		int m = p->g->rpo[k];

		if (hd_reaches(p, from, m) && !hd_is_pure_node(p->c, m))
			return false;
	}
	return true;
}

/* What split_conditions asks first may be frozen. */
LLVMValueRef
hd_comparison_at(const hd_plan *p, int n)
{
	LLVMValueRef v =
		LLVMGetCondition(LLVMGetBasicBlockTerminator(p->c->node[n].bb));

	return hd_is_opcode(v, LLVMFreeze) ? LLVMGetOperand(v, 0) : v;
}

static bool
is_narrow(LLVMValueRef cond)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(cond, 0))) == 32;
}

enum hd_walk_exit
hd_find_walk_exit(const hd_plan *p, int n, size_t k)
{
	LLVMValueRef cond = hd_comparison_at(p, n);

	hd_check(k < p->g->succ[n].n);
	if (!p->l->walks_rows || !hd_does(p->c->u, HD_TRICK_stop) || p->inner[n] >= 0 ||
	    !is_at_start(p, n) || !does_nothing(p, p->g->succ[n].at[k]))
		return HD_WALK_GOES_ON;
	if (is_same_along_row(cond, DEPTH))
		return way_for_large(cond, 1) == (int)k && is_narrow(cond)
			       ? HD_WALK_ENDS_ROWS
			       : HD_WALK_ENDS;
	return way_for_large(cond, 0) == (int)k && is_narrow(cond) ? HD_WALK_ENDS_X
								   : HD_WALK_GOES_ON;
}
