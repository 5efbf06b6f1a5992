/* SPDX-License-Identifier: Apache-2.0 */
/* find_waits: kernels whose blocks wait for what other blocks write.
 *
 *     do {
 *         __threadfence_block();
 *         state = tiles[blockIdx.x - 1];
 *     } while (state == NOT_YET);
 *
 * A GPU starts blocks in their order, and programs count on it: scans in one pass look back
 * at the blocks before them. Such kernels are marked; the runtime hands out their blocks one
 * by one, in order, so that nobody waits for a block that has not begun.
 *
 * A loop waits where it reads global memory, volatile, atomically or behind a fence, or
 * sleeps. That it ends by what was read is not asked: a kernel that is marked for nothing
 * only loses the larger chunks.
 *
 * keeps:   everything but the mark
 */
#include "pass.h"

/* Of others: what it points to is not the block's own. */
static bool
is_of_others(LLVMValueRef pointer)
{
	return !hd_points_to_shared(pointer) && !LLVMIsAAllocaInst(pointer);
}

/* atomicAdd(p, 0), atomicOr(p, 0), atomicCAS(p, x, x): reads, that is. */
static bool
is_read(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMAtomicCmpXchg))
		return LLVMGetOperand(i, 1) == LLVMGetOperand(i, 2);
	return hd_is_opcode(i, LLVMAtomicRMW) && LLVMIsNull(LLVMGetOperand(i, 1));
}

static bool
is_wait(LLVMValueRef i, bool fenced)
{
	if (hd_is_opcode(i, LLVMLoad))
		return (fenced || !hd_is_ordinary(i)) &&
		       is_of_others(LLVMGetOperand(i, 0));
	return (is_read(i) && is_of_others(LLVMGetOperand(i, 0))) ||
	       hd_calls(i, HD_LOAD_PAIR) || hd_calls(i, "hd_dev_nanosleep");
}

static bool
has_wait(const LLVMBasicBlockRef *block, const hd_bits *in)
{
	bool fenced = false;

	hd_each_bit (k, in)
		hd_each_insn (i, block[k])
			fenced |= hd_is_opcode(i, LLVMFence);
	hd_each_bit (k, in)
		hd_each_insn (i, block[k])
			if (is_wait(i, fenced))
				return true;
	return false;
}

static bool
waits(hd_unit *u, LLVMValueRef fn)
{
	hd_arena *a = &u->scratch;
	unsigned n = LLVMCountBasicBlocks(fn);
	LLVMBasicBlockRef *block = HD_NEW_ARRAY(a, LLVMBasicBlockRef, n);
	hd_blocks blocks = hd_number_blocks(a, fn);
	hd_bits all = hd_bits_new(a, n);
	hd_loops loops;

	LLVMGetBasicBlocks(fn, block);
	for (unsigned k = 0; k < n; k++)
		hd_bit_set(&all, k);
	if (!hd_graph_is_reducible(blocks.g))
		return has_wait(block, &all);
	if (!has_wait(block, &all))
		return false;
	loops = hd_graph_loops(a, blocks.g);
	for (size_t l = 0; l < loops.n; l++)
		if (has_wait(block, &loops.at[l].in))
			return true;
	return false;
}

bool
hd_pass_find_waits(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn) ||
		    !(hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN)) ||
		    !waits(u, fn))
			continue;
		hd_add_string_attr(u, fn, HD_WAITS, "");
		changed = true;
	}
	return changed;
}
