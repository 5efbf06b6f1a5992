/* SPDX-License-Identifier: Apache-2.0 */
/* Changing which blocks lead to which. */
#include "ir.h"

LLVMBasicBlockRef
hd_split_block(hd_unit *u, LLVMValueRef at)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
	LLVMValueRef fn = LLVMGetBasicBlockParent(bb), end;
	LLVMBasicBlockRef next = hd_new_block(u, fn, "rest");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	hd_check(!hd_is_opcode(at, LLVMPHI));
	LLVMMoveBasicBlockAfter(next, bb);
	for (LLVMValueRef i = at, after; i; i = after) {
		after = LLVMGetNextInstruction(i);
		LLVMInstructionRemoveFromParent(i);
		LLVMPositionBuilderAtEnd(b, next);
		LLVMInsertIntoBuilderWithName(b, i, hd_name(i));
	}
	LLVMPositionBuilderAtEnd(b, bb);
	LLVMBuildBr(b, next);
	end = LLVMGetBasicBlockTerminator(next);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
		hd_each_phi (phi, LLVMGetSuccessor(end, k))
			hd_replace(phi, hd_renew_phi(b, phi, bb, next));
	LLVMDisposeBuilder(b);
	return next;
}

/* What the phis of `at` get from blocks that `from` names comes by way of phis in `now`. */
static void
join_phis(LLVMBuilderRef b, LLVMBasicBlockRef at, hd_edge_from *from, void *state,
	  LLVMBasicBlockRef now)
{
	hd_each_phi (phi, at) {
		LLVMValueRef r, joined;

		LLVMPositionBuilderBefore(b, phi);
		r = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
		LLVMPositionBuilderAtEnd(b, now);
		joined = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
			LLVMValueRef v = LLVMGetIncomingValue(phi, k);
			LLVMBasicBlockRef bb = LLVMGetIncomingBlock(phi, k);

			LLVMAddIncoming(from(state, bb) ? joined : r, &v, &bb, 1);
		}
		LLVMAddIncoming(r, &joined, &now, 1);
		hd_replace(phi, r);
	}
}

LLVMBasicBlockRef
hd_join_edges(hd_unit *u, LLVMBasicBlockRef to, hd_edge_from *from, void *state)
{
	LLVMValueRef fn = LLVMGetBasicBlockParent(to);
	LLVMBasicBlockRef join = hd_new_block(u, fn, "join");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	join_phis(b, to, from, state, join);
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
