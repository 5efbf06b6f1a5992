/* SPDX-License-Identifier: Apache-2.0 */
/* Where the program begins, and what the loader is told about it. */
#include "gpufirst.h"

/* ---- variables of the host's libraries: the device has a copy of the pointer */

static const char *const known[] = {
	"stdin", "stdout", "stderr", "environ", "__environ",
};

static bool
is_known(const char *name)
{
	for (size_t i = 0; i < HD_COUNT(known); i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	return false;
}

/* Variables that the device has itself: optind is hd_gf_optind there. */
static bool
adopt_own(gf *g, LLVMValueRef v)
{
	const char *own = hd_format(&g->u.mem, "hd_gf_%s", hd_name(v));
	LLVMValueRef there = LLVMGetNamedGlobal(g->runtime, own);

	if (!there || LLVMIsDeclaration(there))
		return false;
	LLVMSetValueName2(v, own, strlen(own));
	return true;
}

static void
adopt_variables(gf *g)
{
	hd_each_global (v, g->u.m) {
		const char *name = hd_name(v), *own;

		if (!LLVMIsDeclaration(v) || hd_has_prefix(name, "llvm."))
			continue;
		if (!LLVMGetFirstUse(v))
			continue;
		if (strcmp(name, "__dso_handle") == 0) { /* C++; it is never read */
			LLVMSetInitializer(v, LLVMConstNull(LLVMGlobalGetValueType(v)));
			LLVMSetLinkage(v, LLVMInternalLinkage);
			continue;
		}
		if (adopt_own(g, v))
			continue;
		if (!is_known(name)) {
			hd_error_at((hd_pos){0},
				    "variable '%s' is not defined in the program, and "
				    "the device cannot see variables of the host's "
				    "libraries",
				    name);
			continue;
		}
		own = hd_format(&g->u.mem, "hd_gf_var_%s", name);
		LLVMSetValueName2(v, own, strlen(own));
		LLVMSetInitializer(v, LLVMConstNull(g->u.ptr));
		LLVMSetLinkage(v, LLVMExternalLinkage);
		hd_push(&g->u.mem, &g->externs, v);
	}
}

/* ---- main */

/* Functions with __attribute__((constructor)), and C++'s initialisers. */
static void
call_constructors(gf *g)
{
	LLVMValueRef list = LLVMGetNamedGlobal(g->u.m, "llvm.global_ctors"), init;

	if (!list)
		return;
	init = LLVMGetInitializer(list);
	for (int i = 0; init && i < LLVMGetNumOperands(init); i++) {
		LLVMValueRef f = LLVMGetOperand(LLVMGetOperand(init, (unsigned)i), 1);

		if (LLVMIsAFunction(f))
			gf_call(g, f, 0, NULL);
	}
	LLVMDeleteGlobal(list);
}

void
hd_gf_entry(gf *g)
{
	LLVMTypeRef params[] = {g->u.i32, g->u.ptr, g->u.ptr};
	LLVMValueRef user = LLVMGetNamedFunction(g->u.m, "main"), start, status,
		     args[3];

	adopt_variables(g);
	LLVMSetValueName2(user, "user.main", 9);
	LLVMSetLinkage(user, LLVMInternalLinkage);
	start = gf_function(g, "hd_gf_main", g->u.void_type, 3, params);
	LLVMPositionBuilderAtEnd(g->b, hd_new_block(&g->u, start, "entry"));
	gf_runtime(g, "hd_gfx_start", 0, NULL);
	call_constructors(g);
	for (unsigned i = 0; i < 3; i++)
		args[i] = LLVMGetParam(start, i);
	status = gf_call(g, user, LLVMCountParams(user), args);
	if (LLVMGetTypeKind(LLVMTypeOf(status)) == LLVMVoidTypeKind)
		status = hd_i32(&g->u, 0);
	gf_runtime(g, "hd_gfx_finish", 1, &status);
	LLVMBuildRetVoid(g->b);
}

/* ---- the description: share.h's struct hd_gf_program, field by field */

static LLVMValueRef
record(gf *g, LLVMValueRef *field, unsigned n)
{
	return LLVMConstStructInContext(g->u.c, field, n, false);
}

static LLVMValueRef
table(gf *g, const char *name, LLVMValueRef *at, size_t n)
{
	if (!n)
		return LLVMConstNull(g->u.ptr);
	return gf_global(g, g->host, name, LLVMConstArray2(LLVMTypeOf(at[0]), at, n));
}

static LLVMValueRef
host_symbol(gf *g, const char *name)
{
	LLVMValueRef v = LLVMGetNamedGlobal(g->host, name);

	return v ? v : LLVMAddGlobal(g->host, g->u.i8, name);
}

static LLVMValueRef
region_table(gf *g)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, g->regions.n + 1);

	for (size_t i = 0; i < g->regions.n; i++) {
		const gf_region *r = &g->regions.at[i];
		const char *name = hd_format(&g->u.mem, "hd_gf_region_%zu", i);
		LLVMValueRef field[] = {
			host_symbol(g, name),          gf_text(g, g->host, name),
			gf_text(g, g->host, r->where), hd_i32(&g->u, r->one_block),
			hd_i32(&g->u, r->takes_turns), hd_i32(&g->u, r->lines_up),
			hd_i32(&g->u, r->numbered),    hd_i32(&g->u, r->apart),
		};

		at[i] = record(g, field, HD_COUNT(field));
	}
	return table(g, "regions", at, g->regions.n);
}

