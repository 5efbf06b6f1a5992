/* SPDX-License-Identifier: Apache-2.0 */
/* Remote calls: a stub on the device and a landing pad on the host, both made for one
 * function as one kind of call site uses it.
 *
 *     i32 remote.fputs(ptr s, ptr f) {           i64 pad.3.fputs(ptr arg) {
 *         hd_gfx_rpc_begin(&c, 19)                    r = fputs(arg[0], arg[1])
 *         hd_gfx_rpc_string(&c, s)                    return r
 *         hd_gfx_rpc_value(&c, f)                 }
 *         return hd_gfx_rpc_end(&c)
 *     } */
#include "remote.h"

static LLVMValueRef
to_word(gf *g, LLVMBuilderRef b, LLVMValueRef v)
{
	switch (LLVMGetTypeKind(LLVMTypeOf(v))) {
	case LLVMPointerTypeKind:
		return LLVMBuildPtrToInt(b, v, g->u.i64, "");
	case LLVMDoubleTypeKind:
		return LLVMBuildBitCast(b, v, g->u.i64, "");
	case LLVMFloatTypeKind:
		v = LLVMBuildBitCast(b, v, g->u.i32, "");
		return LLVMBuildZExt(b, v, g->u.i64, "");
	default:
		return LLVMBuildSExtOrBitCast(b, v, g->u.i64, "");
	}
}

static LLVMValueRef
from_word(gf *g, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return LLVMBuildIntToPtr(b, v, t, "");
	case LLVMDoubleTypeKind:
		return LLVMBuildBitCast(b, v, t, "");
	case LLVMFloatTypeKind:
		v = LLVMBuildTrunc(b, v, g->u.i32, "");
		return LLVMBuildBitCast(b, v, t, "");
	default:
		return LLVMBuildTruncOrBitCast(b, v, t, "");
	}
}

/* ---- the landing pad */

/* How small integers are extended is part of the call. */
static void
copy_extensions(LLVMValueRef from, LLVMValueRef call, int n)
{
	static const char *const names[] = {"signext", "zeroext"};

	for (int i = 0; i <= n; i++)
		for (size_t k = 0; k < HD_COUNT(names); k++) {
			unsigned kind = LLVMGetEnumAttributeKindForName(names[k], 7);
			LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
				from, (LLVMAttributeIndex)i, kind);

			if (a)
				LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)i,
							 a);
		}
}

static LLVMValueRef
keep_result(gf *g, gf_remote *r, LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMTypeRef params[] = {g->u.ptr, g->u.i64};
	LLVMTypeRef type = LLVMFunctionType(g->u.ptr, params, 2, false);
	LLVMValueRef keep = LLVMGetNamedFunction(g->host, "hd_gf_keep");

	if (r->returns != 's' && r->returns != '#')
		return v;
	if (!keep)
		keep = LLVMAddFunction(g->host, "hd_gf_keep", type);
	return LLVMBuildCall2(b, type, keep,
			      (LLVMValueRef[]){v, hd_i64(&g->u, r->returns_size)}, 2,
			      "");
}

static LLVMValueRef
make_pad(gf *g, gf_remote *r)
{
	LLVMTypeRef type = LLVMFunctionType(g->u.i64, &g->u.ptr, 1, false);
	const char *name = hd_name(r->callee);
	LLVMValueRef f = LLVMAddFunction(
		g->host, hd_format(&g->u.mem, "pad.%zu.%s", g->pads.n, name), type);
	LLVMValueRef there = LLVMGetNamedFunction(g->host, name), v, *args;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(g->u.c);

	LLVMSetLinkage(f, LLVMInternalLinkage);
	if (!there)
		there = LLVMAddFunction(g->host, name, r->type);
	args = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, (size_t)r->n + 1);
	LLVMPositionBuilderAtEnd(b, hd_new_block(&g->u, f, "entry"));
	for (int i = 0; i < r->n; i++) {
		v = hd_offset(&g->u, b, LLVMGetParam(f, 0), 8 * i, "");
		v = LLVMBuildLoad2(b, g->u.i64, v, "");
		args[i] = from_word(g, b, v, r->types[i]);
	}
	v = LLVMBuildCall2(b, r->type, there, args, (unsigned)r->n, "");
	copy_extensions(r->callee, v, r->n);
	if (LLVMGetTypeKind(r->result) == LLVMVoidTypeKind)
		v = hd_i64(&g->u, 0);
	else
		v = to_word(g, b, keep_result(g, r, b, v));
	LLVMBuildRet(b, v);
	LLVMDisposeBuilder(b);
	return f;
}

