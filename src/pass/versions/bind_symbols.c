/* SPDX-License-Identifier: Apache-2.0 */
/* bind_symbols: code of the second tier takes from the first what has an identity.
 *
 *     @counter = externally_initialized global i32 0
 *     @table = internal constant [1 x ptr] [ptr @hd.fn.f]
 *     @hd.module = constant { ... }
 * becomes
 *     @hd.sym.counter = external global i32
 *     @hd.sym.table = external global [1 x ptr]
 *     @heddle_second = constant { ... }
 *
 * The runtime gives these symbols their addresses when it loads the code. Calls by name stay
 * with this tier's own functions.
 *
 * needs:   describe_kernels
 */
#include "pass/pass.h"

#include <llvm-c/Comdat.h>

static bool
is_launched(LLVMValueRef g)
{
	return hd_has_prefix(hd_name(g), HD_LAUNCHED);
}

/* What is `constant` here may be written by the host. A new variable: what was local says that
 * it is near, which no function of the C API takes back. */
static void
bind_variable(hd_unit *u, LLVMValueRef g)
{
	const char *name = hd_format(&u->scratch, HD_SYMBOL "%s", hd_name(g));
	LLVMValueRef first = LLVMAddGlobal(u->m, LLVMGlobalGetValueType(g), name);

	LLVMSetAlignment(first, LLVMGetAlignment(g));
	LLVMReplaceAllUsesWith(g, first);
	LLVMDeleteGlobal(g);
}

static void
bind_function(hd_unit *u, LLVMValueRef fn)
{
	LLVMValueRef first = LLVMAddFunction(u->m, "", LLVMGlobalGetValueType(fn));
	const char *name = hd_format(&u->scratch, HD_SYMBOL "%s", hd_name(fn));

	LLVMSetValueName2(first, name, strlen(name));
	hd_replace_address(fn, first);
}

bool
hd_pass_bind_symbols(hd_unit *u)
{
	LLVMValueRef module = LLVMGetNamedGlobal(u->m, "hd.module");

	hd_each_global (g, u->m) {
		if (LLVMGetLinkage(g) == LLVMExternalWeakLinkage)
			hd_define_empty(g);
		else if (is_launched(g) || hd_is_shared_by_tiers(g))
			bind_variable(u, g);
	}
	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn))
			continue;
		LLVMSetLinkage(fn, LLVMInternalLinkage);
		LLVMSetVisibility(fn, LLVMDefaultVisibility);
		LLVMSetComdat(fn, NULL);
		if (hd_is_shared_by_tiers(fn))
			bind_function(u, fn);
	}
	LLVMSetValueName2(module, HD_SECOND_SYMBOL, strlen(HD_SECOND_SYMBOL));
	LLVMSetLinkage(module, LLVMExternalLinkage);
	return true;
}
