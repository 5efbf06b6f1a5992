/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds of guards, computed where a row begins. */
#include "lanes/emit/emit.h"

LLVMValueRef
hd_emit_row_invariant(hd_emit *e, LLVMValueRef v)
{
	LLVMValueRef made;
	int dim;

	hd_check(!LLVMIsAInstruction(v) || !hd_is_opcode(v, LLVMPHI));
	if (LLVMIsAArgument(v))
		return e->val.arg[hd_id(e->c, v)];
	if (!LLVMIsAInstruction(v))
		return v;
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return hd_coordinate(e, v);
	made = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		LLVMSetOperand(
			made, (unsigned)k,
			hd_emit_row_invariant(e, LLVMGetOperand(v, (unsigned)k)));
	LLVMInsertIntoBuilder(e->b, made);
	LLVMInstructionSetDebugLoc(made, LLVMGetCurrentDebugLocation2(e->b));
	hd_drop_flags(made);
	return made;
}

/* Up to where the guard says one thing, and from where on the other, as an i64. */
LLVMValueRef
hd_guard_bound(hd_emit *e, const hd_guard *g)
{
	LLVMValueRef bound = hd_emit_row_invariant(e, g->bound);

	bound = hd_is_unsigned(g->p) ? LLVMBuildZExt(e->b, bound, e->u->i64, "")
				     : LLVMBuildSExt(e->b, bound, e->u->i64, "");
	if (hd_includes_bound(g))
		bound = LLVMBuildAdd(e->b, bound, hd_i64(e->u, 1), "");
	return bound;
}
