/* SPDX-License-Identifier: Apache-2.0 */
/* Where a walk along a row of blocks may end early (walk.c).
 *
 *     if (y >= height - t || x >= width - t)
 *             return;
 *
 * If the first holds, it does for the whole row, and for those of the block that follow,
 * since y grows from row to row; if the second holds for a group, it does for all that
 * follow, since x grows along the row. What the walk would have come to does nothing. */
#include "plan.h"

/* From a parameter that is a struct, which nobody writes. */
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
	left = hd_is_place(a, dim) && is_same(b, dim == 1, DEPTH);
	if (!left && !(hd_is_place(b, dim) && is_same(a, dim == 1, DEPTH)))
		return -1;
	return hd_way_for_large(LLVMGetICmpPredicate(cond), left);
}

/* Everybody on the row comes to this node, and nothing has been done before. */
static bool
is_at_start(const hd_flow *p, int n)
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
does_nothing(const hd_flow *p, int from)
{
	for (int k = 0; k < p->g->nrpo; k++) {
		int m = p->g->rpo[k];

		if (hd_reaches(p, from, m) && !hd_is_pure_node(p->c, m))
			return false;
	}
	return true;
}

/* x may not wrap around before the walk is over, which is some ten thousand threads long
 * or blocks, of which none is wider than is_block_part says. */
static LLVMValueRef
has_way_to_go(hd_emit *e, LLVMValueRef cond, int dim)
{
	enum { LONGEST = 1 << 26 };
	LLVMValueRef a = LLVMGetOperand(cond, 0),
		     x = hd_is_place(a, dim) ? a : LLVMGetOperand(cond, 1);
	LLVMTypeRef t = LLVMTypeOf(x);
	LLVMIntPredicate p = LLVMGetICmpPredicate(cond);
	bool sign = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT ||
		    p == LLVMIntSGE;
	uint64_t most = sign ? INT32_MAX - LONGEST : UINT32_MAX - LONGEST;

	return LLVMBuildICmp(e->b, sign ? LLVMIntSLE : LLVMIntULE, hd_use(e, x),
			     LLVMConstInt(t, most, false), "goes.on");
}

/* What split_conditions asks first may be frozen. */
static LLVMValueRef
comparison_at(const hd_flow *p, int n)
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

/* At the beginning of the k-th way out of a node that all lanes go together: may the walk
 * end here? NULL: no. *rows: and may the rows of the block that follow be left out? */
LLVMValueRef
hd_ends_walk(hd_flow *p, int n, size_t k, LLVMValueRef *rows)
{
	LLVMValueRef cond = comparison_at(p, n);

	*rows = NULL;
	if (!p->c->walks_rows || !hd_does(p->c->u, HD_TRICK_stop) || p->inner[n] >= 0 ||
	    !is_at_start(p, n) || !does_nothing(p, p->g->succ[n].at[k]))
		return NULL;
	if (is_same_along_row(cond, DEPTH)) {
		if (way_for_large(cond, 1) == (int)k && is_narrow(cond))
			*rows = has_way_to_go(p->e, cond, 1);
		return LLVMConstInt(p->c->u->i1, 1, false);
	}
	if (way_for_large(cond, 0) != (int)k || !is_narrow(cond))
		return NULL;
	return has_way_to_go(p->e, cond, 0);
}
