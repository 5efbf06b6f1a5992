/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and copies of inline PTX; atomics are in the device library. */
#include "pass/ptx/ptx.h"

static bool
is_shared(const hd_ptx_insn *i)
{
	return hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta");
}

/* Is it for memory that other blocks write and read meanwhile? */
static bool
is_for_others(const hd_ptx *p, const hd_ptx_insn *i)
{
	static const char *const names[] = {"volatile", "cv",      "cg",     "wt",
					    "relaxed",  "acquire", "release"};

	if (is_shared(i) || !LLVMGetInlineAsmHasSideEffects(LLVMGetCalledValue(p->at)))
		return false;
	for (size_t k = 0; k < HD_COUNT(names); k++)
		if (hd_ptx_has(i, names[k]))
			return true;
	return false;
}

static void
set_order(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef access, bool load)
{
	bool cached = hd_ptx_has(i, "cg") && is_for_others(p, i);
	LLVMTypeRef t = LLVMTypeOf(load ? access : LLVMGetOperand(access, 0));

	LLVMSetAlignment(access, (unsigned)hd_size_of(p->u, t));
	if (hd_ptx_has(i, "volatile") || hd_ptx_has(i, "cv") || hd_ptx_has(i, "wt"))
		LLVMSetVolatile(access, true);
	if (hd_ptx_has(i, "relaxed") || cached)
		LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
	else if (hd_ptx_has(i, "acquire") && load)
		LLVMSetOrdering(access, LLVMAtomicOrderingAcquire);
	else if (hd_ptx_has(i, "release") && !load)
		LLVMSetOrdering(access, LLVMAtomicOrderingRelease);
}

/* One load or store of the register `v`; plain: of memory that is our own. */
static void
move_register(hd_ptx *p, const hd_ptx_insn *i, const hd_ptx_arg *v, LLVMValueRef at,
	      bool load, bool plain)
{
	bool is_signed;
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);

	LLVMValueRef access = load ? LLVMBuildLoad2(p->b, t, at, "")
				   : LLVMBuildStore(p->b, hd_ptx_get(p, v, t), at);

	if (!plain)
		set_order(p, i, access, load);
	if (load)
		hd_ptx_set(p, v, access, is_signed);
}

/* All registers of a vector in one piece of 16 bytes, or up to 8: whoever reads meanwhile gets
 * what was there before or what is there after. They go through `slot`. */
static void
move_at_once(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef at, LLVMValueRef slot,
	     bool load, unsigned bytes)
{
	LLVMTypeRef word = LLVMIntTypeInContext(p->u->c, 8 * (bytes > 8 ? 8 : bytes));
	LLVMValueRef arg[] = {load ? slot : at, load ? at : slot}, x;

	if (bytes > 8) {
		hd_ptx_call(p, load ? HD_LOAD_PAIR : HD_STORE_PAIR, p->u->void_type,
			    arg, 2);
		return;
	}
	x = LLVMBuildLoad2(p->b, word, arg[1], "");
	if (load)
		set_order(p, i, x, true);
	x = LLVMBuildStore(p->b, x, arg[0]);
	if (!load)
		set_order(p, i, x, false);
}

static bool
load_or_store(hd_ptx *p, const hd_ptx_insn *i, bool load)
{
	bool is_signed;
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);
	const hd_ptx_arg *value = &i->arg[load ? 0 : 1];
	bool vector = value->kind == HD_PTX_VECTOR, once;
	const hd_ptx_arg *element = vector ? value->element : value;
	unsigned n = vector ? (unsigned)value->elements : 1, bytes;
	LLVMValueRef at, from;

	if (!t || i->args < 2)
		return false;
	bytes = (unsigned)hd_size_of(p->u, t);
	from = at = hd_ptx_pointer(p, &i->arg[load ? 1 : 0], is_shared(i));
	once = n > 1 && is_for_others(p, i) && (n * bytes <= 8 || n * bytes == 16);
	if (once)
		from = hd_ptx_variable(p, LLVMArrayType2(p->u->i64, 2), "pair").slot;
	if (once && load)
		move_at_once(p, i, at, from, true, n * bytes);
	for (unsigned k = 0; k < n; k++)
		move_register(p, i, &element[k],
			      hd_offset(p->u, p->b, from, (int64_t)bytes * k, ""), load,
			      once);
	if (once && !load)
		move_at_once(p, i, at, from, false, n * bytes);
	return true;
}

/* How many bytes the source has: a number, or a predicate that says that it has none. */
static LLVMValueRef
source_bytes(hd_ptx *p, const hd_ptx_arg *a, LLVMValueRef all)
{
	if (a->kind != HD_PTX_REGISTER || a->type != p->u->i1)
		return hd_ptx_get(p, a, p->u->i32);
	return LLVMBuildSelect(p->b, hd_ptx_get(p, a, p->u->i1),
			       LLVMConstNull(p->u->i32), all, "");
}

/* cp.async.ca.shared.global [to], [from], bytes{, bytes of the source} */
static bool
copy(hd_ptx *p, const hd_ptx_insn *i)
{
	hd_unit *u = p->u;
	LLVMTypeRef t[] = {u->ptr, u->ptr, u->i32, u->i32};
	LLVMValueRef f = LLVMGetNamedFunction(u->m, "hd_ptx_copy"), arg[4];

	if (hd_ptx_has(i, "commit_group") || hd_ptx_has(i, "wait_group") ||
	    hd_ptx_has(i, "wait_all"))
		return true;
	if (hd_ptx_has(i, "mbarrier"))
		return hd_ptx_arrival(p, i);
	if (hd_ptx_has(i, "bulk") || i->args < 3 || i->args > 4 ||
	    !hd_ptx_has(i, "global"))
		return false;
	if (!f)
		f = LLVMAddFunction(u->m, "hd_ptx_copy",
				    LLVMFunctionType(u->void_type, t, 4, false));
	arg[0] = hd_ptx_pointer(p, &i->arg[0], true);
	arg[1] = hd_ptx_pointer(p, &i->arg[1], false);
	arg[2] = hd_ptx_get(p, &i->arg[2], u->i32);
	arg[3] = source_bytes(p, &i->arg[i->args - 1], arg[2]);
	hd_call(p->b, f, arg, 4, "");
	return true;
}

/* What only tells the hardware what to expect. */
static const char *const hints[] = {"prefetch",      "prefetchu",      "discard",
				    "applypriority", "griddepcontrol", "pmevent",
				    "setmaxnreg"};

bool
hd_ptx_memory(hd_ptx *p, const hd_ptx_insn *i)
{
	for (size_t k = 0; k < HD_COUNT(hints); k++)
		if (strcmp(i->part[0], hints[k]) == 0)
			return true;
	if (strcmp(i->part[0], "createpolicy") == 0 && i->args > 0) {
		hd_ptx_set(p, &i->arg[0], LLVMConstNull(p->u->i64), false);
		return true;
	}
	if (strcmp(i->part[0], "ld") == 0 || strcmp(i->part[0], "ldu") == 0)
		return load_or_store(p, i, true);
	if (strcmp(i->part[0], "st") == 0)
		return load_or_store(p, i, false);
	if (strcmp(i->part[0], "cp") == 0 && hd_ptx_has(i, "async"))
		return copy(p, i);
	return false;
}
