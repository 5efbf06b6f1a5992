/* SPDX-License-Identifier: Apache-2.0 */
/* reuse_loads: what a thread has read before its warp meets is not read again behind that.
 *
 *     x = s[i];                    x = s[i];
 *     __syncwarp();         ->     __syncwarp();
 *     if (c) s[i] += 1;            if (c) s[i] = x + 1;
 *
 * If another thread wrote s[i] in between, nothing would say whether the write or the one read
 * comes first, in front of the meeting, or the write or the other one behind it. Between two
 * meetings others may well write, somewhere else in the code. To LLVM the warp's meeting may do
 * anything. Only in shared memory: there, no other block has anything to say either.
 *
 * needs:   normalize, sync_warps
 */
#include "pass/pass.h"

static bool
is_plain_load(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMLoad) && hd_is_ordinary(i) &&
	       hd_points_to_shared(LLVMGetOperand(i, 0));
}

/* May it write to memory, or wait for a thread that does? */
static bool
may_write(LLVMValueRef i)
{
	int dim;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
		return true;
	case LLVMLoad:
		return !hd_is_ordinary(i);
	case LLVMCall:
		return hd_barrier_kind(i) != HD_BARRIER_WARP && !hd_is_debug_call(i) &&
		       hd_sreg_read(i, &dim) == HD_NOT_SREG &&
		       !hd_calls_prefix(i, "llvm.ctpop");
	default:
		return false;
	}
}

static LLVMValueRef
last_of_only_way(LLVMBasicBlockRef bb, const hd_blocks *blocks)
{
	const hd_ints *from = &blocks->g->pred[hd_block_number(blocks, bb)];
	LLVMValueRef end = NULL;

	if (from->n != 1)
		return NULL;
	hd_each_block (other, LLVMGetBasicBlockParent(bb))
		if (hd_block_number(blocks, other) == from->at[0])
			end = LLVMGetBasicBlockTerminator(other);
	return end;
}

/* The same load in front of this one, on the only way that leads here. */
static LLVMValueRef
read_before(LLVMValueRef load, const hd_blocks *blocks)
{
	enum { FAR = 100 };
	LLVMValueRef i = load;
	int meetings = 0;

	for (int n = 0; n < FAR; n++) {
		LLVMValueRef before = LLVMGetPreviousInstruction(i);

		if (!before)
			before = last_of_only_way(LLVMGetInstructionParent(i), blocks);
		if (!before || may_write(before))
			return NULL;
		meetings += hd_barrier_kind(before) == HD_BARRIER_WARP;
		if (meetings > 1)
			return NULL;
		i = before;
		if (is_plain_load(i) && LLVMTypeOf(i) == LLVMTypeOf(load) &&
		    LLVMGetOperand(i, 0) == LLVMGetOperand(load, 0))
			return i;
	}
	return NULL;
}

bool
hd_pass_reuse_loads(hd_unit *u, LLVMValueRef fn)
{
	HD_VEC(LLVMValueRef) loads = {0};
	hd_blocks blocks;
	bool any = false;

	blocks = hd_number_blocks(&u->scratch, fn);
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (is_plain_load(i) && hd_is_reached(&blocks, bb))
				hd_push(&u->scratch, &loads, i);
	for (size_t k = 0; k < loads.n; k++) {
		LLVMValueRef first = read_before(loads.at[k], &blocks);

		if (!first)
			continue;
		LLVMReplaceAllUsesWith(loads.at[k], first);
		LLVMInstructionEraseFromParent(loads.at[k]);
		any = true;
	}
	return any;
}
