/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of which each thread has its own: threadprivate, and _Thread_local. */
#include "gpufirst.h"

static LLVMValueRef
cache_for(gf *g, LLVMValueRef v)
{
	const char *name = hd_format(&g->u.mem, "%s.cache", hd_name(v));
	LLVMValueRef c = LLVMGetNamedGlobal(g->u.m, name);

	if (c)
		return c;
	c = LLVMAddGlobal(g->u.m, g->u.ptr, name);
	LLVMSetInitializer(c, LLVMConstNull(g->u.ptr));
	LLVMSetLinkage(c, LLVMInternalLinkage);
	return c;
}

/* The variable's value at the start of the program. */
static LLVMValueRef
initial_of(gf *g, LLVMValueRef v)
{
	const char *name = hd_format(&g->u.mem, "%s.initial", hd_name(v));
	LLVMValueRef c = LLVMGetNamedGlobal(g->u.m, name), init = LLVMGetInitializer(v);

	if (c)
		return c;
	c = LLVMAddGlobal(g->u.m, LLVMGlobalGetValueType(v), name);
	LLVMSetInitializer(c, init ? init : LLVMConstNull(LLVMGlobalGetValueType(v)));
	LLVMSetGlobalConstant(c, true);
	LLVMSetLinkage(c, LLVMInternalLinkage);
	return c;
}

static bool
visit(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	bool cached = strcmp(hd_name(callee), "__kmpc_threadprivate_cached") == 0;
	LLVMValueRef v, own;

	if (!cached && !hd_has_prefix(hd_name(callee), "llvm.threadlocal.address"))
		return false;
	v = LLVMGetOperand(call, cached ? 2 : 0);
	if (!LLVMIsAGlobalVariable(v) || LLVMIsDeclaration(v)) {
		hd_error(call, "'%s' has no definition in the program", hd_name(v));
		return false;
	}
	LLVMPositionBuilderBefore(g->b, call);
	own = gf_runtime(
		g, "hd_gfx_threadprivate", 4,
		(LLVMValueRef[]){
			v, initial_of(g, v),
			hd_i64(&g->u,
			       (int64_t)hd_size_of(&g->u, LLVMGlobalGetValueType(v))),
			cache_for(g, v)});
	hd_replace(call, own);
	return true;
}

void
hd_gf_threadprivate(gf *g)
{
	gf_each_call(g, visit);
	hd_each_global (v, g->u.m)
		LLVMSetThreadLocal(v, false);
}
