/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of instruction or value this is. None of these has an effect. */
#include "ir.h"

/* Of libm: a function of another library that touches no memory. */
static bool
is_mathematics(LLVMValueRef i)
{
	unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMValueRef f = hd_callee(i);
	LLVMAttributeRef a = f && !hd_has_body(f)
				     ? LLVMGetEnumAttributeAtIndex(
					       f, LLVMAttributeFunctionIndex, memory)
				     : NULL;

	return a && LLVMGetEnumAttributeValue(a) == 0;
}

bool
hd_is_plain_call(LLVMValueRef i)
{
	if (hd_is_lifetime_call(i) || hd_barrier_kind(i) != HD_NO_BARRIER)
		return false;
	return hd_calls_prefix(i, "llvm.") ? !hd_calls_prefix(i, "llvm.mem")
					   : is_mathematics(i);
}

bool
hd_is_arithmetic(LLVMValueRef v)
{
	LLVMOpcode o;

	if (!LLVMIsAInstruction(v))
		return false;
	o = LLVMGetInstructionOpcode(v);
	return (o >= LLVMAdd && o <= LLVMXor && !hd_is_division(o)) ||
	       (o >= LLVMTrunc && o <= LLVMBitCast) || o == LLVMGetElementPtr ||
	       o == LLVMICmp || o == LLVMSelect;
}

bool
hd_is_extension(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMSExt) || hd_is_opcode(v, LLVMZExt);
}

bool
hd_is_ordinary(LLVMValueRef access)
{
	return !LLVMGetVolatile(access) &&
	       LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

LLVMValueRef
hd_only_user(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

bool
hd_is_int(LLVMValueRef v, uint64_t n)
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 &&
	       LLVMConstIntGetZExtValue(v) == n;
}

bool
hd_is_ones(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && v == LLVMConstAllOnes(LLVMTypeOf(v));
}

bool
hd_is_integer(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

bool
hd_is_atomic_read(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMAtomicCmpXchg))
		return LLVMGetOperand(i, 1) == LLVMGetOperand(i, 2);
	return hd_is_opcode(i, LLVMAtomicRMW) && LLVMIsNull(LLVMGetOperand(i, 1)) &&
	       LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg &&
	       LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpAnd;
}

bool
hd_is_pure(LLVMOpcode o)
{
	return (o >= LLVMAdd && o <= LLVMXor) || (o >= LLVMTrunc && o <= LLVMBitCast) ||
	       o == LLVMICmp || o == LLVMFCmp || o == LLVMSelect ||
	       o == LLVMGetElementPtr || o == LLVMExtractValue;
}

bool
hd_may_trap(LLVMValueRef i)
{
	LLVMValueRef by;

	if (!hd_is_division(LLVMGetInstructionOpcode(i)))
		return false;
	by = LLVMGetOperand(i, 1);
	return !LLVMIsAConstantInt(by) || LLVMIsNull(by) || hd_is_ones(by);
}

bool
hd_is_channel_type(const hd_unit *u, LLVMTypeRef t)
{
	return t == u->i8 || t == u->i16 || t == u->i32 ||
	       LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}
