/* SPDX-License-Identifier: Apache-2.0 */
/* sink_addresses: where warps go different ways, addresses are computed where they are used.
 *
 *     p = &a[i];  x = *p;          p = &a[i];  x = *p;
 *     if (c)                       if (c) {
 *             *p += y;      ->             q = &a[i];  *q += y; }
 *
 * Lane by lane an address costs nothing if its index is known there. As a pointer per lane it
 * takes twice the registers of an index from one block to the other.
 *
 * needs:   normalize
 */
#include "pass/pass.h"

/* From another block, and made for less than it takes to keep it? */
static bool
is_far(LLVMValueRef v, LLVMBasicBlockRef bb)
{
	return (hd_is_opcode(v, LLVMGetElementPtr) || hd_is_extension(v)) &&
	       LLVMGetInstructionParent(v) != bb;
}

static LLVMValueRef
copy_to(LLVMBuilderRef b, LLVMValueRef v, LLVMBasicBlockRef bb)
{
	LLVMValueRef r;

	if (!is_far(v, bb))
		return v;
	r = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		LLVMSetOperand(r, (unsigned)k,
			       copy_to(b, LLVMGetOperand(v, (unsigned)k), bb));
	LLVMInsertIntoBuilder(b, r);
	return r;
}

/* One copy for all uses in a block: who updates a place is known by its address. */
static bool
place(hd_unit *u, LLVMBuilderRef b, LLVMBasicBlockRef bb)
{
	hd_map known = {0};
	bool any = false;

	hd_each_insn (i, bb) {
		unsigned at = hd_is_opcode(i, LLVMStore); /* the operand */
		LLVMValueRef p;
		uintptr_t *copy;

		if (!at && !hd_is_opcode(i, LLVMLoad))
			continue;
		p = LLVMGetOperand(i, at);
		if (!hd_is_opcode(p, LLVMGetElementPtr) || !is_far(p, bb))
			continue;
		copy = hd_map_get(&known, p);
		if (!copy) {
			LLVMPositionBuilderBefore(b, i);
			copy = hd_map_put(&u->scratch, &known, p);
			*copy = (uintptr_t)copy_to(b, p, bb);
		}
		LLVMSetOperand(i, at, (LLVMValueRef)*copy);
		any = true;
	}
	return any;
}

bool
hd_pass_sink_addresses(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b;
	bool any = false;

	if (!hd_has_warp_operations(fn))
		return false;
	b = LLVMCreateBuilderInContext(u->c);
	hd_each_block (bb, fn)
		any |= place(u, b, bb);
	LLVMDisposeBuilder(b);
	return any;
}
