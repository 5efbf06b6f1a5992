/* SPDX-License-Identifier: Apache-2.0 */
/* Changing which blocks lead to which. LLVM-C cannot change the blocks of a phi, so phis
 * are built anew. */
#include "ir.h"

/* What the phis of `at` get from blocks that `from` names comes from `now` instead; if that
 * is more than one, by way of phis there. */
static void
move_phis(hd_unit *u, LLVMBasicBlockRef at, hd_edge_from *from, void *state,
	  LLVMBasicBlockRef now, bool join)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	hd_each_phi (phi, at) {
		LLVMValueRef r, joined = NULL;

		LLVMPositionBuilderBefore(b, phi);
		r = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
		if (join) {
			LLVMPositionBuilderAtEnd(b, now);
			joined = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
		}
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
			LLVMValueRef v = LLVMGetIncomingValue(phi, k);
			LLVMBasicBlockRef bb = LLVMGetIncomingBlock(phi, k);

			if (v == phi)
				v = r;
			if (!from(state, bb))
				LLVMAddIncoming(r, &v, &bb, 1);
			else if (join)
				LLVMAddIncoming(joined, &v, &bb, 1);
			else
				LLVMAddIncoming(r, &v, &now, 1);
		}
		if (join)
			LLVMAddIncoming(r, &joined, &now, 1);
		hd_replace(phi, r);
	}
	LLVMDisposeBuilder(b);
}

static bool
is_block(void *state, LLVMBasicBlockRef bb)
{
	return bb == state;
}

LLVMBasicBlockRef
hd_split_block(hd_unit *u, LLVMValueRef at)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
	LLVMValueRef fn = LLVMGetBasicBlockParent(bb), end;
	LLVMBasicBlockRef next = hd_new_block(u, fn, "rest");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMMoveBasicBlockAfter(next, bb);
	for (LLVMValueRef i = at, after; i; i = after) {
		after = LLVMGetNextInstruction(i);
		LLVMInstructionRemoveFromParent(i);
		LLVMPositionBuilderAtEnd(b, next);
		LLVMInsertIntoBuilderWithName(b, i, hd_name(i));
	}
	LLVMPositionBuilderAtEnd(b, bb);
	LLVMBuildBr(b, next);
	LLVMDisposeBuilder(b);
	end = LLVMGetBasicBlockTerminator(next);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
		move_phis(u, LLVMGetSuccessor(end, k), is_block, bb, next, false);
	return next;
}

LLVMBasicBlockRef
hd_join_edges(hd_unit *u, LLVMBasicBlockRef to, hd_edge_from *from, void *state)
{
	LLVMValueRef fn = LLVMGetBasicBlockParent(to);
	LLVMBasicBlockRef join = hd_new_block(u, fn, "join");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	move_phis(u, to, from, state, join, true);
	hd_each_block (bb, fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		if (!from(state, bb))
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (LLVMGetSuccessor(end, k) == to)
				LLVMSetSuccessor(end, k, join);
	}
	LLVMPositionBuilderAtEnd(b, join);
	LLVMBuildBr(b, to);
	LLVMDisposeBuilder(b);
	return join;
}
