/* SPDX-License-Identifier: Apache-2.0 */
/* wrap_shared: unsigned indices of shared memory that count backwards.
 *
 *     %back = sub i32 %t, 32                  unsigned: 4294967264 for thread 0
 *     %i = zext i32 %back to i64
 *     %p = getelementptr float, ptr %middle.of.shared, i64 %i
 * becomes
 *     %i = sext i32 %back to i64
 *
 * Addresses of shared memory have 32 bits on a GPU and wrap around: p[threadIdx.x - 32] lies in
 * front of p. Here it would lie 16 GB behind it. No index into shared memory is so large that
 * the two differ otherwise.
 *
 * needs:   normalize
 * keeps:   the CFG
 */
#include "pass/pass.h"

static bool
is_below_zero(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) < 0;
}

/* Something minus something, ~something: may that be below zero? */
static bool
counts_back(LLVMValueRef v)
{
	if (hd_is_opcode(v, LLVMSub))
		return !LLVMGetNUW(v);
	return (hd_is_opcode(v, LLVMAdd) || hd_is_opcode(v, LLVMXor)) &&
	       is_below_zero(LLVMGetOperand(v, 1));
}

static bool
is_wrapping(hd_unit *u, LLVMValueRef index)
{
	return hd_is_opcode(index, LLVMZExt) && !LLVMGetNNeg(index) &&
	       LLVMTypeOf(LLVMGetOperand(index, 0)) == u->i32 &&
	       counts_back(LLVMGetOperand(index, 0));
}

/* In unoptimised code pointers lie in variables: is nothing else ever put there? */
static bool
is_in_shared(LLVMValueRef p, int depth)
{
	LLVMValueRef variable;
	bool any = false;

	if (hd_points_to_shared(p))
		return true;
	p = hd_base_of(p);
	variable = hd_is_opcode(p, LLVMLoad) ? LLVMGetOperand(p, 0) : NULL;
	if (!variable || !LLVMIsAAllocaInst(variable) || depth == 0)
		return false;
	hd_each_use (use, variable) {
		LLVMValueRef i = LLVMGetUser(use);

		if (hd_is_opcode(i, LLVMLoad) || hd_is_debug_call(i) ||
		    hd_calls_prefix(i, "llvm.lifetime."))
			continue;
		if (!hd_is_opcode(i, LLVMStore) || LLVMGetOperand(i, 1) != variable ||
		    !is_in_shared(LLVMGetOperand(i, 0), depth - 1))
			return false;
		any = true;
	}
	return any;
}

static bool
wrap(hd_unit *u, LLVMBuilderRef b, LLVMValueRef gep)
{
	enum { DEPTH = 4 };
	bool changed = false;

	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
		LLVMValueRef index = LLVMGetOperand(gep, k);

		if (!is_wrapping(u, index) || !is_in_shared(gep, DEPTH))
			continue;
		LLVMPositionBuilderBefore(b, gep);
		LLVMSetOperand(gep, k,
			       LLVMBuildSExt(b, LLVMGetOperand(index, 0),
					     LLVMTypeOf(index), "back"));
		changed = true;
	}
	return changed;
}

bool
hd_pass_wrap_shared(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_is_opcode(i, LLVMGetElementPtr))
				changed |= wrap(u, b, i);
	LLVMDisposeBuilder(b);
	return changed;
}
