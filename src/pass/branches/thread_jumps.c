/* SPDX-License-Identifier: Apache-2.0 */
/* Where a flag comes from several places and is asked at once, each way asks for itself: there
 * it is known which of the conditions it stands for. Part of recompute_flags. */
#include "pass/pass.h"

typedef struct state {
	hd_unit *u;
	LLVMBuilderRef b;
	hd_blocks blocks;
	const hd_map *made; /* conditions that stand for flags */
} state;

typedef struct fork {
	LLVMBasicBlockRef bb, yes, no;
	LLVMValueRef flag;
	HD_VEC(LLVMBasicBlockRef) copy; /* per way that leads there */
} fork;

static bool
is_behind_phis(LLVMValueRef i)
{
	LLVMValueRef before = LLVMGetPreviousInstruction(i);

	return !before || hd_is_opcode(before, LLVMPHI);
}

/* Is nothing there but phis, which it or the phis behind it use, and the question? */
static bool
is_fork(const state *s, LLVMBasicBlockRef bb, fork *f)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
	bool traced = false;

	if (!hd_is_opcode(t, LLVMBr) || !LLVMIsConditional(t) || !is_behind_phis(t))
		return false;
	*f = (fork){.bb = bb,
		    .yes = LLVMGetSuccessor(t, 0),
		    .no = LLVMGetSuccessor(t, 1),
		    .flag = LLVMGetCondition(t)};
	if (f->yes == f->no || f->yes == bb || f->no == bb ||
	    !hd_is_opcode(f->flag, LLVMPHI) || LLVMGetInstructionParent(f->flag) != bb)
		return false;
	hd_each_insn (phi, bb)
		hd_each_use (use, phi) {
			LLVMValueRef user = LLVMGetUser(use);
			LLVMBasicBlockRef at = LLVMGetInstructionParent(user);

			if (user != t && !(hd_is_opcode(user, LLVMPHI) &&
					   (at == f->yes || at == f->no)))
				return false;
		}
	for (unsigned k = 0; k < LLVMCountIncoming(f->flag); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(f->flag, k);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(f->flag, k);

		if (hd_block_dominates(&s->blocks, bb, from))
			return false;
		traced |= hd_map_get(s->made, v) != NULL;
	}
	return traced;
}

/* The phis of `at` hear from the copies of a fork instead. */
static void
hear_copies(state *s, const fork *f, LLVMBasicBlockRef at)
{
	hd_each_phi (phi, at) {
		LLVMValueRef r = hd_renew_phi(s->b, phi, f->bb, NULL);

		for (unsigned k = 0; k < LLVMCountIncoming(f->flag); k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(f->flag, k);
			LLVMBasicBlockRef copy = f->copy.at[k];
			LLVMValueRef v = hd_incoming(phi, f->bb);

			if (hd_is_opcode(v, LLVMPHI) &&
			    LLVMGetInstructionParent(v) == f->bb)
				v = hd_incoming(v, from);
			LLVMAddIncoming(r, &v, &copy, 1);
		}
		hd_replace(phi, r);
	}
}

/* Asks on each way for itself. */
static void
copy_fork(state *s, fork *f)
{
	for (unsigned k = 0; k < LLVMCountIncoming(f->flag); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(f->flag, k);
		LLVMBasicBlockRef copy =
			LLVMInsertBasicBlockInContext(s->u->c, f->bb, "asked");
		LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

		hd_push(&s->u->scratch, &f->copy, copy);
		for (unsigned j = 0; j < LLVMGetNumSuccessors(t); j++)
			if (LLVMGetSuccessor(t, j) == f->bb)
				LLVMSetSuccessor(t, j, copy);
		LLVMPositionBuilderAtEnd(s->b, copy);
		LLVMSetCurrentDebugLocation2(
			s->b,
			LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(f->bb)));
		LLVMBuildCondBr(s->b, LLVMGetIncomingValue(f->flag, k), f->yes, f->no);
	}
	hear_copies(s, f, f->yes);
	hear_copies(s, f, f->no);
	LLVMDeleteBasicBlock(f->bb);
}

static bool
copy_one(state *s, LLVMValueRef fn)
{
	fork f;

	s->blocks = hd_number_blocks(&s->u->scratch, fn);
	hd_each_block (bb, fn)
		if (hd_is_reached(&s->blocks, bb) && is_fork(s, bb, &f)) {
			copy_fork(s, &f);
			return true;
		}
	return false;
}

void
hd_copy_forks(hd_unit *u, LLVMValueRef fn, const hd_map *made)
{
	enum { MOST = 16 };
	state s = {.u = u, .made = made};

	s.b = LLVMCreateBuilderInContext(u->c);
	for (int k = 0; k < MOST && copy_one(&s, fn); k++)
		;
	LLVMDisposeBuilder(s.b);
}
