/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of a lane group. All threads of a block run on one worker, group after group:
 * in shared memory nothing can come between a load and a store. */
#include "lanes/emit/access/access.h"

static LLVMValueRef
pick(hd_emit *e, LLVMIntPredicate p, LLVMValueRef old, LLVMValueRef x)
{
	return LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, p, old, x, ""), old, x, "");
}

/* What the memory holds behind `old op x`; NULL: not one that is done here. */
static LLVMValueRef
combine(hd_emit *e, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef x)
{
	switch (op) {
	case LLVMAtomicRMWBinOpXchg:
		return x;
	case LLVMAtomicRMWBinOpAdd:
		return LLVMBuildAdd(e->b, old, x, "");
	case LLVMAtomicRMWBinOpSub:
		return LLVMBuildSub(e->b, old, x, "");
	case LLVMAtomicRMWBinOpAnd:
		return LLVMBuildAnd(e->b, old, x, "");
	case LLVMAtomicRMWBinOpOr:
		return LLVMBuildOr(e->b, old, x, "");
	case LLVMAtomicRMWBinOpXor:
		return LLVMBuildXor(e->b, old, x, "");
	case LLVMAtomicRMWBinOpMax:
		return pick(e, LLVMIntSGT, old, x);
	case LLVMAtomicRMWBinOpMin:
		return pick(e, LLVMIntSLT, old, x);
	case LLVMAtomicRMWBinOpUMax:
		return pick(e, LLVMIntUGT, old, x);
	case LLVMAtomicRMWBinOpUMin:
		return pick(e, LLVMIntULT, old, x);
	case LLVMAtomicRMWBinOpFAdd:
		return LLVMBuildFAdd(e->b, old, x, "");
	default:
		return NULL;
	}
}

/* ---- shared memory: no atomics needed */

static LLVMValueRef
plain(hd_emit *e, LLVMValueRef i, int lane, hd_here h)
{
	LLVMValueRef p = hd_safe_address(e, LLVMGetOperand(i, 0), lane, h);
	LLVMValueRef x = hd_lane_of(e, LLVMGetOperand(i, 1), lane), old, now, same, r;

	hd_check(hd_points_to_shared(LLVMGetOperand(i, 0)));
	old = LLVMBuildLoad2(e->b, LLVMTypeOf(x), p, "old");
	LLVMSetAlignment(old, LLVMGetAlignment(i));
	if (hd_is_opcode(i, LLVMAtomicRMW)) {
		now = combine(e, LLVMGetAtomicRMWBinOp(i), old, x);
		LLVMSetAlignment(LLVMBuildStore(e->b, now, p), LLVMGetAlignment(i));
		return old;
	}
	same = LLVMBuildICmp(e->b, LLVMIntEQ, old, x, "same");
	now = LLVMBuildSelect(e->b, same, hd_lane_of(e, LLVMGetOperand(i, 2), lane),
			      old, "");
	LLVMSetAlignment(LLVMBuildStore(e->b, now, p), LLVMGetAlignment(i));
	r = LLVMBuildInsertValue(e->b, LLVMGetPoison(LLVMTypeOf(i)), old, 0, "");
	return LLVMBuildInsertValue(e->b, r, same, 1, "");
}

/* Idle lanes work on the dummy: no branches. */
static LLVMValueRef
plain_lanes(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef r = LLVMGetPoison(hd_vector_type(e->c, LLVMTypeOf(i)));

	hd_note_access(e->l, i, HD_NOT_ATOMIC);
	if (e->c->w.lanes == 1)
		return plain(e, i, 0, h);
	for (int l = 0; l < e->c->w.lanes; l++)
		r = hd_insert_lane(e, r, plain(e, i, l, h), l);
	return r;
}

/* ---- one place for all lanes */

