/* SPDX-License-Identifier: Apache-2.0 */
/* place_constructors: constructors and destructors are in the sections that all linkers
 * know. */
#include "pass/pass.h"

#include <llvm-c/Comdat.h>

/* LLVM-C cannot ask for .init_array, and some linkers ignore .ctors: write the entries
 * of llvm.global_ctors (or dtors) ourselves, as { priority, function, comdat key }. */
static bool
move_to_section(hd_unit *u, const char *list, const char *section)
{
	enum { DEFAULT_PRIORITY = 65535 };
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, list),
		     init = g ? LLVMGetInitializer(g) : NULL;
	int n = init ? LLVMGetNumOperands(init) : 0;

	for (int k = 0; k < n; k++) {
		LLVMValueRef entry = LLVMGetOperand(init, (unsigned)k);
		uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
		LLVMValueRef fn = LLVMGetOperand(entry, 1),
			     key = LLVMGetOperand(entry, 2);
		LLVMValueRef slot = LLVMAddGlobal(u->m, u->ptr, "hd.ctor");

		LLVMSetInitializer(slot, fn);
		LLVMSetLinkage(slot, LLVMInternalLinkage);
		LLVMSetSection(slot, priority == DEFAULT_PRIORITY
					     ? section
					     : hd_format(&u->mem, "%s.%05u", section,
							 (unsigned)priority));
		if (LLVMIsAGlobalObject(key) && LLVMGetComdat(key))
			LLVMSetComdat(slot, LLVMGetComdat(key));
		hd_keep_symbol(u, slot);
	}
	if (g)
		LLVMDeleteGlobal(g);
	return g != NULL;
}

bool
hd_pass_place_constructors(hd_unit *u)
{
	bool changed = move_to_section(u, "llvm.global_ctors", ".init_array");

	return move_to_section(u, "llvm.global_dtors", ".fini_array") || changed;
}
