/* SPDX-License-Identifier: Apache-2.0 */
/* On what a value depends, as far as its computation tells. */
#include "ana/scope.h"

static bool
may_differ(LLVMValueRef v, int depth)
{
	enum hd_sreg r;
	int dim;

	if (!LLVMIsAInstruction(v) || !depth)
		return false;
	r = hd_sreg_read(v, &dim);
	if (r != HD_NOT_SREG)
		return r == HD_TID;
	if (hd_is_opcode(v, LLVMLoad) || hd_is_opcode(v, LLVMFCmp))
		return true;
	if (hd_is_opcode(v, LLVMPHI))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (may_differ(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

bool
hd_may_differ(LLVMValueRef condition)
{
	enum { DEPTH = 8 };

	return may_differ(condition, DEPTH);
}
