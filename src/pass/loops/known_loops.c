/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of known length that only compute.
 *
 *     for (k = 0; k < 20; k++) s = s * v + 1.0 / (k + 1);
 *
 * LLVM makes them straight code if that is short, but comes to them when lanes have made it
 * several times as long. Here they are as short as they are written: constants are computed,
 * and what is the same for all threads is one number of each step. Loops that read what
 * belongs to the thread are left, since rows and windows are found by them. */
#include "pass/loops/unroll.h"

enum { MOST_STEPS = 32, MOST_INSNS = 256 };

static bool
only_computes(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return hd_is_ordinary(i) &&
		       hd_depends_on(LLVMGetOperand(i, 0), HD_TID) == HD_NO;
	case LLVMCall:
		return hd_is_plain_call(i);
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
	case LLVMInvoke:
		return false;
	default:
		return true;
	}
}

/* The number of its instructions; 0: it does more than compute, or has other ways out. */
static unsigned
size_of(const hd_steps *s, const hd_loop *l)
{
	unsigned size = 0, ends = 0;

	hd_each_block (bb, s->fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			int to = hd_block_number(&s->blocks, LLVMGetSuccessor(end, k));

			ends += !hd_bit(&l->in, (size_t)to);
		}
		hd_each_insn (i, bb) {
			if (!only_computes(i))
				return 0;
			size += !hd_is_debug_call(i);
		}
	}
	return ends == 1 ? size : 0;
}

void
hd_choose_known_loops(hd_steps *s, hd_bits *chosen)
{
	for (size_t k = 0; k < s->loops.n; k++) {
		hd_loop *l = &s->loops.at[k];
		unsigned size = hd_is_innermost(&s->loops, l) ? size_of(s, l) : 0;
		unsigned steps = size ? hd_count_steps(s, l, MOST_STEPS) : 0;

		if (steps && steps * size <= MOST_INSNS)
			hd_bit_set(chosen, k);
	}
}
