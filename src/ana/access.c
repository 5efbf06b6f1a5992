/* SPDX-License-Identifier: Apache-2.0 */
/* Memory accesses of a kernel: what they touch, and whether two threads of a block can meet
 * there. Part of eliminate_barriers and forward_across_barriers.
 *
 * An address is a base, a part that the thread makes (for a known block shape, a number
 * for each thread), terms that are the same for the whole block, and terms of which only
 * the scale is known. Two threads can meet where the first differ by less than the sizes,
 * give or take multiples of what all scales of the last have in common. */
#include "ana/access.h"

enum { MAX_DEPTH = 8 };

/* ---- values that do not change */

/* Memory that no kernel writes. */
static bool
is_read_only(LLVMValueRef p)
{
	LLVMValueRef root = hd_pointer_root(p);

	return root && (hd_is_parameter_struct(root) ||
			(LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root)));
}

static bool
is_fixed(LLVMValueRef v, bool for_block, int depth)
{
	enum hd_sreg r;
	int dim;

	if (!LLVMIsAInstruction(v))
		return true;
	r = hd_sreg_read(v, &dim);
	if (r != HD_NOT_SREG)
		return r != HD_TID || !for_block;
	if (hd_calls_prefix(v, HD_LAUNCH))
		return true;
	if (depth == 0 || hd_is_opcode(v, LLVMCall))
		return false;
	if (hd_is_opcode(v, LLVMLoad))
		return !LLVMGetVolatile(v) && is_read_only(LLVMGetOperand(v, 0)) &&
		       is_fixed(LLVMGetOperand(v, 0), for_block, depth - 1);
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_fixed(LLVMGetOperand(v, (unsigned)k), for_block, depth - 1))
			return false;
	return true;
}

bool
hd_is_fixed(LLVMValueRef v, bool for_block)
{
	return is_fixed(v, for_block, MAX_DEPTH);
}

bool
hd_is_fixed_address(const hd_access *a)
{
	if (a->at.anywhere || !hd_is_fixed(a->at.base, true))
		return false;
	for (int k = 0; k < a->at.n; k++)
		if (!hd_is_fixed(a->at.term[k].v, false))
			return false;
	return true;
}

/* ---- what is touched */

static bool
is_harmless_call(LLVMValueRef i)
{
	static const char *const names[] = {"llvm.assume", "llvm.experimental.noalias.",
					    "llvm.dbg.", "llvm.lifetime.", HD_LAUNCH};
	unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMValueRef f = hd_callee(i);
	LLVMAttributeRef on_fn, on_call;
	int dim;

	if (!f)
		return false;
	if (hd_sreg_read(i, &dim) != HD_NOT_SREG ||
	    hd_barrier_kind(i) == HD_BARRIER_WARP)
		return true;
	for (size_t k = 0; k < HD_COUNT(names); k++)
		if (hd_has_prefix(hd_name(f), names[k]))
			return true;
	on_fn = LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, memory);
	on_call = LLVMGetCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, memory);
	return (on_fn && !LLVMGetEnumAttributeValue(on_fn)) ||
	       (on_call && !LLVMGetEnumAttributeValue(on_call));
}

static enum hd_place
place_of(LLVMValueRef p, LLVMValueRef base, bool reads_only)
{
	if (!base)
		return HD_ANYWHERE;
	if (reads_only && is_read_only(base))
		return HD_NO_PLACE;
	if (LLVMIsAAllocaInst(base))
		return HD_NO_PLACE;
	if (hd_is_shared_variable(base))
		return HD_SHARED_VARIABLE;
	if (LLVMIsAGlobalVariable(base))
		return HD_DEVICE_VARIABLE;
	if (LLVMIsAArgument(base) && !hd_is_parameter_struct(base))
		return HD_OUTSIDE;
	if (hd_is_opcode(base, LLVMLoad) && !LLVMGetVolatile(base) &&
	    is_read_only(LLVMGetOperand(base, 0)))
		return HD_OUTSIDE; /* a pointer that the host has put there */
	return hd_points_to_shared(p) ? HD_IN_SHARED : HD_ANYWHERE;
}

static bool
set_address(hd_threads *t, hd_access *a, LLVMValueRef p, LLVMTypeRef type)
{
	a->p = p;
	a->at = hd_parts_of(t->u, p);
	if (!a->at.base)
		a->at = (hd_address){.base = hd_pointer_root(p), .anywhere = true};
	a->size = (int64_t)hd_size_of(t->u, type);
	a->place = place_of(p, a->at.base, !a->writes);
	return a->place != HD_NO_PLACE;
}

