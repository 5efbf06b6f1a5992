/* SPDX-License-Identifier: Apache-2.0 */
/* The scalar form of values that are affine if a check at run time says so ("maybe"), and that
 * check. */
#include "lanes/emit/emit.h"

/* Does a side of a choice have the stride that the choice is to have? */
static bool
may_be(hd_emit *e, LLVMValueRef side, LLVMValueRef choice)
{
	hd_shape s = hd_shape_of(e->c, side);

	hd_check(hd_shape_of(e->c, choice).kind == HD_MAYBE);
	return s.kind != HD_VARYING && s.stride == hd_shape_of(e->c, choice).stride;
}

/* The active lanes decide; see select_shape. */
static hd_val
choose_side(hd_emit *e, LLVMValueRef i, hd_val x, hd_val y)
{
	LLVMValueRef yes, no, never = LLVMConstNull(e->u->i1);
	bool first = may_be(e, LLVMGetOperand(i, 1), i),
	     second = may_be(e, LLVMGetOperand(i, 2), i);
	hd_val r = {0};

	hd_decide_choice(e, i, &yes, &no);
	yes = first ? LLVMBuildAnd(e->b, yes, x.ok, "") : never;
	no = second ? LLVMBuildAnd(e->b, no, y.ok, "") : never;
	r.ok = LLVMBuildOr(e->b, yes, no, "agree");
	if (first && second)
		r.s = LLVMBuildSelect(e->b, yes, x.s, y.s, "");
	else
		r.s = first ? x.s : y.s;
	return r;
}

/* What is never negative in active lanes may be so in lane 0, if that is idle. */
static bool
extends_sign(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMSExt) ||
	       (hd_is_opcode(i, LLVMZExt) && LLVMGetNNeg(i));
}

/* Does an extension of an affine value keep it so? */
static LLVMValueRef
does_not_wrap(hd_emit *e, LLVMValueRef i, LLVMValueRef first)
{
	bool sign = extends_sign(i);
	int64_t step = hd_shape_of(e->c, LLVMGetOperand(i, 0)).stride;
	LLVMValueRef way = LLVMConstInt(LLVMTypeOf(first),
					(uint64_t)(step * (e->c->w.lanes - 1)), true);

	hd_check(hd_is_extension(i));
	return LLVMBuildICmp(e->b,
			     sign ? (step > 0 ? LLVMIntSGE : LLVMIntSLE)
				  : (step > 0 ? LLVMIntUGE : LLVMIntULE),
			     LLVMBuildAdd(e->b, first, way, ""), first, "no.wrap");
}

static bool
is_choice(hd_emit *e, LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMSelect) &&
	       (!hd_is_lane_uniform(e->c, LLVMGetOperand(i, 0)) ||
		hd_is_either_side(e->c, i));
}

/* A condition as a number. */
static bool
is_flag(hd_emit *e, LLVMValueRef i)
{
	return hd_is_extension(i) && LLVMTypeOf(LLVMGetOperand(i, 0)) == e->u->i1;
}

static hd_val
flag_form(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef yes, no;
	hd_val r = {0};

	hd_decide(e, LLVMGetOperand(i, 0), &yes, &no);
	r.ok = LLVMBuildOr(e->b, yes, no, "agree");
	r.s = LLVMBuildCast(e->b, LLVMGetInstructionOpcode(i), yes, LLVMTypeOf(i), "");
	return r;
}

/* Lane 0, and whether it tells the other lanes, from what is known of the operands. */
static hd_val
affine_form(hd_emit *e, LLVMValueRef i, const hd_val *op)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	hd_val r = {NULL, NULL, LLVMConstInt(e->u->i1, 1, false)};

	if (is_choice(e, i))
		return choose_side(e, i, op[1], op[2]);
	if (is_flag(e, i))
		return flag_form(e, i);
	if (hd_is_quotient(e->c, i))
		return hd_quotient_form(e, i, op);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		r.ok = LLVMBuildAnd(e->b, r.ok, op[k].ok, "");
	if (o == LLVMSExt || o == LLVMZExt)
		r.ok = LLVMBuildAnd(e->b, r.ok, does_not_wrap(e, i, op[0].s), "");
	if (o == LLVMOr) {
		r.s = LLVMBuildAdd(e->b, op[0].s, op[1].s, "");
		return r;
	}
	if (extends_sign(i)) {
		r.s = LLVMBuildSExt(e->b, op[0].s, LLVMTypeOf(i), "");
		return r;
	}
	r.s = LLVMInstructionClone(i);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		LLVMSetOperand(r.s, (unsigned)k, op[k].s);
	LLVMInsertIntoBuilder(e->b, r.s);
	hd_drop_flags(r.s);
	return r;
}

static hd_val
known_form(hd_emit *e, LLVMValueRef v)
{
	if (hd_shape_of(e->c, v).kind == HD_VARYING)
		return (hd_val){NULL, NULL, LLVMConstNull(e->u->i1)};
	return (hd_val){hd_use(e, v), NULL, hd_affine_check(e, v)};
}

typedef hd_val operand_form(hd_emit *e, LLVMValueRef v);

static hd_val
form_of(hd_emit *e, LLVMValueRef i, operand_form *form)
{
	int n = LLVMGetNumOperands(i);
	hd_val *op = HD_NEW_ARRAY(&e->u->scratch, hd_val, (size_t)n);

	for (int k = is_choice(e, i) || is_flag(e, i) ? 1 : 0; k < n; k++)
		op[k] = form(e, LLVMGetOperand(i, (unsigned)k));
	return affine_form(e, i, op);
}

/* A "maybe" once more, for the lanes that are active here: they may agree where those did
 * not that it was computed for. Behind a barrier it may have been kept, and what it was made
 * of is gone. */
hd_val
hd_form_here(hd_emit *e, LLVMValueRef v)
{
	if (hd_shape_of(e->c, v).kind != HD_MAYBE || hd_is_opcode(v, LLVMPHI) ||
	    hd_bit(&e->l->keep, (size_t)hd_id(e->c, v)))
		return known_form(e, v);
	return form_of(e, v, hd_form_here);
}

/* From what its operands were found to be. */
hd_val
hd_affine_form(hd_emit *e, LLVMValueRef i)
{
	return form_of(e, i, known_form);
}
