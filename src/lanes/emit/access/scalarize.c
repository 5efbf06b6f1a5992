/* SPDX-License-Identifier: Apache-2.0 */
/* Lane by lane: what has no vector form. Short things are unrolled; calls, and what is
 * cold, are made in a loop over the lanes, with operands and results in arrays, since
 * sixteen copies of each would make functions that take LLVM minutes. */
#include "lanes.h"

LLVMValueRef
hd_insert_lane(hd_emit *e, LLVMValueRef to, LLVMValueRef x, int lane)
{
	LLVMValueRef at = hd_i64(e->u, lane);

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

/* ---- unrolled */

/* One lane, skipped when it is idle. */
static LLVMValueRef
guarded(hd_emit *e, LLVMValueRef i, hd_one_lane *one, int lane, LLVMValueRef so_far)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), act = hd_block(e, "lane"),
			  done;
	LLVMBasicBlockRef next = hd_block(e, "lane.next");
	LLVMValueRef on = LLVMBuildExtractElement(e->b, e->mask, hd_i64(e->u, lane),
						  ""),
		     x, phi;

	LLVMBuildCondBr(e->b, on, act, next);
	LLVMPositionBuilderAtEnd(e->b, act); /* what was cached so far dominates it */
	e->aside++;
	x = one(e, i, lane);
	if (so_far)
		x = hd_insert_lane(e, so_far, x, lane);
	e->aside--;
	done = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, next);
	LLVMPositionBuilderAtEnd(e->b, next);
	if (!so_far)
		return NULL;
	phi = LLVMBuildPhi(e->b, LLVMTypeOf(so_far), "");
	LLVMAddIncoming(phi, &x, &done, 1);
	LLVMAddIncoming(phi, &so_far, &from, 1);
	return phi;
}

static LLVMValueRef
unrolled(hd_emit *e, LLVMValueRef i, hd_one_lane *one)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef r = NULL;

	if (LLVMGetTypeKind(t) != LLVMVoidTypeKind)
		r = LLVMGetPoison(hd_vector_type(e->c, t));
	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef x;

		if (e->mask) {
			r = guarded(e, i, one, l, r);
			continue;
		}
		x = one(e, i, l);
		if (r)
			r = hd_insert_lane(e, r, x, l);
	}
	return r;
}

/* ---- in a loop */

/* Arrays that all such loops of a function share: loops do not nest. */
static LLVMValueRef
array(hd_emit *e, unsigned k)
{
	enum { ELEMENT = 16 }; /* bytes */

	if (!e->lane_array[k]) {
		e->lane_array[k] = hd_alloca(
			e, LLVMArrayType2(e->u->i8, (uint64_t)e->c->lanes * ELEMENT),
			"lanes");
		LLVMSetAlignment(e->lane_array[k], 64);
	}
	return e->lane_array[k];
}

/* A type whose vectors lie in memory as its arrays do. */
static LLVMTypeRef
memory_type(hd_emit *e, LLVMTypeRef t)
{
	return t == e->u->i1 ? e->u->i8 : t;
}

static bool
fits_array(hd_emit *e, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint64_t bits;

	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
	    kind == LLVMVectorTypeKind)
		return false;
	bits = LLVMSizeOfTypeInBits(e->u->dl, memory_type(e, t));
	return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* Calls are, accesses to memory that hardly ever happen, and those under a mask in large
 * kernels. */
static bool
is_worth_a_loop(hd_emit *e, LLVMValueRef i)
{
	if (e->c->lanes < 4)
		return false;
	if (hd_is_opcode(i, LLVMCall))
		return !hd_calls_prefix(i, "llvm.");
	return e->cold || (e->mask && e->c->compact);
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

		if (!hd_is_at_hand(e, x) ||
		    (hd_shape_of(e->c, x).kind != HD_AFFINE && !can_redo(e, x, room)))
			return false;
	}
	return true;
}

static bool
is_redone(hd_emit *e, LLVMValueRef v)
{
	int room = 32;

	return can_redo(e, v, &room);
}

bool
hd_wants_loop(hd_emit *e, LLVMValueRef i)
{
	unsigned n = 0;

	if (!is_worth_a_loop(e, i))
		return false;
	if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind &&
	    !fits_array(e, LLVMTypeOf(i)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		if (LLVMIsAMDNode(v) || hd_shape_of(e->c, v).kind == HD_AFFINE ||
		    is_redone(e, v))
			continue;
		if (!fits_array(e, LLVMTypeOf(v)))
			return false;
		n++;
	}
	return n + 2 <= HD_COUNT(e->lane_array);
}

static void
store_array(hd_emit *e, LLVMValueRef v, LLVMValueRef to)
{
	LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));

	if (t == e->u->i1)
		v = LLVMBuildZExt(e->b, v, hd_vector_type(e->c, e->u->i8), "");
	LLVMBuildStore(e->b, v, to);
}

static LLVMValueRef
element(hd_emit *e, LLVMTypeRef t, LLVMValueRef from)
{
	return LLVMBuildGEP2(e->b, memory_type(e, t), from, &e->lane_now, 1, "");
}

/* Where store_operands put it. */
static LLVMValueRef
lane_slot(hd_emit *e, LLVMValueRef v)
{
	for (unsigned k = 0; k < HD_COUNT(e->lane_value); k++)
		if (e->lane_value[k] == v)
			return e->lane_array[k];
	hd_bug("no array for an operand");
}