/* ---- the stub */

/* The bytes of a buffer: a number, or arguments multiplied. */
static LLVMValueRef
size_value(gf *g, gf_remote *r, const gf_arg *a, LLVMValueRef stub)
{
	LLVMValueRef n = hd_i64(&g->u, a->size);

	for (int k = 0; k < 2; k++)
		if (a->times[k] >= 0 && a->times[k] < r->n) {
			LLVMValueRef p = LLVMGetParam(stub, (unsigned)a->times[k]);

			n = LLVMBuildMul(g->b, n, to_word(g, g->b, p), "");
		}
	return n;
}

static void
pass_candidates(gf *g, const gf_arg *a, LLVMValueRef c, LLVMValueRef p,
		LLVMValueRef *base)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInsertBlock(g->b));
	LLVMBasicBlockRef done = hd_new_block(&g->u, f, "passed");

	for (int i = 0; i < a->candidates; i++) {
		LLVMBasicBlockRef next = hd_new_block(&g->u, f, "next");
		LLVMValueRef args[] = {c, p, base[i],
				       hd_i64(&g->u, a->candidate[i].size),
				       hd_i32(&g->u, a->candidate[i].how)};
		LLVMValueRef yes = gf_runtime(g, "hd_gfx_rpc_candidate", 5, args);

		yes = LLVMBuildICmp(g->b, LLVMIntNE, yes, hd_i32(&g->u, 0), "");
		LLVMBuildCondBr(g->b, yes, done, next);
		LLVMPositionBuilderAtEnd(g->b, next);
	}
	gf_runtime(g, "hd_gfx_rpc_pointer", 2, (LLVMValueRef[]){c, p});
	LLVMBuildBr(g->b, done);
	LLVMPositionBuilderAtEnd(g->b, done);
}

/* `extra` is where the bases of candidates begin among the stub's parameters. */
static void
pass_arg(gf *g, gf_remote *r, LLVMValueRef stub, LLVMValueRef c, int i, int *extra)
{
	const gf_arg *a = &r->args[i];
	LLVMValueRef p = LLVMGetParam(stub, (unsigned)i), base[GF_CANDIDATES];

	switch (a->class) {
	case GF_VALUE:
		gf_runtime(g, "hd_gfx_rpc_value", 2,
			   (LLVMValueRef[]){c, to_word(g, g->b, p)});
		break;
	case GF_STRING:
		gf_runtime(g, "hd_gfx_rpc_string", 2, (LLVMValueRef[]){c, p});
		break;
	case GF_TEXT:
		gf_runtime(g, "hd_gfx_rpc_text", 3,
			   (LLVMValueRef[]){c, p, size_value(g, r, a, stub)});
		break;
	case GF_BUFFER:
		gf_runtime(g, "hd_gfx_rpc_object", 5,
			   (LLVMValueRef[]){c, p, hd_i64(&g->u, 0),
					    size_value(g, r, a, stub),
					    hd_i32(&g->u, a->how)});
		break;
	case GF_STRING_OUT:
		gf_runtime(g, "hd_gfx_rpc_string_out", 3,
			   (LLVMValueRef[]){c, p, hd_i64(&g->u, a->size)});
		break;
	case GF_OBJECT:
		for (int k = 0; k < a->candidates; k++)
			base[k] = LLVMGetParam(stub, (unsigned)(*extra)++);
		pass_candidates(g, a, c, p, base);
		break;
	case GF_POINTER:
		gf_runtime(g, "hd_gfx_rpc_pointer", 2, (LLVMValueRef[]){c, p});
		break;
	case GF_PRINT:
	case GF_SCAN:
		gf_runtime(g, "hd_gfx_rpc_formatted", 5,
			   (LLVMValueRef[]){c, p,
					    LLVMGetParam(stub, (unsigned)a->format),
					    hd_i32(&g->u, a->position),
					    hd_i32(&g->u, a->class == GF_SCAN)});
		break;
	}
}

