/* SPDX-License-Identifier: Apache-2.0 */
/* Part of sync_warps and sync_blocks: how deep warps meet inside of branches.
 *
 *     for (...) {
 *         meet(1)
 *         if (t & 1) {
 *             meet(2)
 *         }
 *     }
 *
 * With one program counter a warp is through with a branch before anybody goes on behind it.
 * Where each thread has its own, even ones would come to the next round and be let go on from
 * there, while odd ones wait in the branch: so those who have met deepest go first (the
 * runtime's warp.c). The depth is the number of branches that may be taken by some threads
 * only and that have not come to their end. */
#include "ana/address.h"

#include "frame.h"
#include "pass/pass.h"

static bool
may_split(LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	if (LLVMGetNumSuccessors(end) < 2)
		return false;
	return !hd_is_opcode(end, LLVMBr) ||
	       hd_depends_on(LLVMGetCondition(end), HD_TID) != HD_NO;
}

/* One more for the blocks that are entered from `n` before its branches meet again. */
static void
add_branch(hd_arena *a, const hd_graph *g, const hd_graph *back, int n, int *depth)
{
	hd_bits seen = hd_bits_new(a, (size_t)g->n);
	int end = back->pos[n] < 0 ? -1 : back->idom[n];
	hd_ints todo = {0};

	hd_push(a, &todo, n);
	while (todo.n) {
		int from = hd_pop(&todo);

		for (size_t k = 0; k < g->succ[from].n; k++) {
			int to = g->succ[from].at[k];

			if (to == end || hd_bit(&seen, (size_t)to))
				continue;
			hd_bit_set(&seen, (size_t)to);
			hd_push(a, &todo, to);
		}
	}
	hd_each_bit (k, &seen)
		depth[k]++;
}

static bool
is_meeting(LLVMValueRef i)
{
	return hd_barrier_kind(i) == HD_BARRIER_WARP &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) ==
		       (HD_WARP_SYNC | HD_WARP_CONVERGED);
}

void
hd_set_depths(hd_unit *u, LLVMValueRef fn)
{
	hd_arena *a = &u->scratch;
	hd_blocks blocks = hd_number_blocks(a, fn);
	hd_graph *back = hd_graph_from_end(a, &blocks, fn);
	int *depth = HD_NEW_ARRAY(a, int, (size_t)blocks.g->n);

	hd_each_block (bb, fn)
		if (hd_is_reached(&blocks, bb) && may_split(bb))
			add_branch(a, blocks.g, back, hd_block_number(&blocks, bb),
				   depth);
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (is_meeting(i))
				LLVMSetOperand(
					i, 3,
					hd_i32(u, depth[hd_block_number(&blocks, bb)]));
}
