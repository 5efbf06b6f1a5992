/* SPDX-License-Identifier: Apache-2.0 */
/* Small things that the steps share. */
#include "gpufirst.h"

LLVMValueRef
gf_function(gf *g, const char *name, LLVMTypeRef result, unsigned n,
	    LLVMTypeRef *params)
{
	LLVMValueRef f = LLVMGetNamedFunction(g->u.m, name);

	if (f)
		return f;
	return LLVMAddFunction(g->u.m, name,
			       LLVMFunctionType(result, params, n, false));
}

LLVMValueRef
gf_call(gf *g, LLVMValueRef fn, unsigned n, LLVMValueRef *args)
{
	return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

LLVMValueRef
gf_runtime(gf *g, const char *name, unsigned n, LLVMValueRef *args)
{
	LLVMValueRef f = LLVMGetNamedFunction(g->u.m, name);

	if (!f) {
		LLVMValueRef there = LLVMGetNamedFunction(g->runtime, name);

		if (!there)
			hd_bug("the runtime has no %s", name);
		f = LLVMAddFunction(g->u.m, name, LLVMGlobalGetValueType(there));
	}
	return gf_call(g, f, n, args);
}

LLVMValueRef
gf_global(gf *g, LLVMModuleRef m, const char *name, LLVMValueRef init)
{
	LLVMValueRef v = LLVMAddGlobal(m, LLVMTypeOf(init), name);

	(void)g;
	LLVMSetInitializer(v, init);
	LLVMSetGlobalConstant(v, true);
	LLVMSetLinkage(v, LLVMPrivateLinkage);
	return v;
}

LLVMValueRef
gf_text(gf *g, LLVMModuleRef m, const char *text)
{
	return gf_global(g, m, "text",
			 LLVMConstStringInContext2(g->u.c, text, strlen(text), false));
}

static bool
step_back(gf *g, LLVMValueRef *p, int64_t *offset)
{
	LLVMValueRef v = *p;
	bool constant = LLVMIsAConstantExpr(v) != NULL;
	LLVMOpcode o = constant                ? LLVMGetConstOpcode(v)
		       : LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v)
					       : LLVMRet;
	int64_t at = 0;

	if (o == LLVMAddrSpaceCast || o == LLVMBitCast) {
		*p = LLVMGetOperand(v, 0);
		return true;
	}
	if (o != LLVMGetElementPtr)
		return false;
	hd_each_index (x, &g->u, v) {
		if (x.v && !LLVMIsAConstantInt(x.v))
			at = -1;
		else if (at >= 0)
			at += x.v ? LLVMConstIntGetSExtValue(x.v) * x.bytes : x.bytes;
	}
	*offset = at < 0 || *offset < 0 ? -1 : *offset + at;
	*p = LLVMGetOperand(v, 0);
	return true;
}

/* The variable that a pointer points into; *offset is -1 where it is not constant. */
LLVMValueRef
gf_underlying(LLVMValueRef p, int64_t *offset, gf *g)
{
	*offset = 0;
	while (step_back(g, &p, offset))
		;
	return p;
}

const char *
gf_constant_text(LLVMValueRef p)
{
	LLVMValueRef init;
	const char *s;
	size_t n;

	if (!LLVMIsAGlobalVariable(p) || !LLVMIsGlobalConstant(p))
		return NULL;
	init = LLVMGetInitializer(p);
	if (init && LLVMIsNull(init))
		return "";
	if (!init || !LLVMIsAConstantDataSequential(init) ||
	    !LLVMIsConstantString(init))
		return NULL;
	s = LLVMGetAsString(init, &n);
	return n && s[n - 1] == '\0' ? s : NULL;
}

static bool
is_address_taken(LLVMValueRef f)
{
	hd_each_use (use, f) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_calls(user, "hd_gfx_fork"))
			continue; /* a region: no pointer to it is kept */
		if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f)
			return true;
		for (int i = 0; i < hd_arg_count(user); i++)
			if (LLVMGetOperand(user, (unsigned)i) == f)
				return true;
	}
	return false;
}

static void reach_function(gf *g, LLVMValueRef f, hd_map *reached);

static void
reach_pointers(gf *g, hd_map *reached)
{
	if (hd_map_get_str(reached, "*"))
		return;
	*hd_map_put_str(&g->u.mem, reached, "*") = 1;
	hd_each_function (f, g->u.m)
		if (hd_has_body(f) && is_address_taken(f))
			reach_function(g, f, reached);
}

static void
reach_function(gf *g, LLVMValueRef f, hd_map *reached)
{
	uintptr_t *seen = hd_map_put_str(&g->u.mem, reached, hd_name(f));

	if (*seen)
		return;
	*seen = 1;
	hd_each_block (bb, f)
		hd_each_insn (i, bb) {
			LLVMValueRef callee;

			if (!LLVMIsACallInst(i))
				continue;
			callee = hd_callee(i);
			if (callee)
				reach_function(g, callee, reached);
			else
				reach_pointers(g, reached);
			/* functions that are handed to something which calls them */
			for (int k = 0; k < hd_arg_count(i); k++) {
				LLVMValueRef a = LLVMGetOperand(i, (unsigned)k);

				if (LLVMIsAFunction(a))
					reach_function(g, a, reached);
			}
		}
}

void
gf_reach(gf *g, LLVMValueRef from, hd_map *reached)
{
	reach_function(g, from, reached);
}

/* The visitor may remove the call; true: it did. */
void
gf_each_call(gf *g, gf_call_fn *visit)
{
	hd_each_function (f, g->u.m)
		hd_each_block (bb, f)
			hd_each_insn (i, bb) {
				LLVMValueRef callee = hd_callee(i);

				if (callee)
					visit(g, i, callee);
			}
}

const char *
gf_where(gf *g, LLVMValueRef insn)
{
	hd_pos pos = hd_position(insn);

	return hd_format(&g->u.mem, ";%s;;%u;%u;;", pos.file ? pos.file : "", pos.line,
			 pos.column);
}
