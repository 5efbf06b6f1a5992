/* SPDX-License-Identifier: Apache-2.0 */
/* A second copy of a function, without its debug info for variables: that belongs to the
 * first. */
#include "ir.h"

static void
copy_attributes(hd_unit *u, LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at)
{
	unsigned n = LLVMGetAttributeCountAtIndex(from, at);
	LLVMAttributeRef *list = HD_NEW_ARRAY(&u->scratch, LLVMAttributeRef, n + 1);

	LLVMGetAttributesAtIndex(from, at, list);
	for (unsigned k = 0; k < n; k++)
		LLVMAddAttributeAtIndex(to, at, list[k]);
}

void
hd_copy_attributes(hd_unit *u, LLVMValueRef from, LLVMValueRef to)
{
	copy_attributes(u, from, to, LLVMAttributeFunctionIndex);
	for (unsigned k = 0; k < LLVMCountParams(from); k++)
		copy_attributes(u, from, to, k + 1);
}

LLVMValueRef
hd_mapped(const hd_map *map, LLVMValueRef v)
{
	uintptr_t *p = hd_map_get(map, v);

	hd_check(!p || LLVMTypeOf((LLVMValueRef)*p) == LLVMTypeOf(v));
	return p ? (LLVMValueRef)*p : v;
}

LLVMBasicBlockRef
hd_mapped_block(const hd_map *map, LLVMBasicBlockRef bb)
{
	return LLVMValueAsBasicBlock(hd_mapped(map, LLVMBasicBlockAsValue(bb)));
}

static LLVMValueRef
copy_insn(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMValueRef made;

	if (hd_is_opcode(i, LLVMPHI)) /* its blocks cannot be changed later */
		return LLVMBuildPhi(b, LLVMTypeOf(i), hd_name(i));
	made = LLVMInstructionClone(i);
	LLVMInsertIntoBuilderWithName(b, made, hd_name(i));
	return made;
}

static void
connect(const hd_map *map, LLVMValueRef from, LLVMValueRef to)
{
	if (hd_is_opcode(from, LLVMPHI)) {
		for (unsigned k = 0; k < LLVMCountIncoming(from); k++) {
			LLVMBasicBlockRef bb =
				hd_mapped_block(map, LLVMGetIncomingBlock(from, k));
			LLVMValueRef v = hd_mapped(map, LLVMGetIncomingValue(from, k));

			LLVMAddIncoming(to, &v, &bb, 1);
		}
		return;
	}
	for (int k = 0; k < LLVMGetNumOperands(from); k++) {
		LLVMValueRef v = LLVMGetOperand(from, (unsigned)k);

		if (hd_mapped(map, v) != v)
			LLVMSetOperand(to, (unsigned)k, hd_mapped(map, v));
	}
}

static LLVMBasicBlockRef
block_of(hd_unit *u, hd_map *map, LLVMValueRef to, LLVMBasicBlockRef bb)
{
	uintptr_t *p = hd_map_put(&u->scratch, map, LLVMBasicBlockAsValue(bb));

	if (!*p)
		*p = (uintptr_t)LLVMBasicBlockAsValue(
			hd_new_block(u, to, LLVMGetBasicBlockName(bb)));
	return LLVMValueAsBasicBlock((LLVMValueRef)*p);
}

void
hd_clone_insns(hd_unit *u, LLVMValueRef fn, LLVMValueRef to, hd_map *map,
	       hd_keeps *keeps, void *state)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			if (hd_is_debug_call(i) || (keeps && !keeps(state, i)))
				continue;
			LLVMPositionBuilderAtEnd(b, block_of(u, map, to, bb));
			*hd_map_put(&u->scratch, map, i) = (uintptr_t)copy_insn(b, i);
		}
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_map_get(map, i) && (!keeps || keeps(state, i)))
				connect(map, i, hd_mapped(map, i));
	LLVMDisposeBuilder(b);
}

void
hd_leave_copies(const hd_map *map, LLVMBasicBlockRef to)
{
	hd_each_phi (phi, to)
		for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k),
					  copy = hd_mapped_block(map, from);
			LLVMValueRef v = hd_mapped(map, LLVMGetIncomingValue(phi, k));

			if (copy != from)
				LLVMAddIncoming(phi, &v, &copy, 1);
		}
}

LLVMValueRef
hd_clone_function(hd_unit *u, LLVMValueRef fn, const char *name)
{
	LLVMValueRef to = LLVMAddFunction(u->m, name, LLVMGlobalGetValueType(fn));
	hd_map map = {0};

	hd_copy_attributes(u, fn, to);
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		*hd_map_put(&u->scratch, &map, LLVMGetParam(fn, k)) =
			(uintptr_t)LLVMGetParam(to, k);
	hd_clone_insns(u, fn, to, &map, NULL, NULL);
	return to;
}
