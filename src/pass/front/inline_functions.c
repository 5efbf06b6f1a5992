/* SPDX-License-Identifier: Apache-2.0 */
/* inline_functions: device functions disappear into their kernels.
 *
 * Everything is inlined that can be, since a function call costs a lane group dearly.
 * What stays is recursive, called through a pointer, or would make the kernel too big.
 * A function with a barrier must be inlined, wherever that leads, and so must one that shares
 * the carry flag of inline PTX with its callers.
 *
 * ensures: device functions that are left have no barrier, internal linkage and the
 *          target's attributes
 */
#include "pass/pass.h"

#include <llvm-c/Comdat.h>

enum { MAX_INLINED = 50000 }; /* instructions of one function with all its callees */

typedef struct fn_info {
	LLVMValueRef fn;
	bool visiting, done, recursive, barrier;
	uint64_t size; /* instructions, callees included */
} fn_info;

typedef struct state {
	hd_unit *u;
	hd_map info;    /* function -> fn_info */
	hd_map carries; /* those that share the carry flag */
} state;

static fn_info *
info_of(state *s, LLVMValueRef fn)
{
	uintptr_t *p = hd_map_put(&s->u->scratch, &s->info, fn);

	if (!*p) {
		fn_info *f = HD_NEW(&s->u->scratch, fn_info);

		f->fn = fn;
		*p = (uintptr_t)f;
	}
	return (fn_info *)*p;
}

static void
visit(state *s, fn_info *f)
{
	f->visiting = true;
	hd_each_block (bb, f->fn)
		hd_each_insn (i, bb) {
			LLVMValueRef to = hd_callee(i);
			fn_info *g;

			f->size++;
			if (hd_barrier_kind(i) != HD_NO_BARRIER || hd_calls(i, HD_EXIT))
				f->barrier = true;
			if (!to || !hd_has_body(to))
				continue;
			g = info_of(s, to);
			if (g->visiting)
				g->recursive = true;
			else if (!g->done)
				visit(s, g);
			f->barrier |= g->barrier;
			f->size += g->size;
		}
	f->visiting = false;
	f->done = true;
}

static void
prepare(state *s, LLVMValueRef fn)
{
	hd_unit *u = s->u;
	fn_info *f = info_of(s, fn);

	if (!f->done)
		visit(s, f);
	hd_remove_attr(fn, "noinline");
	hd_remove_attr(fn, "optnone");
	hd_remove_attr(fn, "alwaysinline");
	hd_target_attrs(u, fn);
	if (hd_is_kernel(u, fn))
		return;
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	LLVMSetVisibility(fn, LLVMDefaultVisibility);
	LLVMSetComdat(fn, NULL);
	if (!f->recursive &&
	    (f->barrier || f->size < MAX_INLINED || hd_map_get(&s->carries, fn)))
		hd_add_attr(u, fn, "alwaysinline");
	else
		hd_add_attr(u, fn, "noinline");
}

static bool
calls_itself(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_callee(i) == fn)
				return true;
	return false;
}

static void
check_barriers(hd_unit *u)
{
	hd_each_function (fn, u->m) {
		LLVMValueRef bar = hd_has_body(fn) ? hd_barrier_in(fn) : NULL;
		const char *what = "barrier";

		if (!bar || hd_is_kernel(u, fn))
			continue;
		if (hd_barrier_kind(bar) == HD_BARRIER_WARP)
			what = "warp operation";
		hd_error(bar,
			 "%s in '%s', which cannot be inlined because it is %s; "
			 "move the %s into the kernel or call the function "
			 "directly",
			 what, hd_source_name(fn),
			 calls_itself(fn) ? "recursive"
					  : "recursive or called through a "
					    "pointer",
			 what);
	}
}

/* Without optimisation LLVM still must see through pointers to known functions. */
static const char *
pipeline(const hd_unit *u)
{
	if (u->opt.debug_device || u->opt.opt_level == 0)
		return "always-inline,globaldce";
	return "always-inline,globaldce,"
	       "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>),"
	       "always-inline,globaldce";
}

bool
hd_pass_inline_functions(hd_unit *u)
{
	state s = {.u = u, .carries = hd_find_carries(u)};

	hd_each_function (fn, u->m)
		if (hd_has_body(fn))
			prepare(&s, fn);
	hd_run_llvm(u, pipeline(u));
	check_barriers(u);
	return true;
}
