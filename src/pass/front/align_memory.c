/* SPDX-License-Identifier: Apache-2.0 */
/* align_memory: what is 16 bytes or larger begins at multiples of 16.
 *
 *     %f = alloca [8 x i32], align 4
 * becomes
 *     %f = alloca [8 x i32], align 16
 *
 * GPUs read and write up to 16 bytes in one step where a program says that they lie so, as by
 * *(float4 *)f, and programs say it of arrays of float: on GPUs all arrays of local, shared and
 * device memory happen to begin at such multiples. Processors then end a program whose array
 * begins elsewhere.
 *
 * needs:   lower_address_spaces
 */
#include "pass/pass.h"

enum { ALIGN = 16 };

static bool
align_private(hd_unit *u, LLVMValueRef i)
{
	LLVMValueRef count = LLVMGetOperand(i, 0);
	uint64_t n =
		LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : ALIGN;

	if (hd_size_of(u, LLVMGetAllocatedType(i)) * n < ALIGN ||
	    LLVMGetAlignment(i) >= ALIGN)
		return false;
	LLVMSetAlignment(i, ALIGN);
	return true;
}

/* What others only declare, and texts, stay. */
static bool
align_variable(hd_unit *u, LLVMValueRef g)
{
	if (!hd_is_shared_variable(g) &&
	    (LLVMIsDeclaration(g) || LLVMGetLinkage(g) == LLVMPrivateLinkage ||
	     LLVMGetLinkage(g) == LLVMAppendingLinkage))
		return false;
	if (hd_size_of(u, LLVMGlobalGetValueType(g)) < ALIGN ||
	    LLVMGetAlignment(g) >= ALIGN)
		return false;
	LLVMSetAlignment(g, ALIGN);
	return true;
}

static bool
suits(hd_unit *u, LLVMAttributeRef byval, LLVMAttributeRef align)
{
	return byval && hd_size_of(u, LLVMGetTypeAttributeValue(byval)) >= ALIGN &&
	       (!align || LLVMGetEnumAttributeValue(align) < ALIGN);
}

/* Copies that callers make on their stacks, as both sides know of them. */
static bool
align_parameters(hd_unit *u, LLVMValueRef fn)
{
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5),
		 align = LLVMGetEnumAttributeKindForName("align", 5);
	bool changed = false;

	for (unsigned k = 1; k <= LLVMCountParams(fn); k++) {
		if (!suits(u, LLVMGetEnumAttributeAtIndex(fn, k, byval),
			   LLVMGetEnumAttributeAtIndex(fn, k, align)))
			continue;
		LLVMRemoveEnumAttributeAtIndex(fn, k, align);
		LLVMAddAttributeAtIndex(fn, k,
					LLVMCreateEnumAttribute(u->c, align, ALIGN));
		changed = true;
	}
	return changed;
}

static bool
align_operands(hd_unit *u, LLVMValueRef call)
{
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5),
		 align = LLVMGetEnumAttributeKindForName("align", 5);
	bool changed = false;

	for (unsigned k = 1; k <= LLVMGetNumArgOperands(call); k++) {
		if (!suits(u, LLVMGetCallSiteEnumAttribute(call, k, byval),
			   LLVMGetCallSiteEnumAttribute(call, k, align)))
			continue;
		LLVMRemoveCallSiteEnumAttribute(call, k, align);
		LLVMAddCallSiteAttribute(call, k,
					 LLVMCreateEnumAttribute(u->c, align, ALIGN));
		changed = true;
	}
	return changed;
}

static bool
align_function(hd_unit *u, LLVMValueRef fn)
{
	bool changed = !hd_is_kernel(u, fn) && align_parameters(u, fn);

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			if (hd_is_opcode(i, LLVMAlloca))
				changed |= align_private(u, i);
			else if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
				changed |= align_operands(u, i);
		}
	return changed;
}

bool
hd_pass_align_memory(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m)
		changed |= align_function(u, fn);
	hd_each_global (g, u->m)
		changed |= align_variable(u, g);
	return changed;
}