/* The operand of the lane that the loop is at. */
LLVMValueRef
hd_looped_operand(hd_emit *e, LLVMValueRef v)
{
	hd_shape shape = hd_shape_of(e->c, v);
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef s, by;

	if (is_redone(e, v)) {
		s = LLVMInstructionClone(v);
		for (int k = 0; k < LLVMGetNumOperands(v); k++) {
			LLVMValueRef x = LLVMGetOperand(v, (unsigned)k);

			LLVMSetOperand(s, (unsigned)k, hd_looped_operand(e, x));
		}
		LLVMInsertIntoBuilder(e->b, s);
		return s;
	}
	if (shape.kind != HD_AFFINE) {
		s = LLVMBuildLoad2(e->b, memory_type(e, t),
				   element(e, t, lane_slot(e, v)), "");
		return t == e->u->i1 ? LLVMBuildTrunc(e->b, s, t, "") : s;
	}
	s = hd_use(e, v);
	if (!shape.stride)
		return s;
	by = LLVMBuildMul(e->b, e->lane_now,
			  LLVMConstInt(e->u->i64, (uint64_t)shape.stride, true), "");
	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildGEP2(e->b, e->u->i8, s, &by, 1, "");
	return LLVMBuildAdd(e->b, s, LLVMBuildIntCast2(e->b, by, t, true, ""), "");
}

static void
store_operands(hd_emit *e, LLVMValueRef i)
{
	unsigned n = 2; /* 0: mask, 1: result */

	memset(e->lane_value, 0, sizeof e->lane_value);
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		if (LLVMIsAMDNode(v) || hd_shape_of(e->c, v).kind == HD_AFFINE ||
		    is_redone(e, v))
			continue;
		store_array(e, hd_vector(e, v), array(e, n));
		e->lane_value[n++] = v;
	}
	if (e->mask)
		store_array(e, e->mask, array(e, 0));
}

/* for (lane = 0; lane != W; lane++) if (mask[lane]) result[lane] = call(...)
 *
 * LLVM's loop passes look at all loops around again when they have changed one, which in
 * kernels with hundreds of these takes minutes: they come in a form that leaves nothing to
 * change, and large kernels do not have many of them unrolled. */
static LLVMValueRef
looped(hd_emit *e, LLVMValueRef i, hd_one_lane *one)
{
	enum { MANY_LOOPS = 48 };
	LLVMTypeRef t = LLVMTypeOf(i), many;
	bool result = LLVMGetTypeKind(t) != LLVMVoidTypeKind;
	LLVMBasicBlockRef head = hd_block(e, "lane.head"), act = hd_block(e, "lane"),
			  next = hd_block(e, "lane.next"),
			  done = hd_block(e, "lanes.done"),
			  from = LLVMGetInsertBlock(e->b);
	LLVMValueRef zero = hd_i64(e->u, 0), on, x, more;

	store_operands(e, i);
	LLVMBuildBr(e->b, head);
	LLVMPositionBuilderAtEnd(e->b, head);
	e->lane_now = LLVMBuildPhi(e->b, e->u->i64, "lane");
	LLVMAddIncoming(e->lane_now, &zero, &from, 1);
	e->aside++;
	if (e->mask) {
		on = LLVMBuildLoad2(e->b, e->u->i8, element(e, e->u->i8, array(e, 0)),
				    "");
		on = LLVMBuildICmp(e->b, LLVMIntNE, on, LLVMConstNull(e->u->i8), "on");
		LLVMBuildCondBr(e->b, on, act, next);
	} else {
		LLVMBuildBr(e->b, act);
	}
	LLVMPositionBuilderAtEnd(e->b, act);
	x = one(e, i, 0);
	if (result && t == e->u->i1)
		x = LLVMBuildZExt(e->b, x, e->u->i8, "");
	if (result)
		LLVMBuildStore(e->b, x, element(e, t, array(e, 1)));
	LLVMBuildBr(e->b, next);
	LLVMPositionBuilderAtEnd(e->b, next);
	x = LLVMBuildNUWAdd(e->b, e->lane_now, hd_i64(e->u, 1), "");
	LLVMSetNSW(x, true);
	LLVMAddIncoming(e->lane_now, &x, &next, 1);
	more = LLVMBuildICmp(e->b, LLVMIntNE, x, hd_i64(e->u, e->c->lanes), "");
	more = LLVMBuildCondBr(e->b, more, head, done);
	if (e->c->compact && e->lane_loops++ >= MANY_LOOPS)
		hd_loop_hint(e->u, more, "unroll.count", 1);
	LLVMPositionBuilderAtEnd(e->b, done);
	e->aside--;
	e->lane_now = NULL;
	if (!result)
		return NULL;
	many = hd_vector_type(e->c, memory_type(e, t));
	x = LLVMBuildLoad2(e->b, many, array(e, 1), "");
	return t == e->u->i1 ? LLVMBuildTrunc(e->b, x, hd_vector_type(e->c, t), "") : x;
}

LLVMValueRef
hd_each_lane(hd_emit *e, LLVMValueRef i, hd_one_lane *one)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_touch(e, LLVMGetOperand(i, (unsigned)k));
	return hd_wants_loop(e, i) ? looped(e, i, one) : unrolled(e, i, one);
}
