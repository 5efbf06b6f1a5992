/* SPDX-License-Identifier: Apache-2.0 */
/* What an index is made of, and how it goes on in loops. */
#include "lanes/read/read.h"

/* What the k-th way into a phi adds to it; NULL: it is something else. */
LLVMValueRef
hd_step_of(LLVMValueRef phi, unsigned k)
{
	LLVMValueRef v = LLVMGetIncomingValue(phi, k);

	if (!hd_is_opcode(v, LLVMAdd) ||
	    (LLVMGetOperand(v, 0) != phi && LLVMGetOperand(v, 1) != phi))
		return NULL;
	return LLVMGetOperand(v, LLVMGetOperand(v, 0) == phi);
}

/* A counter that is the same in all blocks, from a constant on, by a constant. */
bool
hd_is_plain_counter(LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = hd_step_of(phi, k);

		if (!LLVMIsAConstantInt(step ? step : LLVMGetIncomingValue(phi, k)))
			return false;
	}
	return true;
}

/* Is it made from a coordinate, of these dimensions? */
bool
hd_mentions(LLVMValueRef v, enum hd_sreg what, int first_dim, int last_dim, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_is_opcode(v, LLVMCall))
		return hd_sreg_read(v, &dim) == what && dim >= first_dim &&
		       dim <= last_dim;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (hd_mentions(LLVMGetOperand(v, (unsigned)k), what, first_dim,
				last_dim, depth - 1))
			return true;
	return false;
}

/* Does an index go on by a few from round to round? */
bool
hd_counts_slowly(LLVMValueRef v, int depth)
{
	enum { FEW = 8 };

	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_is_opcode(v, LLVMPHI)) {
		for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
			LLVMValueRef next = LLVMGetIncomingValue(v, k), by;

			if (!hd_is_opcode(next, LLVMAdd) ||
			    LLVMGetOperand(next, 0) != v)
				continue;
			by = LLVMGetOperand(next, 1);
			return LLVMIsAConstantInt(by) &&
			       llabs(LLVMConstIntGetSExtValue(by)) <= FEW;
		}
		return false;
	}
	if (!hd_is_opcode(v, LLVMAdd) && !hd_is_opcode(v, LLVMSExt) &&
	    !hd_is_opcode(v, LLVMZExt) && !hd_is_opcode(v, LLVMOr))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (hd_counts_slowly(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

static bool
goes_on(LLVMIntPredicate p, int64_t x, int64_t y)
{
	switch (p) {
	case LLVMIntNE:
		return x != y;
	case LLVMIntULT:
		return (uint64_t)x < (uint64_t)y;
	case LLVMIntULE:
		return (uint64_t)x <= (uint64_t)y;
	case LLVMIntSLT:
		return x < y;
	case LLVMIntSLE:
		return x <= y;
	default:
		return false;
	}
}

/* for (k = 0; k < 32; k += 8), at most so many rounds: each is like straight code. */
int
hd_short_rounds(const hd_code *c, const hd_loop *l)
{
	enum { MOST = 16 };
	LLVMValueRef end, cond, phi, next;
	LLVMIntPredicate p;
	int64_t x = 0, step = 0, limit;
	int n = 0;

	if (l->latches.n != 1)
		return 0;
	end = LLVMGetBasicBlockTerminator(c->node[l->latches.at[0]].bb);
	if (LLVMGetNumSuccessors(end) != 2)
		return 0;
	cond = LLVMGetCondition(end);
	if (!hd_is_opcode(cond, LLVMICmp) ||
	    !LLVMIsAConstantInt(LLVMGetOperand(cond, 1)))
		return 0;
	phi = next = LLVMGetOperand(cond, 0);
	if (hd_is_opcode(next, LLVMAdd))
		phi = LLVMGetOperand(next, 0);
	if (!hd_is_opcode(phi, LLVMPHI) || !hd_is_plain_counter(phi))
		return 0;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef by = hd_step_of(phi, k);

		if (by)
			step = LLVMConstIntGetSExtValue(by);
		else
			x = LLVMConstIntGetSExtValue(LLVMGetIncomingValue(phi, k));
	}
	limit = LLVMConstIntGetSExtValue(LLVMGetOperand(cond, 1));
	p = LLVMGetICmpPredicate(cond);
	if (p == LLVMIntEQ)
		p = LLVMIntNE;
	for (x += phi == next ? 0 : step; n < MOST && goes_on(p, x, limit); n++)
		x += step;
	return n < MOST ? n + 1 : 0;
}

bool
hd_is_read(LLVMValueRef v, int depth)
{
	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (hd_is_read(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return hd_is_opcode(v, LLVMLoad);
}
