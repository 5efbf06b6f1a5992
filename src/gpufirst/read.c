/* SPDX-License-Identifier: Apache-2.0 */
/* Reading: all sources become one module. */
#include "gpufirst.h"

#include <llvm-c/Linker.h>

static void
on_message(LLVMDiagnosticInfoRef info, void *unused)
{
	char *text = LLVMGetDiagInfoDescription(info);

	(void)unused;
	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
		hd_error_at((hd_pos){0}, "%s", text);
	LLVMDisposeMessage(text);
}

/* What clang promises about malloc and others is not true of our own; lifetimes end
 * when variables leave the stack. */
static const char *const promises[] = {"allocsize", "allockind", "memory",
				       "nofree",    "nosync",    "willreturn"};

static void
clean_call(LLVMValueRef call)
{
	LLVMValueRef callee = hd_callee(call);

	if (callee && LLVMGetIntrinsicID(callee))
		return;
	LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeReturnIndex,
					LLVMGetEnumAttributeKindForName("noalias", 7));
	for (size_t i = 0; i < HD_COUNT(promises); i++)
		LLVMRemoveCallSiteEnumAttribute(
			call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMGetEnumAttributeKindForName(promises[i],
							strlen(promises[i])));
}

static void
clean_function(LLVMValueRef f)
{
	if (LLVMGetIntrinsicID(f))
		return;
	for (size_t i = 0; i < HD_COUNT(promises); i++)
		hd_remove_attr(f, promises[i]);
	if (!hd_has_body(f))
		LLVMRemoveEnumAttributeAtIndex(
			f, LLVMAttributeReturnIndex,
			LLVMGetEnumAttributeKindForName("noalias", 7));
	hd_each_block (bb, f)
		hd_each_insn (i, bb) {
			if (hd_is_lifetime_call(i)) {
				LLVMInstructionEraseFromParent(i);
				continue;
			}
			if (LLVMIsACallInst(i))
				clean_call(i);
		}
}

bool
hd_gf_read(gf *g)
{
	LLVMContextSetDiagnosticHandler(g->u.c, on_message, NULL);
	for (size_t i = 0; i < g->opt->sources.n; i++) {
		LLVMModuleRef m = hd_read_module(&g->u, g->opt->sources.at[i]);

		if (!m)
			return false;
		if (!g->u.m)
			g->u.m = m;
		else if (LLVMLinkModules2(g->u.m, m))
			return false;
	}
	g->runtime = hd_read_module(&g->u, g->opt->runtime_cpu);
	if (!g->runtime)
		return false;
	hd_each_function (f, g->u.m)
		clean_function(f);
	return hd_error_count() == 0;
}
