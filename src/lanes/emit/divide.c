/* SPDX-License-Identifier: Apache-2.0 */
/* Integers divided by what differs from lane to lane. No processor has vectors of that, but x86
 * divides vectors of floats several times as fast as one integer after the other.
 *
 * The result is exact: two numbers of n bits have a quotient that is whole, or farther below
 * the next whole number than one part in 2^(n+1) of it; floats have 24 bits for numbers of
 * 16 bits, and 53 for those of 32. */
#include "lanes/emit/emit.h"

static LLVMTypeRef
float_for(const hd_unit *u, LLVMTypeRef t)
{
	return LLVMGetIntTypeWidth(t) <= 16 ? u->f32 : u->f64;
}

/* No lane's divisor is zero, nor is the quotient too large: idle lanes divide by one. */
LLVMValueRef
hd_divide_as_floats(hd_emit *e, LLVMValueRef i, LLVMValueRef x, LLVMValueRef y)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	bool is_signed = o == LLVMSDiv || o == LLVMSRem;
	LLVMTypeRef t = LLVMTypeOf(x),
		    f = hd_vector_type(e->c, float_for(e->u, LLVMTypeOf(i)));
	LLVMOpcode there = is_signed ? LLVMSIToFP : LLVMUIToFP,
		   back = is_signed ? LLVMFPToSI : LLVMFPToUI;
	LLVMValueRef q = LLVMBuildFDiv(e->b, LLVMBuildCast(e->b, there, x, f, ""),
				       LLVMBuildCast(e->b, there, y, f, ""), "");

	hd_check(LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMVectorTypeKind);
	q = LLVMBuildCast(e->b, back, q, t, "quotient");
	if (o == LLVMSDiv || o == LLVMUDiv)
		return q;
	return LLVMBuildSub(e->b, x, LLVMBuildMul(e->b, q, y, ""), "rest");
}
