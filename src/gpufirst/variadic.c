/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program with a variable number of arguments get a pointer to the
 * others, which callers leave in memory, eight bytes each. clang has already written
 * va_arg as code that reads the CPU's va_list; va_start fills that so that nothing is in
 * registers and everything in memory.
 *
 *     f(i32 n, ...)          f.packed(i32 n, ptr rest)
 *     call f(2, 1.0, x)      rest = {1.0, x}; call f.packed(2, rest) */
#include "gpufirst.h"

/* The CPU's va_list: where its pointer to arguments in memory is, and the numbers that
 * say that all registers are used up. */
static const struct list_layout {
	const char *arch;
	int memory, zero_from, zero_to; /* offsets */
	struct {
		int at;
		uint32_t value;
	} word[2];
	int size;
} layouts[] = {
	{"aarch64", 0, 8, 24, {{24, 0}, {28, 0}}, 32},
	{"x86_64", 8, 16, 24, {{0, 48}, {4, 176}}, 24},
};

static const struct list_layout *
layout_for(gf *g)
{
	for (size_t i = 0; i < HD_COUNT(layouts); i++)
		if (hd_has_prefix(g->triple, layouts[i].arch))
			return &layouts[i];
	return NULL;
}

/* The calls of f: each packs what is more than n arguments. */
static void
pack_call(gf *g, LLVMValueRef call, LLVMValueRef packed, unsigned n)
{
	unsigned all = (unsigned)hd_arg_count(call), more = all - n;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	LLVMValueRef rest, *args = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, n + 1);

	LLVMPositionBuilderBefore(g->b,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	rest = LLVMBuildAlloca(g->b, LLVMArrayType2(g->u.i64, more + 1), "rest");
	LLVMSetAlignment(rest, 16);
	LLVMPositionBuilderBefore(g->b, call);
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetOperand(call, i);
	for (unsigned i = 0; i < more; i++) {
		LLVMValueRef v = LLVMGetOperand(call, n + i);

		if (hd_size_of(&g->u, LLVMTypeOf(v)) > 8)
			hd_error(call, "a structure in a variable argument list is not "
				       "supported");
		LLVMBuildStore(g->b, v, hd_offset(&g->u, g->b, rest, 8 * i, ""));
	}
	args[n] = rest;
	hd_replace(call, gf_call(g, packed, n + 1, args));
}

static void
start_list(gf *g, LLVMValueRef start, LLVMValueRef rest, const struct list_layout *l)
{
	LLVMValueRef list = LLVMGetOperand(start, 0);

	LLVMPositionBuilderBefore(g->b, start);
	LLVMBuildStore(g->b, rest, hd_offset(&g->u, g->b, list, l->memory, ""));
	for (int at = l->zero_from; at < l->zero_to; at += 8)
		LLVMBuildStore(g->b, hd_i64(&g->u, 0),
			       hd_offset(&g->u, g->b, list, at, ""));
	for (int i = 0; i < 2; i++)
		LLVMBuildStore(g->b, hd_i32(&g->u, l->word[i].value),
			       hd_offset(&g->u, g->b, list, l->word[i].at, ""));
	LLVMInstructionEraseFromParent(start);
}

static void
copy_list(gf *g, LLVMValueRef copy, const struct list_layout *l)
{
	LLVMPositionBuilderBefore(g->b, copy);
	for (int at = 0; at < l->size; at += 8) {
		LLVMValueRef v = LLVMBuildLoad2(
			g->b, g->u.i64,
			hd_offset(&g->u, g->b, LLVMGetOperand(copy, 1), at, ""), "");

		LLVMBuildStore(g->b, v,
			       hd_offset(&g->u, g->b, LLVMGetOperand(copy, 0), at, ""));
	}
	LLVMInstructionEraseFromParent(copy);
}

static void
lower_lists(gf *g, LLVMValueRef f, LLVMValueRef rest, const struct list_layout *l)
{
	hd_each_block (bb, f)
		hd_each_insn (i, bb) {
			if (rest && hd_calls_prefix(i, "llvm.va_start"))
				start_list(g, i, rest, l);
			else if (hd_calls_prefix(i, "llvm.va_copy"))
				copy_list(g, i, l);
			else if (hd_calls_prefix(i, "llvm.va_end"))
				LLVMInstructionEraseFromParent(i);
		}
}

