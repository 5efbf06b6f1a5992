/* SPDX-License-Identifier: Apache-2.0 */
/* unsign_divisions: what is never negative is divided without a sign.
 *
 *     int t = threadIdx.x;
 *     %row = sdiv i32 %t, 16          %row = udiv i32 %t, 16
 *     %column = srem i32 %t, 16       %column = urem i32 %t, 16
 *
 * which LLVM turns into shifts and masks; of these the lowering knows what they are for
 * the lanes of a group (src/lanes/read/bits.c). LLVM itself does not know that places in blocks
 * and grids are not negative.
 *
 * Idle lanes may have other numbers; their quotients are not used.
 */
#include "pass/pass.h"

static bool
unsign(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef x, by;

	if (o != LLVMSDiv && o != LLVMSRem)
		return false;
	x = LLVMGetOperand(i, 0);
	by = LLVMGetOperand(i, 1);
	if (!hd_is_count(by) || !hd_is_count(x))
		return false;
	LLVMPositionBuilderBefore(b, i);
	hd_replace(i,
		   LLVMBuildBinOp(b, o == LLVMSDiv ? LLVMUDiv : LLVMURem, x, by, ""));
	return true;
}

bool
hd_pass_unsign_divisions(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef next;
	bool changed = false;

	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
			next = LLVMGetNextInstruction(i);
			changed |= unsign(b, i);
		}
	LLVMDisposeBuilder(b);
	return changed;
}
