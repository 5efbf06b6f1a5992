/* SPDX-License-Identifier: Apache-2.0 */
/* contract_fma: decide which multiply-adds are fused.
 *
 *     %m = fmul contract float %a, %b
 *     %r = fadd contract float %m, %c
 * becomes
 *     %r = call float @llvm.fma.f32(float %a, float %b, float %c)
 *
 * Left to LLVM's back end, scalar and vector code would be contracted differently and
 * lane counts would disagree in the last bit. So it is decided here, once, and the
 * permission is taken away. Without hardware FMA nothing is fused.
 *
 * keeps:   the CFG
 * ensures: no contract flag on arithmetic that could be fused, no llvm.fmuladd
 */
#include "pass/pass.h"

#include <math.h>

static bool
may_contract(LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v) &&
	       (LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract);
}

static LLVMFastMathFlags
without_contract(LLVMValueRef v)
{
	return LLVMGetFastMathFlags(v) & ~(unsigned)LLVMFastMathAllowContract;
}

static bool
is_power_of_two(LLVMValueRef v)
{
	LLVMBool loses;
	int exponent;

	return LLVMIsAConstantFP(v) &&
	       fabs(frexp(LLVMConstRealGetDouble(v, &loses), &exponent)) == 0.5;
}

/* Twice x, say, in n + s - 2 * x: nobody has to round it, so that each sum may have it in a
 * multiply-add of its own, and nobody needs the product itself. */
static bool
is_exact_in_sums(LLVMValueRef mul)
{
	if (!is_power_of_two(LLVMGetOperand(mul, 1)))
		return false;
	hd_each_use (use, mul) {
		LLVMValueRef i = LLVMGetUser(use);

		if ((!hd_is_opcode(i, LLVMFAdd) &&
		     !(hd_is_opcode(i, LLVMFSub) && LLVMGetOperand(i, 0) != mul)) ||
		    !may_contract(i) || LLVMGetOperand(i, 0) == LLVMGetOperand(i, 1))
			return false;
	}
	return true;
}

static bool
is_fusable_mul(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMFMul) && may_contract(v) &&
	       (hd_only_user(v) || is_exact_in_sums(v));
}

static LLVMValueRef
build_fma(hd_unit *u, LLVMBuilderRef b, LLVMValueRef mul, LLVMValueRef c, bool negate)
{
	LLVMTypeRef t = LLVMTypeOf(mul);
	LLVMValueRef x = LLVMGetOperand(mul, 0);

	if (negate)
		x = LLVMBuildFNeg(b, x, "");
	return hd_call(b, hd_intrinsic(u, "llvm.fma", &t, 1),
		       (LLVMValueRef[]){x, LLVMGetOperand(mul, 1), c}, 3, "");
}

/* fadd or fsub -> fma, or NULL */
static LLVMValueRef
fuse(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1), r;
	bool sub = LLVMGetInstructionOpcode(i) == LLVMFSub;

	LLVMValueRef mul = is_fusable_mul(x) ? x : is_fusable_mul(y) ? y : NULL;

	if (!mul)
		return NULL;
	if (mul == x)
		r = build_fma(u, b, mul, sub ? LLVMBuildFNeg(b, y, "") : y, false);
	else
		r = build_fma(u, b, mul, x, sub);
	LLVMSetFastMathFlags(r, without_contract(i));
	hd_replace(i, r);
	if (!LLVMGetFirstUse(mul))
		LLVMInstructionEraseFromParent(mul);
	return r;
}

static bool
lower_fmuladd(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef op[3], r;

	if (!hd_calls_prefix(i, "llvm.fmuladd."))
		return false;
	for (unsigned k = 0; k < 3; k++)
		op[k] = LLVMGetOperand(i, k);
	if (u->opt.has_fma)
		r = hd_call(b, hd_intrinsic(u, "llvm.fma", &t, 1), op, 3, "");
	else
		r = LLVMBuildFAdd(b, LLVMBuildFMul(b, op[0], op[1], ""), op[2], "");
	hd_replace(i, r);
	return true;
}

/* LLVM-C can only add flags: make the instruction again without this one. */
static bool
forbid(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef r;

	LLVMPositionBuilderBefore(b, i);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
	if (o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul)
		r = LLVMBuildBinOp(b, o, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
				   "");
	else
		return false; /* nothing else is fused */
	if (LLVMIsAInstruction(r))
		LLVMSetFastMathFlags(r, without_contract(i));
	hd_replace(i, r);
	return true;
}

bool
hd_pass_contract_fma(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMOpcode o = LLVMGetInstructionOpcode(i);

			LLVMPositionBuilderBefore(b, i);
			LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
			if (lower_fmuladd(u, b, i))
				changed = true;
			else if ((o == LLVMFAdd || o == LLVMFSub) && may_contract(i) &&
				 u->opt.has_fma && fuse(u, b, i))
				changed = true;
		}
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (may_contract(i))
				changed |= forbid(b, i);
	LLVMDisposeBuilder(b);
	return changed;
}
