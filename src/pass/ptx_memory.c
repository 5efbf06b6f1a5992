/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and copies of inline PTX; atomics are in the device library. */
#include "ptx.h"

static bool
is_shared(const hd_ptx_insn *i)
{
	return hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta");
}

static void
set_order(const hd_ptx_insn *i, LLVMValueRef access, bool load, unsigned bytes)
{
	bool relaxed = hd_ptx_has(i, "relaxed"), acquire = hd_ptx_has(i, "acquire");
	bool release = hd_ptx_has(i, "release");

	LLVMSetAlignment(access, bytes);
	if (hd_ptx_has(i, "volatile") || hd_ptx_has(i, "cv") || hd_ptx_has(i, "wt"))
		LLVMSetVolatile(access, true);
	if (relaxed)
		LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
	else if (acquire && load)
		LLVMSetOrdering(access, LLVMAtomicOrderingAcquire);
	else if (release && !load)
		LLVMSetOrdering(access, LLVMAtomicOrderingRelease);
}

static bool
load_or_store(hd_ptx *p, const hd_ptx_insn *i, bool load)
{
	bool is_signed;
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);
	const hd_ptx_arg *value = &i->arg[load ? 0 : 1],
			 *address = &i->arg[load ? 1 : 0];
	const hd_ptx_arg *element =
		value->kind == HD_PTX_VECTOR ? value->element : value;
	int n = value->kind == HD_PTX_VECTOR ? value->elements : 1;
	LLVMValueRef at;
	unsigned bytes;

	if (!t || i->args < 2)
		return false;
	bytes = (unsigned)hd_size_of(p->u, t);
	at = hd_ptx_pointer(p, address, is_shared(i));
	for (int k = 0; k < n; k++) {
		LLVMValueRef q = hd_offset(p->u, p->b, at, (int64_t)bytes * k, ""), v;

		if (load) {
			v = LLVMBuildLoad2(p->b, t, q, "");
			set_order(i, v, true, bytes);
			hd_ptx_set(p, &element[k], v, is_signed);
		} else {
			v = LLVMBuildStore(p->b, hd_ptx_get(p, &element[k], t), q);
			set_order(i, v, false, bytes);
		}
	}
	return true;
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
	arg[3] = hd_ptx_get(p, &i->arg[i->args - 1], u->i32);
	hd_call(p->b, f, arg, 4, "");
	return true;
}

/* What only tells the hardware what to expect. */
static const char *const hints[] = {"prefetch", "prefetchu", "discard", "applypriority",
				    "griddepcontrol"};

bool
hd_ptx_memory(hd_ptx *p, const hd_ptx_insn *i)
{
	for (size_t k = 0; k < HD_COUNT(hints); k++)
		if (strcmp(i->part[0], hints[k]) == 0)
			return true;
	if (strcmp(i->part[0], "ld") == 0 || strcmp(i->part[0], "ldu") == 0)
		return load_or_store(p, i, true);
	if (strcmp(i->part[0], "st") == 0)
		return load_or_store(p, i, false);
	if (strcmp(i->part[0], "cp") == 0 && hd_ptx_has(i, "async"))
		return copy(p, i);
	return false;
}