/* The operand that changes nothing. */
static LLVMValueRef
neutral(LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	unsigned bits;

	if (!hd_is_integer(t))
		return LLVMConstReal(t, -0.0);
	bits = LLVMGetIntTypeWidth(t);
	switch (LLVMGetAtomicRMWBinOp(i)) {
	case LLVMAtomicRMWBinOpAnd:
	case LLVMAtomicRMWBinOpUMin:
		return LLVMConstAllOnes(t);
	case LLVMAtomicRMWBinOpMax:
		return LLVMConstInt(t, 1ull << (bits - 1), false);
	case LLVMAtomicRMWBinOpMin:
		return LLVMConstInt(t, (1ull << (bits - 1)) - 1, false);
	default:
		return LLVMConstNull(t);
	}
}

static const char *
reduction_of(LLVMAtomicRMWBinOp op)
{
	switch (op) {
	case LLVMAtomicRMWBinOpAnd:
		return "llvm.vector.reduce.and";
	case LLVMAtomicRMWBinOpOr:
		return "llvm.vector.reduce.or";
	case LLVMAtomicRMWBinOpXor:
		return "llvm.vector.reduce.xor";
	case LLVMAtomicRMWBinOpMax:
		return "llvm.vector.reduce.smax";
	case LLVMAtomicRMWBinOpMin:
		return "llvm.vector.reduce.smin";
	case LLVMAtomicRMWBinOpUMax:
		return "llvm.vector.reduce.umax";
	case LLVMAtomicRMWBinOpUMin:
		return "llvm.vector.reduce.umin";
	default:
		return "llvm.vector.reduce.add";
	}
}

/* What each lane and those in front of it add. */
static LLVMValueRef
add_up(hd_emit *e, LLVMValueRef x)
{
	LLVMValueRef none = LLVMConstNull(LLVMTypeOf(x)), at[HD_WARP];
	int lanes = e->c->w.lanes;

	for (int by = 1; by < lanes; by *= 2) {
		for (int l = 0; l < lanes; l++)
			at[l] = hd_i32(e->u, l < by ? lanes : l - by);
		x = LLVMBuildAdd(e->b, x,
				 LLVMBuildShuffleVector(
					 e->b, x, none,
					 LLVMConstVector(at, (unsigned)lanes), ""),
				 "");
	}
	return x;
}

static LLVMValueRef
load_old(hd_emit *e, LLVMValueRef i, LLVMValueRef p)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, LLVMTypeOf(i), p, "old");

	LLVMSetAlignment(r, LLVMGetAlignment(i));
	return r;
}

/* Combines memory with x, for the whole group; what was there before. */
static LLVMValueRef
change_memory(hd_emit *e, LLVMValueRef i, LLVMValueRef x)
{
	LLVMValueRef p = hd_use(e, LLVMGetOperand(i, 0)), r, now;

	hd_check(hd_is_lane_uniform(e->c, LLVMGetOperand(i, 0)));
	hd_note_access(e->l, i, HD_ONE_ATOMIC);
	if (hd_is_plain_atomic(e->u, i)) {
		hd_note_access(e->l, i, HD_NOT_ATOMIC);
		r = load_old(e, i, p);
		now = combine(e, LLVMGetAtomicRMWBinOp(i), r, x);
		LLVMSetAlignment(LLVMBuildStore(e->b, now, p), LLVMGetAlignment(i));
		return r;
	}
	r = LLVMInstructionClone(i);
	LLVMSetOperand(r, 0, p);
	LLVMSetOperand(r, 1, x);
	LLVMInsertIntoBuilder(e->b, r);
	return r;
}

/* The floats of x to what is in memory, lane after lane. */
static LLVMValueRef
sum_in_turn(hd_emit *e, LLVMValueRef old, LLVMValueRef x)
{
	LLVMTypeRef t = LLVMTypeOf(x);
	LLVMValueRef args[] = {old, x};

	return hd_call(e->b, hd_intrinsic(e->u, "llvm.vector.reduce.fadd", &t, 1), args,
		       2, "");
}

