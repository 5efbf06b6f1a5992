/* SPDX-License-Identifier: Apache-2.0 */
/* Guards that all threads come to first, and behind which they return; emit/active_blocks.c
 * tells the runtime how many blocks are left. */
#include "lanes/decide/decide.h"

enum { MOST_NODES = 16 };

/* No effect that could be noticed if it were left out; a read could fault. */
static bool
is_quiet(const hd_code *c, int n)
{
	int dim;

	hd_each_node_insn (i, c, n) {
		LLVMOpcode o = LLVMGetInstructionOpcode(i);

		if (o == LLVMLoad || o == LLVMStore || o == LLVMAtomicRMW ||
		    o == LLVMAtomicCmpXchg || o == LLVMFence || o == LLVMUnreachable ||
		    o == LLVMAlloca || hd_is_division(o))
			return false;
		if (o == LLVMCall && !hd_is_debug_call(i) && !hd_is_pure_call(i) &&
		    hd_sreg_read(i, &dim) == HD_NOT_SREG)
			return false;
	}
	return !c->node[n].barrier;
}

/* Straight on to the end of the thread. */
static bool
returns(const hd_code *c, int n)
{
	for (int k = 0; k < MOST_NODES && is_quiet(c, n); k++) {
		if (c->g->succ[n].n == 0)
			return hd_is_opcode(LLVMGetBasicBlockTerminator(c->node[n].bb),
					    LLVMRet);
		if (c->g->succ[n].n != 1)
			return false;
		n = c->g->succ[n].at[0];
	}
	return false;
}

static bool
is_of_launch(LLVMValueRef v)
{
	return !hd_mentions(v, HD_TID, 0, 2, HD_CHANGE_DEPTH) &&
	       !hd_mentions(v, HD_CTAID, 0, 2, HD_CHANGE_DEPTH);
}

/* A guard that from some x, y or z on goes the k-th way: the dimension, or -1. */
static int
dimension_of(LLVMValueRef cond, int k, hd_guard *g)
{
	for (int dim = 0; dim < 3; dim++)
		if (hd_read_guard(cond, dim, g) && hd_way_for_large(g->p, true) == k &&
		    is_of_launch(g->bound))
			return dim;
	return -1;
}

/* Those that all threads come to first. */
hd_guards
hd_find_launch_guards(const hd_code *c)
{
	hd_guards all = {0};
	int n = c->g->entry;

	for (int left = MOST_NODES; left > 0 && is_quiet(c, n); left--) {
		const hd_ints *succ = &c->g->succ[n];
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);
		hd_guard g;
		int k;

		if (succ->n == 1) {
			n = succ->at[0];
			continue;
		}
		if (succ->n != 2 || !hd_is_opcode(t, LLVMBr))
			break;
		k = returns(c, succ->at[1]);
		if (!k && !returns(c, succ->at[0]))
			break;
		g.dim = dimension_of(LLVMGetCondition(t), k, &g);
		if (g.dim >= 0)
			hd_push(&c->u->scratch, &all, g);
		n = succ->at[1 - k];
	}
	return all;
}