bool
hd_read_access(hd_threads *t, LLVMValueRef i, hd_access *a)
{
	*a = (hd_access){.insn = i};
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		a->reads = true;
		a->special = !hd_is_ordinary(i);
		return set_address(t, a, LLVMGetOperand(i, 0), LLVMTypeOf(i));
	case LLVMStore:
		a->writes = true;
		a->special = !hd_is_ordinary(i);
		return set_address(t, a, LLVMGetOperand(i, 1),
				   LLVMTypeOf(LLVMGetOperand(i, 0)));
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		a->reads = a->writes = a->special = true;
		return set_address(t, a, LLVMGetOperand(i, 0),
				   LLVMTypeOf(LLVMGetOperand(i, 1)));
	case LLVMCall:
	case LLVMInvoke:
		if (is_harmless_call(i))
			return false;
		/* fall through */
	case LLVMFence:
	case LLVMVAArg:
		a->reads = a->writes = a->special = a->unknown = true;
		return true;
	default:
		return false;
	}
}

/* ---- the same object? */

static bool
is_shared_place(enum hd_place p)
{
	return p == HD_IN_SHARED || p == HD_SHARED_VARIABLE;
}

static bool
is_noalias(LLVMValueRef v)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("noalias", 7);
	LLVMValueRef fn;

	if (!LLVMIsAArgument(v))
		return false;
	fn = LLVMGetParamParent(v);
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		if (LLVMGetParam(fn, k) == v)
			return LLVMGetEnumAttributeAtIndex(fn, k + 1, kind) != NULL;
	return false;
}

bool
hd_may_alias(const hd_access *a, const hd_access *b)
{
	if (a->unknown || b->unknown || a->place == HD_ANYWHERE ||
	    b->place == HD_ANYWHERE)
		return true;
	if (is_shared_place(a->place) != is_shared_place(b->place))
		return false;
	if (a->place == HD_IN_SHARED || b->place == HD_IN_SHARED ||
	    a->at.base == b->at.base)
		return true;
	if (is_shared_place(a->place) ||
	    (a->place == HD_DEVICE_VARIABLE && b->place == HD_DEVICE_VARIABLE))
		return false;
	return !is_noalias(a->at.base) && !is_noalias(b->at.base);
}

bool
hd_may_clash(hd_threads *t, LLVMValueRef i, LLVMValueRef other)
{
	enum { NEAR = 1 << 20 };
	enum hd_apart known;
	hd_access a, b;
	int64_t d;

	if (hd_barrier_kind(other) != HD_NO_BARRIER)
		return true;
	if (!hd_read_access(t, other, &b))
		return false;
	if (!hd_read_access(t, i, &a) || a.special || b.special || b.unknown)
		return true;
	if (!a.writes && !b.writes)
		return false;
	known = hd_bytes_between(t->u, a.p, b.p, &d);
	if (known == HD_EXACTLY || (known == HD_LIKELY && llabs(d) < NEAR))
		return d < a.size && -d < b.size;
	return hd_may_alias(&a, &b);
}

bool
hd_has_same_base(const hd_access *a, const hd_access *b)
{
	return !a->unknown && !b->unknown && !a->at.anywhere && !b->at.anywhere &&
	       a->place != HD_ANYWHERE && a->place != HD_IN_SHARED &&
	       a->at.base == b->at.base && hd_is_fixed(a->at.base, true);
}

bool
hd_is_same_term(const hd_term *x, const hd_term *y)
{
	return x->scale == y->scale && x->zext == y->zext &&
	       hd_is_same_value(x->v, y->v);
}

bool
hd_is_same_place(const hd_access *a, const hd_access *b)
{
	unsigned taken = 0;

	if (a->p && a->p == b->p && a->size == b->size)
		return true;
	if (!hd_has_same_base(a, b) || a->size != b->size ||
	    a->at.offset != b->at.offset || a->at.n != b->at.n || a->at.wraps ||
	    b->at.wraps)
		return false;
	for (int i = 0; i < a->at.n; i++) {
		int k = 0;

		while (k < b->at.n &&
		       (taken >> k & 1 ||
			!hd_is_same_term(&a->at.term[i], &b->at.term[k])))
			k++;
		if (k == b->at.n)
			return false;
		taken |= 1u << k;
	}
	return true;
}
