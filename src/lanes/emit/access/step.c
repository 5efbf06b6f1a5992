/* SPDX-License-Identifier: Apache-2.0 */
/* By how much an index changes from one round of a loop to the next, from one block to the
 * next, or from one row of a block to the next; how many rounds there are. */
#include "change.h"

static const hd_change unknown = {NULL, NULL, true}, none = {NULL, NULL, false};

static bool
is_known(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	return LLVMIsConstant(v) || (id >= 0 && hd_is_lane_uniform(e->c, v) &&
				     (e->c->def[id] < 0 || hd_is_at_hand(e, v) ||
				      hd_bit(&e->c->cross, (size_t)id)));
}

/* As an i64; NULL: it is not known here. */
static LLVMValueRef
available(hd_emit *e, LLVMValueRef v)
{
	int dim;

	if (e->c->is_kernel && hd_sreg_read(v, &dim) == HD_NTID)
		v = e->ntid[dim];
	else if (is_known(e, v))
		v = hd_use(e, v);
	else
		return NULL;
	return LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 64
		       ? LLVMBuildSExt(e->b, v, e->u->i64, "")
		       : v;
}

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

/* A counter goes on by the same step in each round. */
static hd_change
change_of_counter(hd_emit *e, LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = hd_step_of(phi, k), by = NULL;

		if (step)
			by = available(e, step);
		if (by)
			return (hd_change){by, phi, false};
	}
	return unknown;
}

static hd_change change_of(hd_emit *e, LLVMValueRef v, enum hd_over over, int depth);

static hd_change
change_of_sum(hd_emit *e, LLVMValueRef v, enum hd_over over, int depth)
{
	hd_change x = change_of(e, LLVMGetOperand(v, 0), over, depth);
	hd_change y = change_of(e, LLVMGetOperand(v, 1), over, depth);

	if (x.unknown || y.unknown || (x.by && y.by && over == HD_OVER_ROUNDS))
		return unknown;
	if (y.by && hd_is_opcode(v, LLVMSub))
		y.by = LLVMBuildNeg(e->b, y.by, "");
	if (x.by && y.by)
		x.by = LLVMBuildAdd(e->b, x.by, y.by, "");
	return x.by ? x : y;
}

static hd_change
change_of_product(hd_emit *e, LLVMValueRef v, enum hd_over over, int depth)
{
	LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
	hd_change x = change_of(e, a, over, depth), y = change_of(e, b, over, depth),
		  *which = &x;
	LLVMValueRef factor = b;

	if (y.by) {
		which = &y;
		factor = a;
	}
	if (x.unknown || y.unknown || (x.by && y.by) ||
	    (y.by && hd_is_opcode(v, LLVMShl)))
		return unknown;
	if (!which->by)
		return none;
	factor = available(e, factor);
	if (!factor)
		return unknown;
	which->by = hd_is_opcode(v, LLVMShl)
			    ? LLVMBuildShl(e->b, which->by, factor, "")
			    : LLVMBuildMul(e->b, which->by, factor, "");
	return *which;
}

/* ~x is -x - 1. */
static hd_change
change_of_complement(hd_emit *e, LLVMValueRef v, enum hd_over over, int depth)
{
	LLVMValueRef ones = LLVMGetOperand(v, 1);
	hd_change x;

	if (over == HD_OVER_ROUNDS || !hd_is_ones(ones))
		return unknown;
	x = change_of(e, LLVMGetOperand(v, 0), over, depth);
	if (x.by)
		x.by = LLVMBuildNeg(e->b, x.by, "");
	return x;
}

/* threadIdx and its kin stay the same. */
static hd_change
change_of_place(hd_emit *e, LLVMValueRef v, enum hd_over over)
{
	int dim;
	enum hd_sreg sreg = hd_sreg_read(v, &dim);

	if (sreg == HD_NOT_SREG)
		return unknown;
	if ((over == HD_OVER_BLOCKS && sreg == HD_CTAID && dim == 0) ||
	    (over == HD_OVER_ROWS && sreg == HD_TID && dim == 1))
		return (hd_change){hd_i64(e->u, 1), NULL, false};
	return none;
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

static hd_change
change_of(hd_emit *e, LLVMValueRef v, enum hd_over over, int depth)
{
	if (!LLVMIsAInstruction(v))
		return none;
	if (depth-- == 0)
		return unknown;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
		if (over == HD_OVER_ROUNDS)
			return change_of_counter(e, v);
		return hd_is_plain_counter(v) ? none : unknown;
	case LLVMSExt:
	case LLVMZExt:
		return change_of(e, LLVMGetOperand(v, 0), over, depth);
	case LLVMOr:
		return LLVMGetIsDisjoint(v) ? change_of_sum(e, v, over, depth)
					    : unknown;
	case LLVMAdd:
		return change_of_sum(e, v, over, depth);
	case LLVMSub:
		return over == HD_OVER_ROUNDS ? unknown
					      : change_of_sum(e, v, over, depth);
	case LLVMXor:
		return change_of_complement(e, v, over, depth);
	case LLVMShl:
	case LLVMMul:
		return change_of_product(e, v, over, depth);
	case LLVMCall:
		return change_of_place(e, v, over);
	default:
		return unknown;
	}
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

hd_change
hd_change_of(hd_emit *e, LLVMValueRef v, enum hd_over over)
{
	return change_of(e, v, over, HD_CHANGE_DEPTH);
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
