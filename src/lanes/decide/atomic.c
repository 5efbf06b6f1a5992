/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics that need not be atomic, or only one for a group. */
#include "lanes/decide/access.h"

static bool
can_combine(LLVMAtomicRMWBinOp op)
{
	return op <= LLVMAtomicRMWBinOpFAdd && op != LLVMAtomicRMWBinOpNand;
}

bool
hd_is_plain_atomic(const hd_unit *u, LLVMValueRef i)
{
	if (!hd_does(u, HD_TRICK_plain))
		return false;
	if (hd_is_opcode(i, LLVMAtomicCmpXchg))
		return hd_points_to_shared(LLVMGetOperand(i, 0));
	return hd_is_opcode(i, LLVMAtomicRMW) &&
	       can_combine(LLVMGetAtomicRMWBinOp(i)) &&
	       hd_points_to_shared(LLVMGetOperand(i, 0));
}

/* Sums of floats are rounded as if the lanes had come one after the other, too. */
static bool
is_in_turn(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));

	hd_check(hd_is_opcode(i, LLVMAtomicRMW));
	return (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) &&
	       LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpFAdd &&
	       !LLVMGetFirstUse(i) && hd_does(c->u, HD_TRICK_sums);
}

/* All lanes add to one address: one atomic for the group. The result is what would have been
 * there if the lanes had come one after the other. */
bool
hd_is_group_atomic(const hd_code *c, LLVMValueRef i)
{
	LLVMAtomicRMWBinOp op;

	if (c->w.lanes == 1 || !hd_is_opcode(i, LLVMAtomicRMW) ||
	    !hd_is_lane_uniform(c, LLVMGetOperand(i, 0)))
		return false;
	if (!hd_is_integer(LLVMTypeOf(i)))
		return is_in_turn(c, i);
	op = LLVMGetAtomicRMWBinOp(i);
	if (LLVMGetFirstUse(i))
		return op == LLVMAtomicRMWBinOpAdd && hd_does(c->u, HD_TRICK_ranks);
	return op != LLVMAtomicRMWBinOpXchg && op != LLVMAtomicRMWBinOpSub &&
	       can_combine(op);
}