static LLVMTypeRef
call_type(gf *g)
{
	LLVMTypeRef t = LLVMGetTypeByName2(g->u.c, "struct.hd_gf_call");

	if (!t)
		hd_bug("the runtime has no struct hd_gf_call");
	return t;
}

static LLVMValueRef
make_stub(gf *g, gf_remote *r, int extras)
{
	LLVMTypeRef *types =
		HD_NEW_ARRAY(&g->u.mem, LLVMTypeRef, (size_t)(r->n + extras) + 1);
	LLVMValueRef f, c, v, args[2];
	int extra = r->n;

	for (int i = 0; i < r->n + extras; i++)
		types[i] = i < r->n ? r->types[i] : g->u.ptr;
	f = LLVMAddFunction(
		g->u.m, hd_format(&g->u.mem, "remote.%s", hd_name(r->callee)),
		LLVMFunctionType(r->result, types, (unsigned)(r->n + extras), false));
	LLVMSetLinkage(f, LLVMInternalLinkage);
	hd_add_attr(&g->u, f, "nounwind");
	hd_add_attr(&g->u, f, "noinline");
	LLVMPositionBuilderAtEnd(g->b, hd_new_block(&g->u, f, "entry"));
	c = LLVMBuildAlloca(g->b, call_type(g), "call");
	args[0] = c;
	args[1] = hd_i32(&g->u, HD_GF_OP_PAD + (int64_t)g->pads.n);
	gf_runtime(g, "hd_gfx_rpc_begin", 2, args);
	for (int i = 0; i < r->n; i++)
		pass_arg(g, r, f, c, i, &extra);
	v = gf_runtime(g,
		       r->returns == 'p' ? "hd_gfx_rpc_end_pointer" : "hd_gfx_rpc_end",
		       1, &c);
	if (LLVMGetTypeKind(r->result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(g->b);
	else
		LLVMBuildRet(g->b, from_word(g, g->b, v, r->result));
	hd_push(&g->u.mem, &g->pads,
		((gf_pad){make_pad(g, r), hd_strdup(&g->u.mem, hd_name(r->callee)),
			  r->where}));
	return f;
}

/* Two call sites with the same text share a stub. */
static const char *
signature(gf *g, gf_remote *r, int *extras)
{
	hd_str s = {.arena = &g->u.mem};

	*extras = 0;
	hd_str_addf(&s, "%s", hd_name(r->callee));
	for (int i = 0; i < r->n; i++) {
		const gf_arg *a = &r->args[i];

		hd_str_addf(&s, " %p:%d:%u:%lld:%d:%d:%d:%d", (void *)r->types[i],
			    (int)a->class, a->how, (long long)a->size, a->times[0],
			    a->times[1], a->format, a->position);
		for (int k = 0; k < a->candidates; k++)
			hd_str_addf(&s, "/%lld:%u", (long long)a->candidate[k].size,
				    a->candidate[k].how);
		*extras += a->candidates;
	}
	return s.at;
}

LLVMValueRef
gf_stub(gf *g, gf_remote *r)
{
	int extras;
	const char *key = signature(g, r, &extras);
	uintptr_t *slot = hd_map_put_str(&g->u.mem, &g->stubs, key);

	if (!*slot) {
		LLVMValueRef f = make_stub(g, r, extras);

		*hd_map_put_str(&g->u.mem, &g->stubs, key) = (uintptr_t)f;
		return f;
	}
	return (LLVMValueRef)*slot;
}
