/* SPDX-License-Identifier: Apache-2.0 */
/* Remote calls: functions that neither the program nor the device has run on the host.
 * Calls become calls of stubs; where only the address is used, the stub's is. */
#include "remote.h"

static void
replace_call(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	gf_remote r = {
		.callee = callee,
		.type = LLVMGetCalledFunctionType(call),
		.result = LLVMTypeOf(call),
		.n = hd_arg_count(call),
		.where = gf_where(g, call),
	};
	LLVMValueRef stub, result, *args;
	int n = r.n;

	r.types = HD_NEW_ARRAY(&g->u.mem, LLVMTypeRef, (size_t)r.n + 1);
	for (int i = 0; i < r.n; i++)
		r.types[i] = LLVMTypeOf(LLVMGetOperand(call, (unsigned)i));
	if (!gf_classify(g, &r, call))
		return;
	hd_push(&g->u.mem, g->opt->calls,
		((hd_gf_call_site){hd_strdup(&g->u.mem, hd_name(callee)),
				   hd_position(call)}));
	stub = gf_stub(g, &r);
	args = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, LLVMCountParams(stub) + 1);
	for (int i = 0; i < r.n; i++) {
		args[i] = LLVMGetOperand(call, (unsigned)i);
		for (int k = 0; k < r.args[i].candidates; k++)
			args[n++] = r.args[i].candidate[k].base;
	}
	LLVMPositionBuilderBefore(g->b, call);
	result = gf_call(g, stub, (unsigned)n, args);
	hd_replace(call, result);
}

/* The function's address: there must be one stub for all uses. */
static void
replace_address(gf *g, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f);
	gf_remote r = {
		.callee = f,
		.type = type,
		.result = LLVMGetReturnType(type),
		.n = (int)LLVMCountParamTypes(type),
		.where = ";;;;;;",
	};

	if (LLVMIsFunctionVarArg(type)) {
		hd_error_at((hd_pos){0},
			    "the address of '%s' is used, which runs on "
			    "the host and has a variable number of arguments",
			    hd_name(f));
		return;
	}
	r.types = HD_NEW_ARRAY(&g->u.mem, LLVMTypeRef, (size_t)r.n + 1);
	LLVMGetParamTypes(type, r.types);
	if (gf_classify(g, &r, NULL))
		LLVMReplaceAllUsesWith(f, gf_stub(g, &r));
}

static bool
is_remote(gf *g, LLVMValueRef f)
{
	LLVMValueRef there;

	if (hd_has_body(f) || LLVMGetIntrinsicID(f) ||
	    hd_has_prefix(hd_name(f), "llvm."))
		return false;
	there = LLVMGetNamedFunction(g->runtime, hd_name(f));
	return !there || !hd_has_body(there);
}

static bool
visit(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	if (!is_remote(g, callee))
		return false;
	replace_call(g, call, callee);
	return true;
}

void
hd_gf_remote(gf *g)
{
	gf_each_call(g, visit);
	hd_each_function (f, g->u.m) {
		if (!is_remote(g, f) || hd_error_count())
			continue;
		if (LLVMGetFirstUse(f))
			replace_address(g, f);
	}
}
