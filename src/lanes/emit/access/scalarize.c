/* SPDX-License-Identifier: Apache-2.0 */
/* Scalarised, lane by lane: what has no vector form. Short things are unrolled; calls, and
 * what is cold, are made in a loop over the lanes, with operands and results in arrays, since
 * sixteen copies of each would make functions that take LLVM minutes. */
#include "lanes/emit/access/access.h"

/* ---- unrolled */

/* One lane, skipped when it is idle. */
static LLVMValueRef
guarded(hd_emit *e, LLVMValueRef i, hd_one_lane *one, int lane, LLVMValueRef so_far,
	hd_here h)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), act = hd_block(e, "lane"),
			  done;
	LLVMBasicBlockRef next = hd_block(e, "lane.next");
	LLVMValueRef on = LLVMBuildExtractElement(e->b, h.mask, hd_i64(e->u, lane), ""),
		     x, phi;

	hd_check(h.mask);
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
unrolled(hd_emit *e, LLVMValueRef i, hd_one_lane *one, hd_here h)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef r = NULL;

	if (LLVMGetTypeKind(t) != LLVMVoidTypeKind)
		r = LLVMGetPoison(hd_vector_type(e->c, t));
	for (int l = 0; l < e->c->w.lanes; l++) {
		LLVMValueRef x;

		if (h.mask) {
			r = guarded(e, i, one, l, r, h);
			continue;
		}
		x = one(e, i, l);
		if (r)
			r = hd_insert_lane(e, r, x, l);
	}
	return r;
}

/* ---- in a loop */

static bool
fits_array(hd_emit *e, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint64_t bits;

	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
	    kind == LLVMVectorTypeKind)
		return false;
	bits = LLVMSizeOfTypeInBits(e->u->dl, hd_memory_type(e, t));
	return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* Calls are, accesses to memory that hardly ever happen, and those under a mask in large
 * kernels. */
static bool
is_worth_a_loop(hd_emit *e, LLVMValueRef i, hd_here h)
{
	if (e->c->w.lanes < 4)
		return false;
	if (hd_is_opcode(i, LLVMCall))
		return !hd_calls_prefix(i, "llvm.");
	return h.cold || (h.mask && e->l->compact);
}

bool
hd_wants_lane_loop(hd_emit *e, LLVMValueRef i, hd_here h)
{
	unsigned n = 0;

	if (!is_worth_a_loop(e, i, h))
		return false;
	if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind &&
	    !fits_array(e, LLVMTypeOf(i)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		if (LLVMIsAMDNode(v) || hd_shape_of(e->c, v).kind == HD_AFFINE ||
		    hd_is_redone(e, v))
			continue;
		if (!fits_array(e, LLVMTypeOf(v)))
			return false;
		n++;
	}
	return n + 2 <= HD_COUNT(e->loop.array);
}

static void
store_array(hd_emit *e, LLVMValueRef v, LLVMValueRef to)
{
	LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));

	if (t == e->u->i1)
		v = LLVMBuildZExt(e->b, v, hd_vector_type(e->c, e->u->i8), "");
	LLVMBuildStore(e->b, v, to);
}

static void
store_operands(hd_emit *e, LLVMValueRef i, hd_here h)
{
	unsigned n = 2; /* 0: mask, 1: result */

	memset(e->loop.value, 0, sizeof e->loop.value);
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		if (LLVMIsAMDNode(v) || hd_shape_of(e->c, v).kind == HD_AFFINE ||
		    hd_is_redone(e, v))
			continue;
		store_array(e, hd_vector(e, v), hd_lane_array(e, n));
		e->loop.value[n++] = v;
	}
	if (h.mask)
		store_array(e, h.mask, hd_lane_array(e, 0));
}

/* for (lane = 0; lane != W; lane++) if (mask[lane]) result[lane] = call(...)
 *
 * LLVM's loop passes look at all loops around again when they have changed one, which in
 * kernels with hundreds of these takes minutes: they come in a form that leaves nothing to
 * change, and large kernels do not have many of them unrolled. */
static LLVMValueRef
looped(hd_emit *e, LLVMValueRef i, hd_one_lane *one, hd_here h)
{
	enum { MANY_LOOPS = 48 };
	LLVMTypeRef t = LLVMTypeOf(i), many;
	bool result = LLVMGetTypeKind(t) != LLVMVoidTypeKind;
	LLVMBasicBlockRef head = hd_block(e, "lane.head"), act = hd_block(e, "lane"),
			  next = hd_block(e, "lane.next"),
			  done = hd_block(e, "lanes.done"),
			  from = LLVMGetInsertBlock(e->b);
	LLVMValueRef zero = hd_i64(e->u, 0), on, x, more;

	hd_check(!e->loop.now);
	store_operands(e, i, h);
	LLVMBuildBr(e->b, head);
	LLVMPositionBuilderAtEnd(e->b, head);
	e->loop.now = LLVMBuildPhi(e->b, e->u->i64, "lane");
	LLVMAddIncoming(e->loop.now, &zero, &from, 1);
	e->aside++;
	if (h.mask) {
		on = LLVMBuildLoad2(e->b, e->u->i8,
				    hd_lane_element(e, e->u->i8, hd_lane_array(e, 0)),
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
		LLVMBuildStore(e->b, x, hd_lane_element(e, t, hd_lane_array(e, 1)));
	LLVMBuildBr(e->b, next);
	LLVMPositionBuilderAtEnd(e->b, next);
	x = LLVMBuildNUWAdd(e->b, e->loop.now, hd_i64(e->u, 1), "");
	LLVMSetNSW(x, true);
	LLVMAddIncoming(e->loop.now, &x, &next, 1);
	more = LLVMBuildICmp(e->b, LLVMIntNE, x, hd_i64(e->u, e->c->w.lanes), "");
	more = LLVMBuildCondBr(e->b, more, head, done);
	if (e->l->compact && e->loop.made++ >= MANY_LOOPS)
		hd_loop_hint(e->u, more, "unroll.count", 1);
	LLVMPositionBuilderAtEnd(e->b, done);
	e->aside--;
	e->loop.now = NULL;
	if (!result)
		return NULL;
	many = hd_vector_type(e->c, hd_memory_type(e, t));
	x = LLVMBuildLoad2(e->b, many, hd_lane_array(e, 1), "");
	return t == e->u->i1 ? LLVMBuildTrunc(e->b, x, hd_vector_type(e->c, t), "") : x;
}

LLVMValueRef
hd_scalarize(hd_emit *e, LLVMValueRef i, hd_one_lane *one, hd_here h)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_load_forms(e, LLVMGetOperand(i, (unsigned)k));
	return hd_wants_lane_loop(e, i, h) ? looped(e, i, one, h)
					   : unrolled(e, i, one, h);
}
