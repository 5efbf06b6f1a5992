/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of instructions, without what was only promised for one thread. */
#include "lanes/emit/emit.h"

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
hd_copy_flags(LLVMValueRef to, LLVMValueRef from)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(from);

	if (!LLVMIsAInstruction(to) || LLVMGetInstructionOpcode(to) != o)
		return;
	if (LLVMCanValueUseFastMathFlags(from))
		LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
	switch (o) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		LLVMSetNSW(to, LLVMGetNSW(from));
		LLVMSetNUW(to, LLVMGetNUW(from));
		break;
	case LLVMAShr:
	case LLVMLShr:
	case LLVMSDiv:
	case LLVMUDiv:
		LLVMSetExact(to, LLVMGetExact(from));
		break;
	case LLVMZExt:
		LLVMSetNNeg(to, LLVMGetNNeg(from));
		break;
	default:
		break;
	}
}

/* Promises hold for active lanes; lane 0 may be idle. */
void
hd_drop_flags(LLVMValueRef i)
{
	switch (LLVMIsAInstruction(i) ? LLVMGetInstructionOpcode(i) : LLVMRet) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		LLVMSetNSW(i, false);
		LLVMSetNUW(i, false);
		break;
	case LLVMAShr:
	case LLVMLShr:
	case LLVMSDiv:
	case LLVMUDiv:
		LLVMSetExact(i, false);
		break;
	case LLVMZExt:
		LLVMSetNNeg(i, false);
		break;
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(i, 0);
		break;
	case LLVMOr:
		LLVMSetIsDisjoint(i, false);
		break;
	default:
		break;
	}
}
