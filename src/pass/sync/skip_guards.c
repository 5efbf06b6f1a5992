/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that have been answered. Part of eliminate_barriers: where it has gone,
 *
 *     if (t < 2) s[t] += s[t + 2];
 *     if (t == 0) *out = s[0];
 * becomes
 *     if (t < 2) { s[t] += s[t + 2]; if (t == 0) *out = s[0]; }
 *
 * for the threads of a known block, so that groups that have nothing to do see it at once. */
#include "ana/access.h"

enum { MOST_SKIPPED = 16 }; /* from one branch */

/* Does nothing but ask, and nothing of it is needed elsewhere? */
static bool
only_asks(LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	if (!hd_is_opcode(end, LLVMBr) || !LLVMIsConditional(end))
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end;
	     i = LLVMGetNextInstruction(i)) {
		int dim;

		if (!hd_is_pure(LLVMGetInstructionOpcode(i)) && !hd_is_debug_call(i) &&
		    hd_sreg_read(i, &dim) == HD_NOT_SREG)
			return false;
		hd_each_use (use, i) {
			LLVMValueRef user = LLVMGetUser(use);

			if (!LLVMIsAInstruction(user) ||
			    LLVMGetInstructionParent(user) != bb ||
			    hd_is_opcode(user, LLVMPHI))
				return false;
		}
	}
	return true;
}

/* The way that all of these threads go at the end of a block: -1 = not all the same. */
static int
common_way(hd_threads *t, LLVMBasicBlockRef bb, const hd_bits *who)
{
	LLVMValueRef cond = LLVMGetCondition(LLVMGetBasicBlockTerminator(bb));
	const int64_t *x = hd_thread_values(t, cond);
	int way = -1;

	if (!x)
		return -1;
	hd_each_bit (k, who) {
		int its = x[k] ? 0 : 1;

		if (way >= 0 && its != way)
			return -1;
		way = its;
	}
	return way;
}

static bool
is_in_same_loops(const hd_loops *loops, int a, int b)
{
	for (size_t k = 0; k < loops->n; k++)
		if (hd_bit(&loops->at[k].in, (size_t)a) !=
		    hd_bit(&loops->at[k].in, (size_t)b))
			return false;
	return true;
}

/* Where `side` of the branch at the end of `from` leads, when what is known is not asked
 * again; NULL = where it does. */
static LLVMBasicBlockRef
skip_from(hd_threads *t, const hd_loops *loops, const int *left, LLVMBasicBlockRef from,
	  unsigned side)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	LLVMBasicBlockRef to = LLVMGetSuccessor(end, side),
			  other = LLVMGetSuccessor(end, 1 - side), skipped = NULL;
	hd_bits who = hd_threads_on(t, from, side);
	int n = hd_block_number(&t->blocks, from);

	if (left[hd_block_number(&t->blocks, to)] < 2)
		return NULL;
	for (int k = 0; k < MOST_SKIPPED && to != other && only_asks(to); k++) {
		int way = common_way(t, to, &who), next;

		if (way < 0)
			break;
		to = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(to), (unsigned)way);
		next = hd_block_number(&t->blocks, to);
		if (t->blocks.g->pos[next] <= t->blocks.g->pos[n] ||
		    !is_in_same_loops(loops, n, next))
			break;
		if (!hd_is_opcode(LLVMGetFirstInstruction(to), LLVMPHI) && to != other)
			skipped = to;
	}
	return skipped;
}

bool
hd_skip_guards(hd_threads *t)
{
	hd_loops loops;
	bool changed = false;
	int *left; /* ways to each block: none may become unreachable */

	if (!t->n || !hd_graph_is_reducible(t->blocks.g))
		return false;
	loops = hd_graph_loops(&t->u->scratch, t->blocks.g);
	left = HD_NEW_ARRAY(&t->u->scratch, int, (size_t)t->blocks.g->n);
	for (int k = 0; k < t->blocks.g->n; k++)
		left[k] = (int)t->blocks.g->pred[k].n;
	hd_each_block (bb, t->fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		if (!hd_is_reached(&t->blocks, bb) || !hd_is_opcode(end, LLVMBr) ||
		    !LLVMIsConditional(end) ||
		    !hd_thread_values(t, LLVMGetCondition(end)))
			continue;
		for (unsigned side = 0; side < 2; side++) {
			LLVMBasicBlockRef to = skip_from(t, &loops, left, bb, side);

			if (!to)
				continue;
			left[hd_block_number(&t->blocks,
					     LLVMGetSuccessor(end, side))]--;
			left[hd_block_number(&t->blocks, to)]++;
			LLVMSetSuccessor(end, side, to);
			changed = true;
		}
	}
	return changed;
}
