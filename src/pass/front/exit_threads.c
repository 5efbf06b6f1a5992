/* SPDX-License-Identifier: Apache-2.0 */
/* exit_threads: where PTX ends a thread, its kernel returns.
 *
 *     call void @hd.exit()
 *     ...
 * becomes
 *     ret void
 *
 * The call does not return, and LLVM has cut off what follows.
 *
 * needs:   inline_functions: what exits is in a kernel
 * ensures: hd.exit is gone
 */
#include "pass/pass.h"

/* Where the block calls hd.exit, or NULL. */
static LLVMValueRef
exit_in(LLVMBasicBlockRef bb)
{
	hd_each_insn (i, bb)
		if (hd_calls(i, HD_EXIT))
			return i;
	return NULL;
}

static void
return_instead(hd_unit *u, LLVMValueRef exit)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef end = LLVMGetNextInstruction(exit);

	hd_check(hd_is_opcode(end, LLVMUnreachable));
	LLVMPositionBuilderBefore(b, end);
	LLVMBuildRetVoid(b);
	LLVMInstructionEraseFromParent(end);
	LLVMInstructionEraseFromParent(exit);
	LLVMDisposeBuilder(b);
}

bool
hd_pass_exit_threads(hd_unit *u)
{
	LLVMValueRef f = LLVMGetNamedFunction(u->m, HD_EXIT);

	if (!f)
		return false;
	hd_run_llvm(u, "function(simplifycfg)");
	hd_each_function (fn, u->m)
		hd_each_block (bb, fn) {
			LLVMValueRef exit = exit_in(bb);

			if (!exit)
				continue;
			if (hd_is_kernel(u, fn))
				return_instead(u, exit);
			else
				hd_error(exit, "'exit' in a function that is recursive "
					       "or called through a pointer is not "
					       "supported; return from it instead");
		}
	if (!LLVMGetFirstUse(f))
		LLVMDeleteFunction(f);
	return true;
}