static LLVMValueRef
pad_table(gf *g)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, g->pads.n + 1);

	for (size_t i = 0; i < g->pads.n; i++) {
		const gf_pad *p = &g->pads.at[i];
		LLVMValueRef field[] = {
			p->fn,
			gf_text(g, g->host, p->name),
			gf_text(g, g->host, p->where),
		};

		at[i] = record(g, field, HD_COUNT(field));
	}
	return table(g, "pads", at, g->pads.n);
}

static LLVMValueRef
extern_table(gf *g)
{
	static const size_t skip = sizeof "hd_gf_var_" - 1;
	LLVMValueRef *at = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, g->externs.n + 1);

	for (size_t i = 0; i < g->externs.n; i++) {
		const char *own = hd_name(g->externs.at[i]);
		LLVMValueRef field[] = {
			gf_text(g, g->host, own),
			host_symbol(g, own + skip),
			host_symbol(g, own),
			hd_i64(&g->u, 8),
		};

		at[i] = record(g, field, HD_COUNT(field));
	}
	return table(g, "variables", at, g->externs.n);
}

static LLVMValueRef
ptx_text(gf *g)
{
	const char *text = "";

	if (g->opt->ptx_out)
		text = hd_read_file(&g->u.mem, g->opt->ptx_out, NULL);
	return gf_text(g, g->host, text ? text : "");
}

void
hd_gf_describe(gf *g)
{
	const hd_gf_options *o = g->opt;
	LLVMValueRef field[] = {
		region_table(g),
		pad_table(g),
		extern_table(g),
		ptx_text(g),
		host_symbol(g, "hd_gf_main"),
		host_symbol(g, "hd_gf_env"),
		hd_i64(&g->u, (int64_t)g->regions.n),
		hd_i64(&g->u, (int64_t)g->pads.n),
		hd_i64(&g->u, (int64_t)g->externs.n),
		hd_i32(&g->u, !o->copy),
		hd_i32(&g->u, o->emulate),
		hd_i32(&g->u, o->profile),
		hd_i32(&g->u, o->balance_threads),
		hd_i32(&g->u, o->balance_teams),
		hd_i32(&g->u, o->first_share),
	};
	LLVMValueRef v = gf_global(g, g->host, "hd_gf_program",
				   record(g, field, HD_COUNT(field)));

	LLVMSetLinkage(v, LLVMExternalLinkage);
}
