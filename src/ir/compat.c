/* SPDX-License-Identifier: Apache-2.0 */
/* The one file that knows differences between LLVM versions. */
#include "ir.h"

#include <llvm-c/IRReader.h>
#include <llvm/Config/llvm-config.h>

/* LLVM 19 can still show debug info as calls of llvm.dbg.*, which LLVM-C can read and
 * build. Later versions only have records, which LLVM-C cannot copy: there, variables
 * of kernels have no debug info, lines do. */
#if LLVM_VERSION_MAJOR < 20
void
hd_use_debug_calls(LLVMModuleRef m)
{
	LLVMSetIsNewDbgInfoFormat(m, false);
}

void
hd_use_debug_records(LLVMModuleRef m)
{
	LLVMSetIsNewDbgInfoFormat(m, true);
}
#else
void
hd_use_debug_calls(LLVMModuleRef m)
{
	(void)m;
}

void
hd_use_debug_records(LLVMModuleRef m)
{
	(void)m;
}
#endif

LLVMModuleRef
hd_read_module(hd_unit *u, const char *path)
{
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m = NULL;
	char *why = NULL;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &why) ||
	    LLVMParseIRInContext(u->c, buf, &m, &why)) {
		hd_error_at((hd_pos){path, 0, 0}, "cannot read LLVM IR: %s", why);
		LLVMDisposeMessage(why);
		return NULL;
	}
	hd_use_debug_calls(m);
	return m;
}
