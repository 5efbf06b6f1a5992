/* SPDX-License-Identifier: Apache-2.0 */
/* --check: before the program uses an address, is there memory? A GPU says that some
 * thread did something wrong somewhere, and stops; this says what, and the line.
 *
 *     store i32 1, ptr %p
 * becomes
 *     call void @check.access(ptr %p, i64 4, ptr @"app.c:7")
 *     store i32 1, ptr %p */
#include "gpufirst.h"

/* void check(address, bytes, where): the heap, the stack, each variable; or a message. */
static LLVMValueRef
make_check(gf *g)
{
	LLVMTypeRef params[] = {g->u.ptr, g->u.i64, g->u.ptr};
	LLVMValueRef f = gf_function(g, "check.access", g->u.void_type, 3, params),
		     arg[3], yes;
	LLVMBasicBlockRef done, next;

	LLVMSetLinkage(f, LLVMInternalLinkage);
	hd_add_attr(&g->u, f, "noinline");
	for (unsigned i = 0; i < 3; i++)
		arg[i] = LLVMGetParam(f, i);
	LLVMPositionBuilderAtEnd(g->b, hd_new_block(&g->u, f, "entry"));
	done = hd_new_block(&g->u, f, "done");
	yes = gf_runtime(g, "hd_gfx_is_memory", 3, arg);
	yes = LLVMBuildICmp(g->b, LLVMIntNE, yes, hd_i32(&g->u, 0), "memory");
	hd_each_global (v, g->u.m) {
		LLVMValueRef at, room;

		if (LLVMIsDeclaration(v) || hd_has_prefix(hd_name(v), "llvm."))
			continue;
		next = hd_new_block(&g->u, f, "next");
		LLVMBuildCondBr(g->b, yes, done, next);
		LLVMPositionBuilderAtEnd(g->b, next);
		at = LLVMBuildSub(g->b, LLVMBuildPtrToInt(g->b, arg[0], g->u.i64, ""),
				  LLVMBuildPtrToInt(g->b, v, g->u.i64, ""), "offset");
		room = hd_i64(&g->u,
			      (int64_t)hd_size_of(&g->u, LLVMGlobalGetValueType(v)));
		yes = LLVMBuildICmp(g->b, LLVMIntULT, at, room, "");
	}
	next = hd_new_block(&g->u, f, "wrong");
	LLVMBuildCondBr(g->b, yes, done, next);
	LLVMPositionBuilderAtEnd(g->b, next);
	gf_runtime(g, "hd_gfx_fault", 3, arg);
	LLVMBuildBr(g->b, done);
	LLVMPositionBuilderAtEnd(g->b, done);
	LLVMBuildRetVoid(g->b);
	return f;
}

static LLVMTypeRef
stored_type(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMTypeOf(i);
	return LLVMTypeOf(LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 0 : 1));
}

/* A constant place in a variable that is large enough needs no check. */
static bool
is_sure(gf *g, LLVMValueRef p, uint64_t n)
{
	int64_t at;
	LLVMValueRef v = gf_underlying(p, &at, g);
	LLVMTypeRef t;

	if (LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
		t = LLVMGetAllocatedType(v);
	else if (LLVMIsAGlobalVariable(v))
		t = LLVMGlobalGetValueType(v);
	else
		return hd_calls(v, "hd_gfx_frame");
	return at >= 0 && (uint64_t)at + n <= hd_size_of(&g->u, t);
}

static LLVMValueRef
place_text(gf *g, LLVMValueRef i)
{
	hd_pos pos = hd_position(i);
	const char *text =
		hd_format(&g->u.mem, "%s:%u", pos.file ? pos.file : "?", pos.line);
	LLVMValueRef v = LLVMGetNamedGlobal(g->u.m, text);

	if (!v) {
		v = gf_text(g, g->u.m, text);
		LLVMSetValueName2(v, text, strlen(text));
	}
	return v;
}

static void
check_address(gf *g, LLVMValueRef i, LLVMValueRef p, LLVMValueRef bytes)
{
	LLVMValueRef args[] = {p, bytes, place_text(g, i)};
	LLVMValueRef call;

	if (LLVMIsAConstantInt(bytes) && is_sure(g, p, LLVMConstIntGetZExtValue(bytes)))
		return;
	LLVMPositionBuilderBefore(g->b, i);
	call = gf_call(g, LLVMGetNamedFunction(g->u.m, "check.access"), 3, args);
	LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(i));
}

/* Functions of the device's own that follow their pointers whatever else they get. */
static bool
follows_pointers(const char *name)
{
	return (hd_has_prefix(name, "hd_gf_mem") || hd_has_prefix(name, "hd_gf_str")) &&
	       !hd_has_prefix(name, "hd_gf_strto") &&
	       !hd_has_prefix(name, "hd_gf_memalign");
}

static void
check_call(gf *g, LLVMValueRef i)
{
	LLVMValueRef callee = hd_callee(i);
	const char *name = callee ? hd_name(callee) : "";
	bool copies = hd_has_prefix(name, "llvm.memcpy") ||
		      hd_has_prefix(name, "llvm.memmove");

	if (copies || hd_has_prefix(name, "llvm.memset"))
		for (unsigned k = 0; k <= copies; k++)
			check_address(g, i, LLVMGetOperand(i, k), LLVMGetOperand(i, 2));
	if (follows_pointers(name))
		for (int k = 0; k < hd_arg_count(i); k++) {
			LLVMValueRef p = LLVMGetOperand(i, (unsigned)k);

			if (LLVMTypeOf(p) == g->u.ptr)
				check_address(g, i, p, hd_i64(&g->u, 1));
		}
}

static void
check_insn(gf *g, LLVMValueRef i)
{
	LLVMValueRef p = NULL;

	if (LLVMIsALoadInst(i) || LLVMIsAAtomicRMWInst(i) ||
	    LLVMIsAAtomicCmpXchgInst(i))
		p = LLVMGetOperand(i, 0);
	else if (LLVMIsAStoreInst(i))
		p = LLVMGetOperand(i, 1);
	if (p)
		check_address(
			g, i, p,
			hd_i64(&g->u, (int64_t)hd_size_of(&g->u, stored_type(i))));
	else if (LLVMIsACallInst(i))
		check_call(g, i);
}

void
hd_gf_checks(gf *g)
{
	LLVMTypeRef params[] = {g->u.ptr, g->u.i64, g->u.ptr};

	if (!g->opt->check)
		return;
	gf_function(g, "check.access", g->u.void_type, 3, params);
	hd_each_function (f, g->u.m)
		if (LLVMGetSubprogram(f)) /* written by the user */
			hd_each_block (bb, f)
				hd_each_insn (i, bb)
					check_insn(g, i);
	make_check(g);
}
