/* SPDX-License-Identifier: Apache-2.0 */
/* How often a loop runs, where constants alone say so, or for one thread: its rounds are
 * computed. */
#include "ana/trip_count.h"

typedef struct number {
	bool known;
	int64_t x;
} number;

static const number UNKNOWN = {false, 0};

static unsigned
bits_of(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return hd_is_integer(t) && LLVMGetIntTypeWidth(t) <= 64 ? LLVMGetIntTypeWidth(t)
								: 0;
}

/* What a value is in this round, from constants, and from the thread if one is given. */
static number
value_of(hd_steps *s, LLVMValueRef v, int depth)
{
	int64_t x[3] = {0};
	number r = {true, 0};
	uintptr_t *now;
	int n, dim;

	if (LLVMIsAConstantInt(v) && bits_of(v))
		return (number){true, LLVMConstIntGetSExtValue(v)};
	if (depth > 8 || !LLVMIsAInstruction(v) || !bits_of(v))
		return UNKNOWN;
	if (hd_is_opcode(v, LLVMPHI)) {
		now = hd_map_get(&s->now, v);
		return now ? *(number *)*now : UNKNOWN;
	}
	if (s->thread && hd_sreg_read(v, &dim) == HD_TID)
		return (number){true, s->thread[dim]};
	n = LLVMGetNumOperands(v);
	if (n < 1 || n > 3 || hd_is_opcode(v, LLVMCall) ||
	    !bits_of(LLVMGetOperand(v, 0)))
		return UNKNOWN;
	for (int k = 0; r.known && k < n; k++) {
		r = value_of(s, LLVMGetOperand(v, (unsigned)k), depth + 1);
		x[k] = r.x;
	}
	r.known = r.known && hd_compute_insn(v, bits_of(LLVMGetOperand(v, 0)), x, &r.x);
	return r;
}

/* The phis of the loop's head, as they are at the start, or in the next round. */
static void
take_phis(hd_steps *s, LLVMBasicBlockRef head, bool first)
{
	hd_map next = {0};

	hd_each_phi (i, head)
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
			int from =
				hd_block_number(&s->blocks, LLVMGetIncomingBlock(i, k));
			number *n;

			if (hd_bit(&s->loop->in, (size_t)from) == first)
				continue;
			n = HD_NEW(&s->u->scratch, number);
			*n = value_of(s, LLVMGetIncomingValue(i, k), 0);
			*hd_map_put(&s->u->scratch, &next, i) = (uintptr_t)n;
		}
	s->now = next;
}

LLVMBasicBlockRef
hd_steps_block(const hd_steps *s, int n)
{
	hd_each_block (bb, s->fn)
		if (hd_block_number(&s->blocks, bb) == n)
			return bb;
	hd_bug("no such block");
}

unsigned
hd_count_steps(hd_steps *s, hd_loop *l, unsigned most)
{
	LLVMBasicBlockRef head = hd_steps_block(s, l->header), yes;
	LLVMValueRef end;
	bool stays;

	hd_check(hd_bit(&l->in, (size_t)l->header));
	if (l->latches.n != 1)
		return 0;
	end = LLVMGetBasicBlockTerminator(hd_steps_block(s, l->latches.at[0]));
	if (LLVMGetNumSuccessors(end) != 2)
		return 0;
	yes = LLVMGetSuccessor(end, 0);
	stays = hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, yes));
	s->loop = l;
	take_phis(s, head, true);
	for (unsigned n = 1; n <= most; n++) {
		number again = value_of(s, LLVMGetCondition(end), 0);

		if (!again.known)
			return 0;
		if ((again.x != 0) != stays)
			return n;
		take_phis(s, head, false);
	}
	return 0;
}
