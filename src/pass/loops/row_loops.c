/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in which each thread goes along a row of its own.
 *
 *     for (j = 0; j < n; j++) sum += m[i * n + j] * v[j];
 *
 * Four rounds become one: a lane's four words are one load then (src/lanes/decide/aos.c). The
 * number of rounds must be the same for all threads, or hardly any round is for all lanes.
 * What is read and written again, a[i * n + j] *= x, is as fast word by word. */
#include "pass/loops/unroll.h"
#include "lanes/read/read.h"

enum { MOST_INSNS = 32, FAR = 16 /* bytes, from a thread's to the next one's */ };

/* Do rows begin at a distance that is not a word, nor a few? */
static bool
is_far(const hd_term *x)
{
	return llabs(x->scale) > FAR || hd_is_opcode(x->v, LLVMMul) ||
	       hd_is_opcode(x->v, LLVMShl);
}

static bool
is_along_row(const hd_steps *s, LLVMValueRef i, LLVMBasicBlockRef head)
{
	int64_t size = (int64_t)hd_size_of(s->u, LLVMTypeOf(i));
	bool counts = false, own = false;
	LLVMValueRef start, step;
	hd_address at;

	if (!hd_is_ordinary(i) || (size != 4 && size != 8))
		return false;
	at = hd_parts_of(s->u, LLVMGetOperand(i, 0));
	if (!at.base || LLVMIsAAllocaInst(at.base) || hd_points_to_shared(at.base))
		return false;
	for (int k = 0; k < at.n; k++) {
		const hd_term *x = &at.term[k];

		if (hd_is_opcode(x->v, LLVMPHI) &&
		    LLVMGetInstructionParent(x->v) == head)
			counts |= x->scale == size &&
				  hd_is_recurrence(x->v, &start, &step) &&
				  LLVMIsAConstantInt(step) &&
				  LLVMConstIntGetSExtValue(step) == 1;
		else if (hd_mentions(x->v, HD_TID, 0, 0, HD_CHANGE_DEPTH))
			own |= is_far(x);
	}
	return counts && own;
}

/* Of one block, whose end does not depend on the thread. */
static bool
is_plain(const hd_steps *s, const hd_loop *l)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(hd_steps_block(s, l->header));

	return l->latches.n == 1 && l->latches.at[0] == l->header &&
	       LLVMGetNumSuccessors(end) == 2 &&
	       hd_depends_on(LLVMGetCondition(end), HD_TID) == HD_NO;
}

static bool
is_written_again(LLVMValueRef load)
{
	hd_each_use (use, LLVMGetOperand(load, 0))
		if (hd_is_opcode(LLVMGetUser(use), LLVMStore) &&
		    LLVMGetInstructionParent(LLVMGetUser(use)) ==
			    LLVMGetInstructionParent(load))
			return true;
	return false;
}

static bool
has_rows(const hd_steps *s, const hd_loop *l)
{
	LLVMBasicBlockRef head = hd_steps_block(s, l->header);
	unsigned size = 0, rows = 0;

	hd_each_insn (i, head) {
		size += !hd_is_debug_call(i);
		if (hd_is_opcode(i, LLVMLoad) && is_written_again(i))
			return false;
		if (hd_is_opcode(i, LLVMLoad))
			rows += is_along_row(s, i, head);
		else if (hd_barrier_kind(i) != HD_NO_BARRIER ||
			 hd_is_opcode(i, LLVMAtomicRMW) ||
			 hd_is_opcode(i, LLVMAtomicCmpXchg))
			return false;
	}
	return rows && size <= MOST_INSNS;
}

void
hd_choose_row_loops(hd_steps *s, hd_bits *chosen)
{
	for (size_t k = 0; k < s->loops.n; k++)
		if (is_plain(s, &s->loops.at[k]) && has_rows(s, &s->loops.at[k]))
			hd_bit_set(chosen, k);
}
