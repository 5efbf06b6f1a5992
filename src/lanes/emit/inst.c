/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of a lane group. */
#include "lanes/emit/access/access.h"

/* ---- several lanes */

static LLVMValueRef
scalar_form(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	/* disjoint bits are a promise too, and only a sum is affine without it */
	if (hd_is_opcode(i, LLVMOr) && hd_shape_of(e->c, i).stride)
		return LLVMBuildAdd(e->b, hd_use(e, LLVMGetOperand(i, 0)),
				    hd_use(e, LLVMGetOperand(i, 1)), hd_name(i));
	r = hd_emit_clone(e, i);
	if (e->c->w.lanes > 1 && (e->mask || hd_shape_of(e->c, i).stride))
		hd_drop_flags(r);
	return r;
}

/* Bases and indices may stay scalar in a GEP over vectors. */
static LLVMValueRef
vector_gep(hd_emit *e, LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	LLVMValueRef *op = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n), r;
	bool some = false;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef x = LLVMGetOperand(i, k);
		bool uniform = hd_is_lane_uniform(e->c, x);

		op[k] = uniform ? hd_use(e, x) : hd_vector(e, x);
		some |= !uniform;
	}
	r = LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(i), op[0], op + 1, n - 1,
			  "");
	if (LLVMIsAInstruction(r))
		LLVMSetIsInBounds(r, LLVMIsInBounds(i));
	return some ? r : hd_splat(e, r);
}

/* Some back ends convert vectors of 64-bit integers to float by way of double, which
 * rounds twice. */
static bool
rounds_twice(hd_emit *e, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	return (o == LLVMSIToFP || o == LLVMUIToFP) && LLVMTypeOf(i) == e->u->f32 &&
	       LLVMTypeOf(LLVMGetOperand(i, 0)) == e->u->i64;
}

/* By way of double, rounding once: what double has no room for becomes a sticky bit. */
static LLVMValueRef
convert_once(hd_emit *e, LLVMValueRef i)
{
	LLVMBuilderRef b = e->b;
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), low, round, top, big;
	LLVMValueRef low_bits = hd_splat(e, hd_i64(e->u, 2047));
	LLVMValueRef shift = hd_splat(e, hd_i64(e->u, 53)),
		     one = hd_splat(e, hd_i64(e->u, 1));

	low = LLVMBuildAdd(b, LLVMBuildAnd(b, x, low_bits, ""), low_bits, "");
	round = LLVMBuildAnd(b, LLVMBuildOr(b, x, low, ""),
			     LLVMBuildNot(b, low_bits, ""), "");
	if (o == LLVMSIToFP) {
		top = LLVMBuildAdd(b, LLVMBuildAShr(b, x, shift, ""), one, "");
		big = LLVMBuildICmp(b, LLVMIntUGT, top, one, "");
	} else {
		top = LLVMBuildLShr(b, x, shift, "");
		big = LLVMBuildICmp(b, LLVMIntNE, top, LLVMConstNull(LLVMTypeOf(top)),
				    "");
	}
	x = LLVMBuildSelect(b, big, round, x, "sticky");
	x = LLVMBuildCast(b, o, x, hd_vector_type(e->c, e->u->f64), "");
	return LLVMBuildFPTrunc(b, x, hd_vector_type(e->c, LLVMTypeOf(i)), "");
}

static LLVMValueRef
lane_by_lane(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMTypeRef t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef x, y = NULL, r;

	if (o == LLVMGetElementPtr)
		return vector_gep(e, i);
	if (rounds_twice(e, i))
		return convert_once(e, i);
	x = hd_vector(e, LLVMGetOperand(i, 0));
	if (LLVMGetNumOperands(i) > 1 && o != LLVMInsertValue)
		y = hd_vector(e, LLVMGetOperand(i, 1));
	if (h.mask && hd_may_trap(i)) /* idle lanes must not */
		y = LLVMBuildSelect(
			e->b, h.mask, y,
			hd_splat(e, LLVMConstInt(LLVMTypeOf(LLVMGetOperand(i, 1)), 1,
						 false)),
			"");
	if (hd_divides_as_floats(e->c, i))
		return hd_divide_as_floats(e, i, x, y);
	switch (o) {
	case LLVMFNeg:
		r = LLVMBuildFNeg(e->b, x, "");
		break;
	case LLVMFreeze:
		r = LLVMBuildFreeze(e->b, x, "");
		break;
	case LLVMICmp:
		r = LLVMBuildICmp(e->b, LLVMGetICmpPredicate(i), x, y, "");
		break;
	case LLVMFCmp:
		r = LLVMBuildFCmp(e->b, LLVMGetFCmpPredicate(i), x, y, "");
		break;
	case LLVMSelect:
		r = hd_blend(e, x, y, hd_vector(e, LLVMGetOperand(i, 2)));
		break;
	case LLVMExtractValue:
		r = LLVMBuildExtractValue(e->b, x, LLVMGetIndices(i)[0], "");
		break;
	case LLVMInsertValue:
		r = LLVMBuildInsertValue(e->b, x, hd_vector(e, LLVMGetOperand(i, 1)),
					 LLVMGetIndices(i)[0], "");
		break;
	default:
		r = o >= LLVMTrunc && o <= LLVMBitCast
			    ? LLVMBuildCast(e->b, o, x, t, "")
			    : LLVMBuildBinOp(e->b, o, x, y, "");
	}
	hd_copy_flags(r, i);
	return r;
}

static LLVMValueRef
vector_form(hd_emit *e, LLVMValueRef i)
{
	return hd_is_quotient(e->c, i)
		       ? hd_quotient_vector(e, i, lane_by_lane, hd_here_of(e))
		       : lane_by_lane(e, i, hd_here_of(e));
}

/* Lane 0, all lanes, and whether the one tells the other. */
static hd_val
maybe_form(hd_emit *e, LLVMValueRef i)
{
	hd_val r = hd_affine_form(e, i);

	r.v = vector_form(e, i);
	return r;
}

static hd_val
pattern_form(hd_emit *e, LLVMValueRef i)
{
	hd_val r = {.s = hd_pattern_base(e, i)};

	r.v = vector_form(e, i);
	return r;
}

static bool
is_memory(LLVMOpcode o)
{
	return o == LLVMLoad || o == LLVMStore || o == LLVMAtomicRMW ||
	       o == LLVMAtomicCmpXchg;
}

void
hd_emit_insn(hd_emit *e, LLVMValueRef i)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
	enum hd_kind kind;

	if (hd_private_of(e->c, i) || hd_is_in_update(e->l, i, e->mask))
		return;
	if (hd_is_opcode(i, LLVMCall)) {
		hd_emit_call(e, i);
		return;
	}
	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	if (e->c->w.lanes > 1 && is_memory(LLVMGetInstructionOpcode(i))) {
		hd_emit_memory(e, i);
		return;
	}
	if (e->c->w.lanes == 1 && hd_is_plain_atomic(e->u, i)) {
		hd_emit_atomic(e, i);
		return;
	}
	kind = hd_shape_of(e->c, i).kind;
	if (hd_id(e->c, i) < 0)
		hd_emit_clone(e, i);
	else if (kind == HD_MAYBE)
		hd_def_maybe(e, i, maybe_form(e, i));
	else if (kind == HD_VARYING && hd_pattern_of(e->c, i))
		hd_def_maybe(e, i, pattern_form(e, i));
	else
		hd_def(e, i, kind == HD_AFFINE ? scalar_form(e, i) : vector_form(e, i));
}
