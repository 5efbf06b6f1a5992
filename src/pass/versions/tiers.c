/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of device code in one process: what they share, and what each has of its own. */
#include "pass/pass.h"

bool
hd_has_address_taken(LLVMValueRef fn)
{
	hd_each_use (use, fn)
		if (hd_callee(LLVMGetUser(use)) != fn)
			return true;
	return false;
}

void
hd_replace_address(LLVMValueRef fn, LLVMValueRef by)
{
	LLVMUseRef next;

	LLVMReplaceAllUsesWith(fn, by);
	for (LLVMUseRef use = LLVMGetFirstUse(by); use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (hd_callee(call) == by &&
		    LLVMGetUsedValue(use) == LLVMGetCalledValue(call))
			LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1,
				       fn);
	}
}

/* threadIdx and its kin are weak and empty: only their address is ever used. */
void
hd_define_empty(LLVMValueRef g)
{
	LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, true);
}

bool
hd_is_shared_by_tiers(LLVMValueRef v)
{
	const char *name = hd_name(v);

	if (LLVMIsAFunction(v))
		return hd_has_body(v) && hd_has_prefix(name, "hd.fn.") &&
		       hd_has_address_taken(v);
	return LLVMGetLinkage(v) != LLVMPrivateLinkage &&
	       LLVMGetLinkage(v) != LLVMExternalWeakLinkage &&
	       !hd_has_prefix(name, "hd.") && !hd_has_prefix(name, "llvm.") &&
	       (!LLVMIsDeclaration(v) || hd_is_texture(v));
}
