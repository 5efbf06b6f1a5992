/* SPDX-License-Identifier: Apache-2.0 */
/* One lane of a value: a lane that is known now, or the one that a loop over lanes is at. */
#include "lanes/emit/emit.h"

LLVMValueRef
hd_insert_lane(hd_emit *e, LLVMValueRef to, LLVMValueRef x, int lane)
{
	LLVMValueRef at = hd_i64(e->u, lane);

	hd_check(lane >= 0 && lane < e->c->w.lanes);
	if (LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMStructTypeKind)
		return LLVMBuildInsertElement(e->b, to, x, at, "");
	for (unsigned k = 0; k < LLVMCountStructElementTypes(LLVMTypeOf(x)); k++) {
		LLVMValueRef f =
			hd_insert_lane(e, LLVMBuildExtractValue(e->b, to, k, ""),
				       LLVMBuildExtractValue(e->b, x, k, ""), lane);

		to = LLVMBuildInsertValue(e->b, to, f, k, "");
	}
	return to;
}

/* Arrays that all such loops of a function share: loops do not nest. */
LLVMValueRef
hd_lane_array(hd_emit *e, unsigned k)
{
	enum { ELEMENT = 16 }; /* bytes */

	hd_check(k < HD_COUNT(e->loop.array));
	if (!e->loop.array[k]) {
		e->loop.array[k] = hd_alloca(
			e, LLVMArrayType2(e->u->i8, (uint64_t)e->c->w.lanes * ELEMENT),
			"lanes");
		LLVMSetAlignment(e->loop.array[k], 64);
	}
	return e->loop.array[k];
}

/* A type whose vectors lie in memory as its arrays do. */
LLVMTypeRef
hd_memory_type(hd_emit *e, LLVMTypeRef t)
{
	return t == e->u->i1 ? e->u->i8 : t;
}

/* What is affine if something holds is only needed here where it does not: it is worked out
 * for each lane once more, if that takes no more than `room` instructions. */
static bool
can_redo(hd_emit *e, LLVMValueRef v, int *room)
{
	if (hd_shape_of(e->c, v).kind != HD_MAYBE ||
	    !(hd_is_opcode(v, LLVMGetElementPtr) || hd_is_extension(v) ||
	      LLVMIsABinaryOperator(v) || hd_is_opcode(v, LLVMSelect)) ||
	    --*room < 0)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++) {
		LLVMValueRef x = LLVMGetOperand(v, (unsigned)k);

		if (!hd_is_available(e, x) ||
		    (hd_shape_of(e->c, x).kind != HD_AFFINE && !can_redo(e, x, room)))
			return false;
	}
	return true;
}

bool
hd_is_redone(hd_emit *e, LLVMValueRef v)
{
	int room = 32;

	return can_redo(e, v, &room);
}

LLVMValueRef
hd_lane_element(hd_emit *e, LLVMTypeRef t, LLVMValueRef from)
{
	hd_check(e->loop.now);
	return LLVMBuildGEP2(e->b, hd_memory_type(e, t), from, &e->loop.now, 1, "");
}

/* Where store_operands put it. */
static LLVMValueRef
lane_slot(hd_emit *e, LLVMValueRef v)
{
	for (unsigned k = 0; k < HD_COUNT(e->loop.value); k++)
		if (e->loop.value[k] == v)
			return e->loop.array[k];
	hd_bug("no array for an operand");
}

/* The operand of the lane that the loop is at. */
LLVMValueRef
hd_looped_operand(hd_emit *e, LLVMValueRef v)
{
	hd_shape shape = hd_shape_of(e->c, v);
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef s, by;

	hd_check(e->loop.now);
	if (hd_is_redone(e, v)) {
		s = LLVMInstructionClone(v);
		for (int k = 0; k < LLVMGetNumOperands(v); k++) {
			LLVMValueRef x = LLVMGetOperand(v, (unsigned)k);

			LLVMSetOperand(s, (unsigned)k, hd_looped_operand(e, x));
		}
		LLVMInsertIntoBuilder(e->b, s);
		return s;
	}
	if (shape.kind != HD_AFFINE) {
		s = LLVMBuildLoad2(e->b, hd_memory_type(e, t),
				   hd_lane_element(e, t, lane_slot(e, v)), "");
		return t == e->u->i1 ? LLVMBuildTrunc(e->b, s, t, "") : s;
	}
	s = hd_use(e, v);
	if (!shape.stride)
		return s;
	by = LLVMBuildMul(e->b, e->loop.now,
			  LLVMConstInt(e->u->i64, (uint64_t)shape.stride, true), "");
	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildGEP2(e->b, e->u->i8, s, &by, 1, "");
	return LLVMBuildAdd(e->b, s, LLVMBuildIntCast2(e->b, by, t, true, ""), "");
}

LLVMValueRef
hd_lane_of(hd_emit *e, LLVMValueRef v, int lane)
{
	hd_shape shape = hd_shape_of(e->c, v);
	LLVMValueRef s;

	hd_check(lane >= 0 && lane < e->c->w.lanes);
	if (e->loop.now)
		return hd_looped_operand(e, v);
	if (shape.kind != HD_AFFINE)
		return LLVMBuildExtractElement(e->b, hd_vector(e, v),
					       hd_i64(e->u, lane), "");
	s = hd_use(e, v);
	if (!shape.stride || !lane)
		return s;
	if (LLVMGetTypeKind(LLVMTypeOf(s)) == LLVMPointerTypeKind)
		return hd_offset(e->u, e->b, s, shape.stride * lane, "");
	return LLVMBuildAdd(
		e->b, s,
		LLVMConstInt(LLVMTypeOf(s), (uint64_t)(shape.stride * lane), true), "");
}

LLVMValueRef
hd_scalar_copy(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef r = LLVMInstructionClone(i);

	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		LLVMSetOperand(r, (unsigned)k,
			       e->loop.now ? hd_looped_operand(e, v)
					   : hd_lane_of(e, v, lane));
	}
	LLVMInsertIntoBuilder(e->b, r);
	return r;
}
