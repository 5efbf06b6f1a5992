/* SPDX-License-Identifier: Apache-2.0 */
/* Two ways to do an access, of which a condition chooses one. */
#include "lanes/emit/access/access.h"

/* Operands of addresses are loaded before the branch: they are used in blocks that dominate
 * nothing. */
void
hd_load_two_rows(hd_emit *e, LLVMValueRef i)
{
	hd_bits leaves = hd_bits_new(&e->u->scratch, (size_t)e->c->nv);
	hd_row_form f = {.kept = &e->l->keep, .leaves = &leaves};

	if ((!hd_is_opcode(i, LLVMLoad) && !hd_is_opcode(i, LLVMStore)) ||
	    !hd_find_row_form(e->c, i, &f))
		return;
	hd_each_bit (id, &leaves)
		hd_load_forms(e, e->c->val[id]);
}

/* One way or, hardly ever, the other: both, and a phi if there is a result. */
LLVMValueRef
hd_either(hd_emit *e, LLVMValueRef i, LLVMValueRef usual, hd_access_fn *one,
	  hd_access_fn *other, hd_here h)
{
	LLVMBasicBlockRef bb[2] = {hd_block(e, "wide"), hd_block(e, "lanes")};
	LLVMBasicBlockRef next = hd_block(e, "next"), end[2];
	LLVMValueRef r[2], phi;

	hd_check(LLVMTypeOf(usual) == e->u->i1);
	hd_load_two_rows(e, i);
	hd_set_odds(e->u, LLVMBuildCondBr(e->b, usual, bb[0], bb[1]), 1000, 1);
	e->aside++;
	for (int k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(e->b, bb[k]);
		h.cold |= k == 1;
		r[k] = k ? other(e, i, h) : one(e, i, h);
		end[k] = LLVMGetInsertBlock(e->b);
		LLVMBuildBr(e->b, next);
	}
	e->aside--;
	LLVMPositionBuilderAtEnd(e->b, next);
	hd_check(!r[0] == !r[1]);
	if (!r[0])
		return NULL;
	hd_check(LLVMTypeOf(r[0]) == LLVMTypeOf(r[1]));
	phi = LLVMBuildPhi(e->b, LLVMTypeOf(r[0]), "");
	LLVMAddIncoming(phi, r, end, 2);
	return phi;
}
