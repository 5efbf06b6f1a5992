/* SPDX-License-Identifier: Apache-2.0 */
/* Phis. LLVM-C cannot change the blocks of one, so it is built anew. */
#include "ir.h"

LLVMValueRef
hd_first_behind_phis(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	while (hd_is_opcode(i, LLVMPHI))
		i = LLVMGetNextInstruction(i);
	return i;
}

LLVMValueRef
hd_first_behind_allocas(LLVMValueRef fn)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	while (hd_is_opcode(i, LLVMAlloca))
		i = LLVMGetNextInstruction(i);
	return i;
}

LLVMValueRef
hd_incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
		if (LLVMGetIncomingBlock(phi, k) == from)
			return LLVMGetIncomingValue(phi, k);
	return NULL;
}

LLVMValueRef
hd_renew_phi(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef old,
	     LLVMBasicBlockRef now)
{
	LLVMValueRef r;

	LLVMPositionBuilderBefore(b, phi);
	r = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	LLVMInstructionSetDebugLoc(r, LLVMInstructionGetDebugLoc(phi));
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);

		if (from == old)
			from = now;
		if (from)
			LLVMAddIncoming(r, &v, &from, 1);
	}
	return r;
}
