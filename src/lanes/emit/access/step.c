/* SPDX-License-Identifier: Apache-2.0 */
/* By how much an index changes from one round of a loop to the next, from one block to the
 * next, or from one row of a block to the next; how many rounds there are. */
#include "lanes/emit/access/access.h"

static const hd_change unknown = {NULL, NULL, true}, none = {NULL, NULL, false};

static bool
is_known(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	return LLVMIsConstant(v) || (id >= 0 && hd_is_lane_uniform(e->c, v) &&
				     (e->c->def[id] < 0 || hd_is_available(e, v) ||
				      hd_bit(&e->c->w.cross, (size_t)id)));
}

/* As an i64; NULL: it is not known here. */
static LLVMValueRef
available(hd_emit *e, LLVMValueRef v)
{
	int dim;

	if (e->c->is_kernel && hd_sreg_read(v, &dim) == HD_NTID)
		v = e->blk.ntid[dim];
	else if (is_known(e, v))
		v = hd_use(e, v);
	else
		return NULL;
	return LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 64
		       ? LLVMBuildSExt(e->b, v, e->u->i64, "")
		       : v;
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

hd_change
hd_change_of(hd_emit *e, LLVMValueRef v, enum hd_over over)
{
	return change_of(e, v, over, HD_CHANGE_DEPTH);
}
