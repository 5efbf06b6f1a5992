/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of each region, and whether they can be moved. */
#include "lanes/pieces/pieces.h"

int
hd_home_of(const hd_cutting *c, LLVMBasicBlockRef bb)
{
	uintptr_t *p = hd_map_get(&c->home, bb);

	return p ? (int)*p - 1 : -1;
}

bool
hd_is_seam(const hd_cutting *c, LLVMBasicBlockRef bb)
{
	int r = hd_home_of(c, bb);

	return bb == c->s->done || (r >= 0 && bb == c->s->start[r]);
}

unsigned
hd_count_insns(LLVMBasicBlockRef bb)
{
	unsigned n = 0;

	hd_each_insn (i, bb)
		n++;
	return n;
}

/* False: it has a block in common with another one. */
static bool
collect(hd_cutting *c, int r)
{
	hd_arena *a = &c->u->scratch;
	hd_part *to = &c->region[r];

	hd_push(a, &to->bb, c->s->start[r]);
	for (size_t k = 0; k < to->bb.n; k++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(to->bb.at[k]);

		to->size += hd_count_insns(to->bb.at[k]);
		for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
			LLVMBasicBlockRef bb = LLVMGetSuccessor(end, s);

			if (hd_is_seam(c, bb) || hd_home_of(c, bb) == r)
				continue;
			if (hd_home_of(c, bb) >= 0)
				return false;
			*hd_map_put(a, &c->home, bb) = (uintptr_t)r + 1;
			hd_push(a, &to->bb, bb);
		}
	}
	return true;
}

LLVMBasicBlockRef
hd_block_using(LLVMUseRef use)
{
	LLVMValueRef user = LLVMGetUser(use);

	return LLVMIsAInstruction(user) ? LLVMGetInstructionParent(user) : NULL;
}

/* Nothing from elsewhere leads into it, and what it computes is used in it. */
static bool
is_closed(const hd_cutting *c, int r)
{
	const hd_block_list *bb = &c->region[r].bb;

	if (hd_is_opcode(LLVMGetFirstInstruction(bb->at[0]), LLVMPHI))
		return false;
	for (size_t k = 0; k < bb->n; k++) {
		if (k > 0)
			hd_each_use (use, LLVMBasicBlockAsValue(bb->at[k])) {
				LLVMBasicBlockRef from = hd_block_using(use);

				if (!from || hd_home_of(c, from) != r)
					return false;
			}
		hd_each_insn (i, bb->at[k]) {
			if (hd_is_debug_call(i) || hd_is_opcode(i, LLVMAlloca) ||
			    hd_is_opcode(i, LLVMRet))
				return false;
			hd_each_use (use, i) {
				LLVMBasicBlockRef at = hd_block_using(use);

				if (!at || hd_home_of(c, at) != r)
					return false;
			}
		}
	}
	return true;
}

/* Regions are entered at their first blocks only, the kernel begins with the first of them. */
bool
hd_read_regions(hd_cutting *c)
{
	hd_arena *a = &c->u->scratch;

	c->region = HD_NEW_ARRAY(a, hd_part, (size_t)c->s->n);
	for (int r = 0; r < c->s->n; r++)
		*hd_map_put(a, &c->home, c->s->start[r]) = (uintptr_t)r + 1;
	for (int r = 0; r < c->s->n; r++)
		if (!collect(c, r))
			return false;
	for (int r = 0; r < c->s->n; r++) {
		if (!is_closed(c, r))
			return false;
		if (r > 0)
			hd_each_use (use, LLVMBasicBlockAsValue(c->s->start[r]))
				if (!hd_block_using(use) ||
				    hd_home_of(c, hd_block_using(use)) < 0)
					return false;
	}
	return !hd_is_opcode(LLVMGetFirstInstruction(c->s->done), LLVMPHI);
}

static bool
is_kept_seam(const hd_lower *l, LLVMBasicBlockRef bb)
{
	for (size_t k = 0; k < l->seams.n; k++) {
		const hd_seams *s = &l->seams.at[k];

		if (bb == s->done)
			return true;
		for (int r = 0; r < s->n; r++)
			if (bb == s->start[r])
				return true;
	}
	return false;
}

/* Phis name the blocks that they get something from, which is no use of these. */
static void
forget_in_phis(hd_unit *u, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
		hd_each_phi (phi, LLVMGetSuccessor(end, s))
			hd_replace(phi, hd_renew_phi(b, phi, bb, NULL));
	LLVMDisposeBuilder(b);
}

static void
remove_block(hd_unit *u, LLVMBasicBlockRef bb)
{
	forget_in_phis(u, bb);
	hd_each_insn (i, bb)
		if (LLVMTypeOf(i) != u->void_type)
			LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
	LLVMDeleteBasicBlock(bb);
}

/* Blocks that nothing leads to: ways out that were not needed. */
void
hd_remove_dead_blocks(const hd_lower *l, LLVMValueRef fn)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn), next;
	bool removed = true;

	while (removed) {
		removed = false;
		for (LLVMBasicBlockRef bb = LLVMGetNextBasicBlock(entry); bb;
		     bb = next) {
			next = LLVMGetNextBasicBlock(bb);
			if (LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)) ||
			    is_kept_seam(l, bb))
				continue;
			remove_block(l->u, bb);
			removed = true;
		}
	}
}
