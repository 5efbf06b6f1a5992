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
 * Who has waited reads what others wrote. A GPU does so in the order of the program, and
 * programs leave out the fence; other processors need not. So waiting reads acquire, and so
 * do atomics whose result is used in kernels with fences (the last block adds up what all
 * have written).
 *
 * keeps:   the CFG
 */
#include "pass/pass.h"

/* Of others: what it points to is not the block's own. */
static bool
is_of_others(LLVMValueRef pointer)
{
	return !hd_points_to_shared(pointer) && !LLVMIsAAllocaInst(pointer);
}

static bool
is_wait(LLVMValueRef i, bool fenced)
{
	if (hd_is_opcode(i, LLVMLoad))
		return (fenced || !hd_is_ordinary(i)) &&
		       is_of_others(LLVMGetOperand(i, 0));
	return (hd_is_atomic_read(i) && is_of_others(LLVMGetOperand(i, 0))) ||
	       hd_calls(i, HD_LOAD_PAIR) || hd_calls(i, "hd_dev_nanosleep");
}

/* Loads can if they could be one instruction. */
static bool
may_acquire(hd_unit *u, LLVMValueRef i)
{
	uint64_t size;

	if (!hd_is_opcode(i, LLVMLoad))
		return hd_is_opcode(i, LLVMAtomicRMW);
	size = hd_size_of(u, LLVMTypeOf(i));
	return !hd_is_ordinary(i) && LLVMGetAlignment(i) >= size &&
	       (size == 1 || size == 2 || size == 4 || size == 8) &&
	       LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVectorTypeKind &&
	       LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMStructTypeKind &&
	       LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMArrayTypeKind;
}

static void
acquire(hd_unit *u, LLVMValueRef i)
{
	LLVMAtomicOrdering o;

	if (hd_is_opcode(i, LLVMAtomicCmpXchg) &&
	    LLVMGetCmpXchgSuccessOrdering(i) == LLVMAtomicOrderingMonotonic) {
		LLVMSetCmpXchgSuccessOrdering(i, LLVMAtomicOrderingAcquire);
		LLVMSetCmpXchgFailureOrdering(i, LLVMAtomicOrderingAcquire);
	}
	if (!may_acquire(u, i))
		return;
	o = LLVMGetOrdering(i);
	if (o == LLVMAtomicOrderingNotAtomic || o == LLVMAtomicOrderingMonotonic ||
	    o == LLVMAtomicOrderingUnordered)
		LLVMSetOrdering(i, LLVMAtomicOrderingAcquire);
}

static bool
has_wait(hd_unit *u, const LLVMBasicBlockRef *block, const hd_bits *in)
{
	bool fenced = false, any = false;

	hd_each_bit (k, in)
		hd_each_insn (i, block[k])
			fenced |= hd_is_opcode(i, LLVMFence);
	hd_each_bit (k, in)
		hd_each_insn (i, block[k]) {
			if (!is_wait(i, fenced))
				continue;
			acquire(u, i);
			any = true;
		}
	return any;
}

/* For all threads, not only those of a block. */
static bool
is_fence(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMFence) && !LLVMIsAtomicSingleThread(i);
}

static bool
acquire_results(hd_unit *u, LLVMValueRef fn)
{
	bool fenced = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			fenced |= is_fence(i);
	if (!fenced)
		return false;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if ((hd_is_opcode(i, LLVMAtomicRMW) ||
			     hd_is_opcode(i, LLVMAtomicCmpXchg)) &&
			    LLVMGetFirstUse(i) && is_of_others(LLVMGetOperand(i, 0)))
				acquire(u, i);
	return true;
}

static bool
waits(hd_unit *u, LLVMValueRef fn)
{
	hd_arena *a = &u->scratch;
	unsigned n = LLVMCountBasicBlocks(fn);
	LLVMBasicBlockRef *block = HD_NEW_ARRAY(a, LLVMBasicBlockRef, n);
	hd_blocks blocks = hd_number_blocks(a, fn);
	hd_bits all = hd_bits_new(a, n);
	bool any = false;
	hd_loops loops;

	LLVMGetBasicBlocks(fn, block);
	for (unsigned k = 0; k < n; k++)
		hd_bit_set(&all, k);
	if (!hd_graph_is_reducible(blocks.g))
		return has_wait(u, block, &all);
	loops = hd_graph_loops(a, blocks.g);
	for (size_t l = 0; l < loops.n; l++)
		any |= has_wait(u, block, &loops.at[l].in);
	return any;
}

bool
hd_pass_find_waits(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn) ||
		    !(hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN)))
			continue;
		changed |= acquire_results(u, fn);
		if (!waits(u, fn))
			continue;
		hd_add_string_attr(u, fn, HD_WAITS, "");
		changed = true;
	}
	return changed;
}
