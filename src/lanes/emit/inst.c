/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of a lane group. */
#include "lanes.h"

/* Facts about one thread's accesses that do not hold between threads: two iterations of
 * the thread loop are two threads. */
static void
drop_thread_facts(hd_unit *u, LLVMValueRef i)
{
	static const char *const kinds[] = {"alias.scope", "noalias",
					    "llvm.access.group"};

	for (size_t k = 0; k < HD_COUNT(kinds); k++) {
		unsigned id = LLVMGetMDKindIDInContext(u->c, kinds[k],
						       (unsigned)strlen(kinds[k]));

		if (LLVMGetMetadata(i, id))
			LLVMSetMetadata(i, id, NULL);
	}
}

LLVMValueRef
hd_emit_clone(hd_emit *e, LLVMValueRef i)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
	LLVMValueRef r = LLVMInstructionClone(i);
	int n = LLVMGetNumOperands(i);

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	for (int k = 0; k < n; k++) {
		LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);

		if (!LLVMIsAMDNode(op) && !LLVMIsAMDString(op) &&
		    !LLVMValueIsBasicBlock(op))
			LLVMSetOperand(r, (unsigned)k, hd_use(e, op));
	}
	drop_thread_facts(e->u, r);
	LLVMInsertIntoBuilderWithName(e->b, r, hd_name(i));
	return r;
}

/* ---- several lanes */

void
hd_copy_flags(LLVMValueRef to, LLVMValueRef from)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(from);

	if (!LLVMIsAInstruction(to) || LLVMGetInstructionOpcode(to) != o)
		return;
	if (LLVMCanValueUseFastMathFlags(from))
		LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
	switch (o) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		LLVMSetNSW(to, LLVMGetNSW(from));
		LLVMSetNUW(to, LLVMGetNUW(from));
		break;
	case LLVMAShr:
	case LLVMLShr:
	case LLVMSDiv:
	case LLVMUDiv:
		LLVMSetExact(to, LLVMGetExact(from));
		break;
	case LLVMZExt:
		LLVMSetNNeg(to, LLVMGetNNeg(from));
		break;
	default:
		break;
	}
}

/* Promises hold for active lanes; lane 0 may be idle. */
void
hd_drop_promises(LLVMValueRef i)
{
	switch (LLVMIsAInstruction(i) ? LLVMGetInstructionOpcode(i) : LLVMRet) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		LLVMSetNSW(i, false);
		LLVMSetNUW(i, false);
		break;
	case LLVMAShr:
	case LLVMLShr:
	case LLVMSDiv:
	case LLVMUDiv:
		LLVMSetExact(i, false);
		break;
	case LLVMZExt:
		LLVMSetNNeg(i, false);
		break;
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(i, 0);
		break;
	case LLVMOr:
		LLVMSetIsDisjoint(i, false);
		break;
	default:
		break;
	}
}

static LLVMValueRef
scalar_form(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	/* disjoint bits are a promise too, and only a sum is affine without it */
	if (hd_is_opcode(i, LLVMOr) && hd_shape_of(e->c, i).stride)
		return LLVMBuildAdd(e->b, hd_use(e, LLVMGetOperand(i, 0)),
				    hd_use(e, LLVMGetOperand(i, 1)), hd_name(i));
	r = hd_emit_clone(e, i);
	if (e->c->lanes > 1 && (e->mask || hd_shape_of(e->c, i).stride))
		hd_drop_promises(r);
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
lane_by_lane(hd_emit *e, LLVMValueRef i)
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
	if (e->mask && hd_may_trap(i)) /* idle lanes must not */
		y = LLVMBuildSelect(
			e->b, e->mask, y,
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
	return hd_is_quotient(e->c, i) ? hd_quotient_vector(e, i, lane_by_lane)
				       : lane_by_lane(e, i);
}

/* Does a side of a choice have the stride that the choice is to have? */
static bool
may_be(hd_emit *e, LLVMValueRef side, LLVMValueRef choice)
{
	hd_shape s = hd_shape_of(e->c, side);

	return s.kind != HD_VARYING && s.stride == hd_shape_of(e->c, choice).stride;
}

/* The lanes that are here decide; see select_shape. */
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
					(uint64_t)(step * (e->c->lanes - 1)), true);

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
		hd_is_either_way(e->c, i));
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
	hd_drop_promises(r.s);
	return r;
}

static hd_val
known_form(hd_emit *e, LLVMValueRef v)
{
	if (hd_shape_of(e->c, v).kind == HD_VARYING)
		return (hd_val){NULL, NULL, LLVMConstNull(e->u->i1)};
	return (hd_val){hd_use(e, v), NULL, hd_holds(e, v)};
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
hd_here(hd_emit *e, LLVMValueRef v)
{
	if (hd_shape_of(e->c, v).kind != HD_MAYBE || hd_is_opcode(v, LLVMPHI) ||
	    hd_bit(&e->c->keep, (size_t)hd_id(e->c, v)))
		return known_form(e, v);
	return form_of(e, v, hd_here);
}

/* Lane 0, all lanes, and whether the one tells the other. */
static hd_val
maybe_form(hd_emit *e, LLVMValueRef i)
{
	hd_val r = form_of(e, i, known_form);

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

	if (hd_private_of(e->c, i) || hd_is_in_update(e, i))
		return;
	if (hd_is_opcode(i, LLVMCall)) {
		hd_emit_call(e, i);
		return;
	}
	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	if (e->c->lanes > 1 && is_memory(LLVMGetInstructionOpcode(i))) {
		hd_emit_memory(e, i);
		return;
	}
	if (e->c->lanes == 1 && hd_is_plain_atomic(e->u, i)) {
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
