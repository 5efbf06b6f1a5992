/* SPDX-License-Identifier: Apache-2.0 */
/* Which barriers code has. */
#include "ana/barrier.h"

bool
hd_has_block_barrier(LLVMValueRef i, LLVMValueRef end)
{
	for (; i != end; i = LLVMGetNextInstruction(i))
		if (hd_is_block_barrier(i))
			return true;
	return false;
}

unsigned
hd_barriers_in(LLVMBasicBlockRef bb)
{
	unsigned kinds = 0;

	hd_each_insn (i, bb)
		kinds |= 1u << hd_barrier_kind(i);
	return kinds & ~(1u << HD_NO_BARRIER);
}

unsigned
hd_barriers_of(LLVMValueRef fn)
{
	unsigned kinds = 0;

	hd_each_block (bb, fn)
		kinds |= hd_barriers_in(bb);
	return kinds;
}

unsigned
hd_barriers_of_loop(LLVMBasicBlockRef const *block, const hd_loop *l)
{
	unsigned kinds = 0;

	hd_each_bit (n, &l->in)
		kinds |= hd_barriers_in(block[n]);
	return kinds;
}