/* A function with the same blocks and one more parameter. */
static LLVMValueRef
packed_copy(gf *g, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f);
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *params = HD_NEW_ARRAY(&g->u.mem, LLVMTypeRef, n + 1);
	LLVMValueRef to;

	LLVMGetParamTypes(type, params);
	params[n] = g->u.ptr;
	to = LLVMAddFunction(
		g->u.m, hd_format(&g->u.mem, "%s.packed", hd_name(f)),
		LLVMFunctionType(LLVMGetReturnType(type), params, n + 1, false));
	LLVMSetLinkage(to, LLVMInternalLinkage);
	if (!hd_has_body(f))
		return to;
	if (LLVMGetSubprogram(f))
		LLVMSetSubprogram(to, LLVMGetSubprogram(f));
	LLVMPositionBuilderAtEnd(g->b, hd_new_block(&g->u, to, "start"));
	while (LLVMGetFirstBasicBlock(f)) {
		LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f);
		LLVMBasicBlockRef last = LLVMGetLastBasicBlock(to);

		LLVMMoveBasicBlockAfter(bb, last);
	}
	LLVMBuildBr(g->b, LLVMGetNextBasicBlock(LLVMGetEntryBasicBlock(to)));
	for (unsigned i = 0; i < n; i++)
		LLVMReplaceAllUsesWith(LLVMGetParam(f, i), LLVMGetParam(to, i));
	return to;
}

static void
pack_calls(gf *g, LLVMValueRef f, LLVMValueRef packed)
{
	unsigned n = LLVMCountParamTypes(LLVMGlobalGetValueType(f));
	LLVMUseRef use = LLVMGetFirstUse(f);

	while (use) {
		LLVMValueRef user = LLVMGetUser(use);

		use = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
			pack_call(g, user, packed, n);
		else
			hd_error_at(hd_function_position(f),
				    "the address of '%s' is used, which has a variable "
				    "number of arguments: not supported",
				    hd_name(f));
	}
}

/* The device has a few such functions itself: hd_gf_snprintf(to, n, format, rest). */
static LLVMValueRef
declare_there(gf *g, LLVMValueRef f)
{
	const char *name = hd_format(&g->u.mem, "hd_gf_%s", hd_name(f));
	LLVMValueRef there = LLVMGetNamedFunction(g->runtime, name);

	if (hd_has_body(f) || !there)
		return NULL;
	return LLVMAddFunction(g->u.m, name, LLVMGlobalGetValueType(there));
}

void
hd_gf_variadics(gf *g)
{
	const struct list_layout *l = layout_for(g);
	LLVMValueRef offset = LLVMAddGlobal(g->u.m, g->u.i32, "hd_gf_list_offset");

	LLVMSetInitializer(offset, hd_i32(&g->u, l ? l->memory : 0));
	LLVMSetGlobalConstant(offset, true);
	hd_each_function (f, g->u.m) {
		LLVMTypeRef type = LLVMGlobalGetValueType(f);
		LLVMValueRef packed = NULL;

		if (hd_has_body(f) && l)
			lower_lists(g, f, NULL, l);
		if (!LLVMIsFunctionVarArg(type) || LLVMGetIntrinsicID(f))
			continue;
		if (hd_has_body(f))
			packed = packed_copy(g, f);
		else
			packed = declare_there(g, f);
		if (!packed)
			continue;
		if (!l) {
			hd_error_at(hd_function_position(f),
				    "variable argument lists are not supported on %s",
				    g->triple);
			return;
		}
		if (hd_has_body(packed))
			lower_lists(g, packed,
				    LLVMGetParam(packed, LLVMCountParams(packed) - 1),
				    l);
		pack_calls(g, f, packed);
		if (!LLVMGetFirstUse(f))
			LLVMDeleteFunction(f);
	}
}
