/* SPDX-License-Identifier: Apache-2.0 */
/* weaken_symbols: what the runtime binds may be undefined when the code is loaded.
 *
 *     @hd.sym.counter = external global i32
 * becomes
 *     @hd.sym.counter = extern_weak global i32
 *
 * Only now: LLVM takes a weak symbol for one that may be null.
 *
 * needs:   optimise
 */
#include "pass/pass.h"

static bool
weaken(LLVMValueRef v)
{
	if (!LLVMIsDeclaration(v) || !hd_has_prefix(hd_name(v), HD_SYMBOL))
		return false;
	LLVMSetLinkage(v, LLVMExternalWeakLinkage);
	return true;
}

bool
hd_pass_weaken_symbols(hd_unit *u)
{
	bool changed = false;

	hd_each_global (g, u->m)
		changed |= weaken(g);
	hd_each_function (fn, u->m)
		changed |= weaken(fn);
	return changed;
}