/* Compare and exchange until no other thread has interfered. */
static void
exchange_until_done(hd_emit *e, LLVMValueRef i, LLVMValueRef p, LLVMValueRef x)
{
	LLVMBasicBlockRef from, again = hd_block(e, "sum"),
				next = hd_block(e, "summed");
	LLVMTypeRef bits = LLVMIntTypeInContext(
		e->u->c, (unsigned)LLVMSizeOfTypeInBits(e->u->dl, LLVMTypeOf(i)));
	LLVMValueRef first = load_old(e, i, p), old, now, done, found;

	LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
	from = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, again);
	LLVMPositionBuilderAtEnd(e->b, again);
	old = LLVMBuildPhi(e->b, LLVMTypeOf(i), "");
	now = sum_in_turn(e, old, x);
	done = LLVMBuildAtomicCmpXchg(e->b, p, LLVMBuildBitCast(e->b, old, bits, ""),
				      LLVMBuildBitCast(e->b, now, bits, ""),
				      LLVMGetOrdering(i), LLVMAtomicOrderingMonotonic,
				      false);
	LLVMSetWeak(done, true);
	found = LLVMBuildExtractValue(e->b, done, 0, "");
	found = LLVMBuildBitCast(e->b, found, LLVMTypeOf(i), "");
	LLVMAddIncoming(old, &first, &from, 1);
	LLVMAddIncoming(old, &found, &again, 1);
	LLVMBuildCondBr(e->b, LLVMBuildExtractValue(e->b, done, 1, ""), next, again);
	LLVMPositionBuilderAtEnd(e->b, next);
}

/* Sums are made in the loop that tries to store them: what comes in between is rare, and
 * the sum of the lanes by itself would be rounded otherwise. */
static void
add_in_turn(hd_emit *e, LLVMValueRef i, LLVMValueRef x)
{
	LLVMValueRef p = hd_use(e, LLVMGetOperand(i, 0));

	hd_note_access(e->l, i, HD_ONE_ATOMIC);
	if (!hd_is_plain_atomic(e->u, i)) {
		exchange_until_done(e, i, p, x);
		return;
	}
	hd_note_access(e->l, i, HD_NOT_ATOMIC);
	LLVMSetAlignment(LLVMBuildStore(e->b, sum_in_turn(e, load_old(e, i, p), x), p),
			 LLVMGetAlignment(i));
}

static void
group_atomic(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 1)), sums, all, old;
	LLVMTypeRef t = LLVMTypeOf(x);

	if (h.mask)
		x = LLVMBuildSelect(e->b, h.mask, x, hd_splat(e, neutral(i)), "");
	if (!hd_is_integer(LLVMTypeOf(i))) {
		add_in_turn(e, i, x);
		return;
	}
	if (!LLVMGetFirstUse(i)) {
		all = hd_call(e->b,
			      hd_intrinsic(e->u, reduction_of(LLVMGetAtomicRMWBinOp(i)),
					   &t, 1),
			      &x, 1, "");
		change_memory(e, i, all);
		return;
	}
	sums = add_up(e, x);
	all = LLVMBuildExtractElement(e->b, sums, hd_i32(e->u, e->c->w.lanes - 1), "");
	old = hd_splat(e, change_memory(e, i, all));
	hd_def(e, i, LLVMBuildAdd(e->b, old, LLVMBuildSub(e->b, sums, x, ""), ""));
}

/* In the order of the lanes. */
void
hd_emit_atomic(hd_emit *e, LLVMValueRef i)
{
	if (hd_is_group_atomic(e->c, i))
		group_atomic(e, i, hd_here_of(e));
	else if (hd_is_plain_atomic(e->u, i))
		hd_def(e, i, plain_lanes(e, i, hd_here_of(e)));
	else
		hd_def(e, i, hd_scalarize(e, i, hd_scalar_copy, hd_here_of(e)));
}
