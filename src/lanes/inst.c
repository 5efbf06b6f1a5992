/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of a lane group. */
#include "lanes.h"

/* Facts about one thread's accesses that do not hold between threads: two iterations of
 * the thread loop are two threads. */
static void
drop_thread_facts(hd_unit *u, LLVMValueRef i)
{
	static const char *const kinds[] = {"alias.scope", "noalias",
					    "llvm.access.group"};

	for (size_t k = 0; k < HD_COUNT(kinds); k++) {
		unsigned id = LLVMGetMDKindIDInContext(u->c, kinds[k],
						       (unsigned)strlen(kinds[k]));

		if (LLVMGetMetadata(i, id))
			LLVMSetMetadata(i, id, NULL);
	}
}

LLVMValueRef
hd_emit_clone(hd_emit *e, LLVMValueRef i)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
	LLVMValueRef r = LLVMInstructionClone(i);
	int n = LLVMGetNumOperands(i);

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	for (int k = 0; k < n; k++) {
		LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);

		if (!LLVMIsAMDNode(op) && !LLVMIsAMDString(op) &&
		    !LLVMValueIsBasicBlock(op))
			LLVMSetOperand(r, (unsigned)k, hd_use(e, op));
	}
	drop_thread_facts(e->u, r);
	LLVMInsertIntoBuilderWithName(e->b, r, hd_name(i));
	return r;
}

void
hd_emit_insn(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	if (hd_private_of(e->c, i))
		return;
	if (hd_is_opcode(i, LLVMCall)) {
		hd_emit_call(e, i);
		return;
	}
	r = hd_emit_clone(e, i);
	if (hd_id(e->c, i) >= 0)
		hd_def(e, i, r);
}
