/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over the channels of a picture's points.
 *
 *     for (c = 0; c < 3; c++) q[3 * i + c] = 255 - p[3 * i + c];
 *
 * As straight code, all channels of a thread are accessed together
 * (src/lanes/decide/interleave.c). */
#include "pass/loops/unroll.h"
#include "lanes/read/read.h"

enum { MOST_CHANNELS = 4, MOST_INSNS = 128 };

/* Bytes or words, of which the loop goes through as many as lie between a thread's and the
 * next one's. */
static bool
is_channel(const hd_steps *s, LLVMValueRef i, LLVMBasicBlockRef head, unsigned steps)
{
	LLVMTypeRef t =
		LLVMTypeOf(hd_is_opcode(i, LLVMStore) ? LLVMGetOperand(i, 0) : i);
	int64_t size = (int64_t)hd_size_of(s->u, t);
	bool counts = false, strides = false;
	hd_address at;

	if (!hd_is_channel_type(s->u, t) || !hd_is_ordinary(i))
		return false;
	at = hd_parts_of(s->u, LLVMGetOperand(i, hd_is_opcode(i, LLVMStore) ? 1 : 0));
	for (int k = 0; at.base && k < at.n; k++) {
		const hd_term *x = &at.term[k];
		bool own = hd_mentions(x->v, HD_TID, 0, 0, HD_CHANGE_DEPTH);

		if (hd_is_opcode(x->v, LLVMPHI) && x->scale == size &&
		    LLVMGetInstructionParent(x->v) == head)
			counts = true;
		else if (own && (x->scale < (int64_t)steps * size ||
				 x->scale > MOST_CHANNELS * size))
			return false;
		strides |= own;
	}
	return counts && strides;
}

static bool
has_channels(const hd_steps *s, const hd_loop *l, unsigned steps)
{
	LLVMBasicBlockRef head = hd_steps_block(s, l->header);
	unsigned size = 0, channels = 0;

	hd_each_block (bb, s->fn) {
		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		hd_each_insn (i, bb) {
			size += !hd_is_debug_call(i);
			if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore))
				channels += is_channel(s, i, head, steps);
		}
	}
	return channels && steps * size <= MOST_INSNS;
}

void
hd_choose_channel_loops(hd_steps *s, hd_bits *chosen)
{
	for (size_t k = 0; k < s->loops.n; k++) {
		hd_loop *l = &s->loops.at[k];
		unsigned steps = hd_is_innermost(&s->loops, l)
					 ? hd_count_steps(s, l, MOST_CHANNELS)
					 : 0;

		if (steps > 1 && has_channels(s, l, steps))
			hd_bit_set(chosen, k);
	}
}
