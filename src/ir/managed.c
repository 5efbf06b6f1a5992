/* SPDX-License-Identifier: Apache-2.0 */
/* Which variables of host code are __managed__: an annotation says it to us, and an argument
 * of their registration to the runtime.
 *
 *     @llvm.global.annotations = [{ @v, "heddle.managed", ... }]
 *     call void @__cudaRegisterVar(ptr %h, ptr @v, ..., i32 0)
 * becomes
 *     call void @__cudaRegisterVar(ptr %h, ptr @v, ..., i32 2)
 */
#include "ir/ir.h"

#include "frame.h"

enum { HOST_VARIABLE = 1, GLOBAL = 7 }; /* arguments of a registration */

static bool
is_mark(LLVMValueRef p)
{
	LLVMValueRef init = LLVMIsAGlobalVariable(p) ? LLVMGetInitializer(p) : NULL;
	size_t n;

	return init && LLVMIsAConstantDataSequential(init) &&
	       strcmp(LLVMGetAsString(init, &n), HD_MANAGED_MARK) == 0;
}

static void
mark_registration(LLVMValueRef variable)
{
	hd_each_use (use, variable) {
		LLVMValueRef call = LLVMGetUser(use);

		if (!hd_calls(call, "__cudaRegisterVar") ||
		    LLVMGetOperand(call, HOST_VARIABLE) != variable)
			continue;
		LLVMSetOperand(call, GLOBAL,
			       LLVMConstInt(LLVMTypeOf(LLVMGetOperand(call, GLOBAL)),
					    HD_REGISTER_MANAGED, false));
	}
}

void
hd_mark_managed(LLVMModuleRef host)
{
	LLVMValueRef all = LLVMGetNamedGlobal(host, "llvm.global.annotations");
	LLVMValueRef list = all ? LLVMGetInitializer(all) : NULL;

	for (int k = 0; list && k < LLVMGetNumOperands(list); k++) {
		LLVMValueRef entry = LLVMGetOperand(list, (unsigned)k);

		if (is_mark(LLVMGetOperand(entry, 1)))
			mark_registration(LLVMGetOperand(entry, 0));
	}
}
