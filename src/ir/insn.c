/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of instruction or value this is. None of these has an effect. */
#include "ir.h"

/* Of libm: somebody else's, that touches no memory. */
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
