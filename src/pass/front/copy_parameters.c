/* SPDX-License-Identifier: Apache-2.0 */
/* copy_parameters: a struct parameter that a kernel may write is a copy per thread.
 *
 *     define void @k(ptr byval(%S) %s) {        %own = alloca %S
 *       store i32 1, ptr %s             becomes memcpy(%own, %s)
 *                                               store i32 1, ptr %own
 *
 * All threads of a launch read the same packed arguments; a parameter that is only read
 * stays there.
 *
 * needs:   inline_functions
 * ensures: no store to a parameter of a kernel
 */
#include "pass/pass.h"

/* And not in larger steps than it is known to lie for. */
static bool
is_only_read(LLVMValueRef p, unsigned align)
{
	hd_each_use (use, p) {
		LLVMValueRef i = LLVMGetUser(use);
		LLVMOpcode o = LLVMGetInstructionOpcode(i);

		if ((o == LLVMLoad && LLVMGetAlignment(i) <= align) ||
		    hd_is_debug_call(i) || hd_is_lifetime_call(i))
			continue;
		if (o == LLVMGetElementPtr && is_only_read(i, align))
			continue;
		if (hd_calls_prefix(i, "llvm.memcpy.") && LLVMGetOperand(i, 1) == p &&
		    LLVMGetOperand(i, 0) != p)
			continue;
		return false;
	}
	return true;
}

static void
copy(hd_unit *u, LLVMValueRef fn, LLVMValueRef p, LLVMTypeRef t)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), own;
	unsigned align = hd_align_of(u, t);

	LLVMPositionBuilderBefore(b, first);
	own = LLVMBuildAlloca(b, t, "own");
	if (align < 16)
		align = 16; /* as packed arguments begin */
	LLVMSetAlignment(own, align);
	LLVMReplaceAllUsesWith(p, own);
	while (hd_is_opcode(first, LLVMAlloca))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(b, first);
	LLVMBuildMemCpy(b, own, align, p, 1,
			LLVMConstInt(u->i64, hd_size_of(u, t), false));
	LLVMDisposeBuilder(b);
}

bool
hd_pass_copy_parameters(hd_unit *u, LLVMValueRef fn)
{
	bool changed = false;

	if (!hd_is_kernel(u, fn))
		return false;
	for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
		LLVMTypeRef t = hd_byval_type(fn, k);

		if (!t || is_only_read(LLVMGetParam(fn, k), hd_byval_align(u, fn, k)))
			continue;
		copy(u, fn, LLVMGetParam(fn, k), t);
		changed = true;
	}
	return changed;
}
