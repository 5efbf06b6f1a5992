/* SPDX-License-Identifier: Apache-2.0 */
/* Whose address leaves the thread? A local variable is in memory that only its own
 * thread can read. Its address leaves if a region, another thread's variable or the host
 * may get it. Parameters of functions are looked at until nothing changes. */
#include "gpufirst.h"

struct gf_escapes {
	gf *g;
	hd_map params;  /* that escape */
	hd_map allocas; /* known: 1 no, 2 yes */
	bool changed;
};

static bool escapes(gf_escapes *e, LLVMValueRef v, hd_map *seen);

/* Functions of the runtime that keep a pointer, or give it to others. */
static const char *const keepers[] = {
	"hd_gfx_fork",     "hd_gfx_rpc_pointer",        "__kmpc_copyprivate",
	"__kmpc_omp_task", "__kmpc_omp_task_with_deps", "__kmpc_taskloop",
};

static bool
keeps(LLVMValueRef callee)
{
	for (size_t i = 0; i < HD_COUNT(keepers); i++)
		if (strcmp(hd_name(callee), keepers[i]) == 0)
			return true;
	return false;
}

static bool
call_escapes(gf_escapes *e, LLVMValueRef call, LLVMValueRef v, hd_map *seen)
{
	LLVMValueRef callee = hd_callee(call);

	if (!callee)
		return true;
	if (LLVMGetIntrinsicID(callee))
		return false;
	if (!hd_has_body(callee)) {
		if (keeps(callee))
			return true;
		/* what the runtime returns may be what it got */
		return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
		       escapes(e, call, seen);
	}
	for (int i = 0; i < hd_arg_count(call); i++)
		if (LLVMGetOperand(call, (unsigned)i) == v &&
		    (i >= (int)LLVMCountParams(callee) ||
		     hd_map_get(&e->params, LLVMGetParam(callee, (unsigned)i))))
			return true;
	return false;
}

/* Functions that read what a list points to, and keep nothing. */
static bool
only_reads(LLVMValueRef callee)
{
	const char *name = hd_name(callee);

	if (LLVMGetIntrinsicID(callee))
		return !hd_has_prefix(name, "llvm.memcpy") &&
		       !hd_has_prefix(name, "llvm.memmove");
	return strcmp(name, "hd_gfx_reduce") == 0;
}

/* Something is stored in local variable b: can it get out? `seen` is that of the thing,
 * `here` the pointers into b that were looked at. */
static bool
contents_escape(gf_escapes *e, LLVMValueRef b, hd_map *seen, hd_map *here)
{
	uintptr_t *known = hd_map_put(&e->g->u.mem, here, b);

	if (*known)
		return false;
	*known = 1;
	hd_each_use (use, b) {
		LLVMValueRef user = LLVMGetUser(use), callee = hd_callee(user);

		if (LLVMIsALoadInst(user)) {
			if (LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
			    escapes(e, user, seen))
				return true;
		} else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) ||
			   LLVMIsASelectInst(user)) {
			if (contents_escape(e, user, seen, here))
				return true;
		} else if (LLVMIsACallInst(user) && (!callee || !only_reads(callee))) {
			return true;
		}
	}
	return false;
}

static bool
store_escapes(gf_escapes *e, LLVMValueRef store, hd_map *seen)
{
	int64_t at;
	LLVMValueRef b = gf_underlying(LLVMGetOperand(store, 1), &at, e->g);
	hd_map here = {0};

	if (!LLVMIsAAllocaInst(b))
		return true;
	return escapes(e, b, seen) || gf_escapes_alloca(e, b) ||
	       contents_escape(e, b, seen, &here);
}

static bool
use_escapes(gf_escapes *e, LLVMValueRef user, LLVMValueRef v, hd_map *seen)
{
	if (!LLVMIsAInstruction(user))
		return true;
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
	case LLVMICmp:
		return false;
	case LLVMStore:
		return LLVMGetOperand(user, 0) == v && store_escapes(e, user, seen);
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
		return escapes(e, user, seen);
	case LLVMCall:
		return call_escapes(e, user, v, seen);
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return LLVMGetOperand(user, 0) != v;
	default:
		return true;
	}
}

static bool
escapes(gf_escapes *e, LLVMValueRef v, hd_map *seen)
{
	uintptr_t *s = hd_map_put(&e->g->u.mem, seen, v);

	if (*s)
		return false; /* its uses are being looked at, or were harmless */
	*s = 1;
	hd_each_use (use, v)
		if (use_escapes(e, LLVMGetUser(use), v, seen))
			return true;
	return false;
}

static void
look_at_params(gf_escapes *e, LLVMValueRef f)
{
	for (unsigned i = 0; i < LLVMCountParams(f); i++) {
		LLVMValueRef p = LLVMGetParam(f, i);
		hd_map seen = {0};

		if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind ||
		    hd_map_get(&e->params, p) || !escapes(e, p, &seen))
			continue;
		*hd_map_put(&e->g->u.mem, &e->params, p) = 1;
		e->changed = true;
	}
}

gf_escapes *
gf_find_escapes(gf *g)
{
	gf_escapes *e = HD_NEW(&g->u.mem, gf_escapes);

	e->g = g;
	do {
		e->changed = false;
		e->allocas = (hd_map){0};
		hd_each_function (f, g->u.m)
			if (hd_has_body(f))
				look_at_params(e, f);
	} while (e->changed);
	e->allocas = (hd_map){0};
	return e;
}

bool
gf_escapes_alloca(gf_escapes *e, LLVMValueRef a)
{
	uintptr_t *known = hd_map_put(&e->g->u.mem, &e->allocas, a);
	hd_map seen = {0};
	bool yes;

	if (*known)
		return *known == 2;
	*known = 1;
	yes = escapes(e, a, &seen);
	*hd_map_put(&e->g->u.mem, &e->allocas, a) = yes ? 2 : 1;
	return yes;
}
