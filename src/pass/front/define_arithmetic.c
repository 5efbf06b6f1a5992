/* SPDX-License-Identifier: Apache-2.0 */
/* define_arithmetic: what C leaves undefined behaves as a GPU does it.
 *
 *     %r = shl i32 %x, %n             %r = udiv i32 %x, %d
 * becomes
 *     %in = icmp ult i32 %n, 32       %zero = icmp eq i32 %d, 0
 *     %by = select %in, %n, 0         %by = select %zero, 1, %d
 *     %s = shl i32 %x, %by            %q = udiv i32 %x, %by
 *     %r = select %in, %s, 0          %r = select %zero, -1, %q
 *
 * and fptosi becomes llvm.fptosi.sat. A shift by the width or more gives 0 (or the
 * sign), a division by zero all ones, a remainder by zero the dividend, INT_MIN / -1
 * itself; conversions saturate. This must come before any LLVM pass: to LLVM these are
 * poison or undefined behaviour.
 *
 * needs:   code as clang made it
 * keeps:   the CFG
 * ensures: no shift, division or conversion with an undefined result on data
 */
#include "pass/pass.h"

static bool
is_constant_below(LLVMValueRef v, uint64_t limit)
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 &&
	       LLVMConstIntGetZExtValue(v) < limit;
}

static LLVMValueRef
define_shift(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef x = LLVMGetOperand(i, 0), n = LLVMGetOperand(i, 1), in, r;
	LLVMTypeRef t = LLVMTypeOf(i);
	unsigned width = LLVMGetIntTypeWidth(t);

	in = LLVMBuildICmp(b, LLVMIntULT, n, LLVMConstInt(t, width, false), "shift.in");
	if (o == LLVMAShr) {
		n = LLVMBuildSelect(b, in, n, LLVMConstInt(t, width - 1, false),
				    "shift.by");
		return LLVMBuildAShr(b, x, n, "");
	}
	n = LLVMBuildSelect(b, in, n, LLVMConstNull(t), "shift.by");
	r = LLVMBuildBinOp(b, o, x, n, "shift");
	return LLVMBuildSelect(b, in, r, LLVMConstNull(t), "");
}

/* Signed: -1 as divisor is taken out too, since INT_MIN / -1 traps on some processors. What
 * 1 leaves, -1 does: nothing. */
static LLVMValueRef
define_division(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef x = LLVMGetOperand(i, 0), d = LLVMGetOperand(i, 1), r;
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef one = LLVMConstInt(t, 1, false), zero = LLVMConstNull(t);
	LLVMValueRef is_zero = LLVMBuildICmp(b, LLVMIntEQ, d, zero, "div.zero");
	LLVMValueRef bad = is_zero, is_minus = NULL;
	bool is_signed = o == LLVMSDiv || o == LLVMSRem;
	bool is_rem = o == LLVMSRem || o == LLVMURem;

	if (is_signed) {
		is_minus = LLVMBuildICmp(b, LLVMIntEQ, d, LLVMConstAllOnes(t),
					 "div.minus");
		bad = LLVMBuildOr(b, is_zero, is_minus, "div.bad");
	}
	r = LLVMBuildBinOp(b, o, x, LLVMBuildSelect(b, bad, one, d, "div.by"), "div");
	if (is_minus && !is_rem)
		r = LLVMBuildSelect(b, is_minus, LLVMBuildNeg(b, x, "div.neg"), r,
				    "div.signed");
	return LLVMBuildSelect(b, is_zero, is_rem ? x : LLVMConstAllOnes(t), r, "");
}

/* A GPU converts to 32 bits or more and then cuts off. NaN gives 0, but the top bit where
 * a double or 64 bits take part. */
static LLVMValueRef
define_conversion(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	bool is_signed = LLVMGetInstructionOpcode(i) == LLVMFPToSI;
	LLVMTypeRef to = LLVMTypeOf(i), wide = to;
	LLVMValueRef x = LLVMGetOperand(i, 0), f, r;

	if (LLVMGetIntTypeWidth(to) < 32)
		wide = u->i32;
	f = hd_intrinsic(u, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat",
			 (LLVMTypeRef[]){wide, LLVMTypeOf(x)}, 2);
	r = hd_call(b, f, &x, 1, "");
	if (LLVMTypeOf(x) == u->f64 || wide == u->i64) {
		LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, x, x, "is.nan");
		uint64_t top = 1ull << (LLVMGetIntTypeWidth(wide) - 1);

		r = LLVMBuildSelect(b, nan, LLVMConstInt(wide, top, false), r, "");
	}
	return wide == to ? r : LLVMBuildTrunc(b, r, to, "");
}

static LLVMValueRef
define(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMTypeRef t = LLVMTypeOf(i);

	if (!hd_is_integer(t))
		return NULL;
	if (o == LLVMFPToSI || o == LLVMFPToUI)
		return define_conversion(u, b, i);
	if (o == LLVMShl || o == LLVMLShr || o == LLVMAShr)
		return is_constant_below(LLVMGetOperand(i, 1), LLVMGetIntTypeWidth(t))
			       ? NULL
			       : define_shift(b, i);
	if (!hd_is_division(o))
		return NULL;
	if (LLVMIsAConstantInt(LLVMGetOperand(i, 1)) &&
	    !LLVMIsNull(LLVMGetOperand(i, 1)) &&
	    (o == LLVMUDiv || o == LLVMURem ||
	     LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1)) != -1))
		return NULL;
	return define_division(b, i);
}

bool
hd_pass_define_arithmetic(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef r;

			LLVMPositionBuilderBefore(b, i);
			LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
			r = define(u, b, i);
			if (!r)
				continue;
			hd_replace(i, r);
			changed = true;
		}
	LLVMDisposeBuilder(b);
	return changed;
}
