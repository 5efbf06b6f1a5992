/* SPDX-License-Identifier: Apache-2.0 */
/* Positions in the grid, x = blockIdx.x * blockDim.x + threadIdx.x, and the same in y and z. */
#include "lanes/read/read.h"

/* From block to block x, or y, grows by the width of a block, or by something like that. */
bool
hd_is_block_part(LLVMValueRef v, int dim)
{
	enum { WIDE = 4096 };
	LLVMValueRef a, b;

	if (!hd_is_opcode(v, LLVMMul) && !hd_is_opcode(v, LLVMShl))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	if (hd_is_opcode(v, LLVMShl))
		return hd_is_sreg(a, HD_CTAID, dim) && LLVMIsAConstantInt(b) &&
		       LLVMConstIntGetZExtValue(b) <= 12;
	if (hd_is_sreg(b, HD_CTAID, dim)) {
		LLVMValueRef t = a;

		a = b;
		b = t;
	}
	return hd_is_sreg(a, HD_CTAID, dim) &&
	       (hd_is_sreg(b, HD_NTID, dim) ||
		(LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) - 1 < WIDE));
}

/* blockIdx.x * blockDim.x + threadIdx.x, or the same in another dimension */
bool
hd_is_position(LLVMValueRef v, int dim)
{
	LLVMValueRef a, b;

	if (!hd_is_opcode(v, LLVMAdd) &&
	    !(hd_is_opcode(v, LLVMOr) && LLVMGetIsDisjoint(v)))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	return (hd_is_block_part(a, dim) && hd_is_sreg(b, HD_TID, dim)) ||
	       (hd_is_block_part(b, dim) && hd_is_sreg(a, HD_TID, dim));
}

bool
hd_is_x(LLVMValueRef v)
{
	return hd_is_position(v, 0);
}

/* What blockIdx.x is multiplied with to be a part of x: a constant, or 0 = blockDim.x. */
uint64_t
hd_block_factor(LLVMValueRef part)
{
	LLVMValueRef a = LLVMGetOperand(part, 0), b = LLVMGetOperand(part, 1);

	if (hd_is_opcode(part, LLVMShl))
		return 1ull << LLVMConstIntGetZExtValue(b);
	b = LLVMIsAConstantInt(a) ? a : b;
	return LLVMIsAConstantInt(b) ? LLVMConstIntGetZExtValue(b) : 0;
}

/* The same of a place as a whole. */
uint32_t
hd_position_factor(LLVMValueRef place, int dim)
{
	LLVMValueRef a = LLVMGetOperand(place, 0), b = LLVMGetOperand(place, 1);

	return (uint32_t)hd_block_factor(hd_is_block_part(a, dim) ? a : b);
}
