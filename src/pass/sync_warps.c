/* SPDX-License-Identifier: Apache-2.0 */
/* sync_warps: programs that count on a warp running in lockstep get what they count on.
 *
 *     store double %x, ptr %a.t              a[t] = ...
 *     %y = load double, ptr %a.t.8           ... a[t + 8], no barrier in between
 * becomes
 *     store double %x, ptr %a.t
 *     %w = call i64 @hd.warp(sync, ...)
 *     %y = load double, ptr %a.t.8
 *
 * Such a load reads what another thread has stored before the same barrier. Either the
 * program is wrong, or both threads are of one warp and it was written when warps had one
 * program counter; the same is meant when shared memory is volatile. The warp meets before
 * the load, and before the next store that could overwrite what others still have to read.
 *
 * needs:   optimised code: indices must be readable. Without, nothing is found.
 * keeps:   the CFG
 */
#include "pass.h"
#include "frame.h"

enum { MAX_TERMS = 4, MAX_DEPTH = 6 };

/* base + offset + sum of term * scale, in bytes */
typedef struct address {
	LLVMValueRef base;
	int64_t offset;
	int n;
	struct {
		LLVMValueRef v;
		int64_t scale;
	} term[MAX_TERMS];
} address;

typedef struct access {
	LLVMValueRef insn;
	address at;
	bool store, is_volatile;
	bool meets; /* the warp meets before it */
} access;

typedef struct state {
	hd_unit *u;
	HD_VEC(access) all;
	hd_map index; /* instruction -> access + 1 */
	hd_map seen;  /* blocks of one walk */
	HD_VEC(LLVMBasicBlockRef) todo;
} state;

/* ---- addresses */

static void
add_term(address *a, LLVMValueRef v, int64_t scale)
{
	for (;;) {
		LLVMValueRef c;

		if (hd_is_opcode(v, LLVMZExt) || hd_is_opcode(v, LLVMSExt)) {
			v = LLVMGetOperand(v, 0);
		} else if ((hd_is_opcode(v, LLVMAdd) ||
			    (hd_is_opcode(v, LLVMOr) && LLVMGetIsDisjoint(v))) &&
			   LLVMIsAConstantInt(c = LLVMGetOperand(v, 1))) {
			a->offset += LLVMConstIntGetSExtValue(c) * scale;
			v = LLVMGetOperand(v, 0);
		} else {
			break;
		}
	}
	if (LLVMIsAConstantInt(v)) {
		a->offset += LLVMConstIntGetSExtValue(v) * scale;
	} else if (a->n < MAX_TERMS) {
		a->term[a->n].v = v;
		a->term[a->n++].scale = scale;
	} else {
		a->base = NULL;
	}
}

static void
add_indices(hd_unit *u, address *a, LLVMValueRef gep)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
		LLVMValueRef i = LLVMGetOperand(gep, k);

		if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(i);

			a->offset += (int64_t)LLVMOffsetOfElement(u->dl, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (k > 1)
			t = LLVMGetElementType(t);
		add_term(a, i, (int64_t)hd_size_of(u, t));
	}
}

static address
address_of(hd_unit *u, LLVMValueRef p)
{
	address a = {.base = p};

	while (a.base && (LLVMIsAGetElementPtrInst(p) ||
			  (LLVMIsAConstantExpr(p) &&
			   LLVMGetConstOpcode(p) == LLVMGetElementPtr))) {
		add_indices(u, &a, p);
		p = LLVMGetOperand(p, 0);
		if (a.base)
			a.base = p;
	}
	if (a.base && !hd_is_shared_variable(a.base))
		a.base = NULL;
	return a;
}

static bool
same_terms(const address *a, const address *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
		if (a->term[i].v != b->term[i].v ||
		    a->term[i].scale != b->term[i].scale)
			return false;
	return true;
}

static bool
depends_on_thread(LLVMValueRef v, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_sreg_read(v, &dim) == HD_TID)
		return true;
	if (hd_is_opcode(v, LLVMPHI) || hd_is_opcode(v, LLVMLoad) ||
	    hd_is_opcode(v, LLVMCall))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (depends_on_thread(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

/* Does the load read an element that another thread stores with the store? */
static bool
reads_of_another(hd_unit *u, const access *s, const access *l)
{
	int64_t size = (int64_t)hd_size_of(u, LLVMTypeOf(l->insn));

	if (s->at.base != l->at.base)
		return false;
	if (s->is_volatile && l->is_volatile)
		return !same_terms(&s->at, &l->at) || s->at.offset != l->at.offset;
	/* below "t == 0" the index t + 1 has become 1 */
	if ((l->at.n && !same_terms(&s->at, &l->at)) || s->at.offset == l->at.offset)
		return false;
	for (int i = 0; i < s->at.n; i++)
		if (s->at.term[i].scale == size &&
		    (s->at.offset - l->at.offset) % size == 0 &&
		    depends_on_thread(s->at.term[i].v, MAX_DEPTH))
			return true;
	return false;
}

/* ---- what follows without a barrier in between */

typedef bool visit_fn(state *s, access *from, access *to); /* true: something is new */

static void
push_successors(state *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
		uintptr_t *known = hd_map_put(&s->u->scratch, &s->seen, to);

		if (!*known)
			hd_push(&s->u->scratch, &s->todo, to);
		*known = 1;
	}
}

/* Accesses in [i, end of its block); false: a barrier ends the walk there. */
static bool
walk_block(state *s, access *from, LLVMValueRef i, visit_fn *visit, bool *found)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		uintptr_t *k = hd_map_get(&s->index, i);

		if (hd_barrier_kind(i) != HD_NO_BARRIER)
			return false;
		if (k)
			*found |= visit(s, from, &s->all.at[*k - 1]);
	}
	return true;
}

static bool
walk(state *s, access *from, visit_fn *visit)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(from->insn);
	bool found = false;

	s->seen = (hd_map){0};
	s->todo.n = 0;
	if (walk_block(s, from, LLVMGetNextInstruction(from->insn), visit, &found))
		push_successors(s, bb);
	while (s->todo.n) {
		bb = hd_pop(&s->todo);
		if (walk_block(s, from, LLVMGetFirstInstruction(bb), visit, &found))
			push_successors(s, bb);
	}
	return found;
}

static bool
mark_load(state *s, access *from, access *to)
{
	if (to->store || to->meets || !reads_of_another(s->u, from, to))
		return false;
	to->meets = true;
	return true;
}

static bool
mark_store(state *s, access *from, access *to)
{
	(void)s;
	if (!to->store || to->meets || to->at.base != from->at.base)
		return false;
	to->meets = true;
	return true;
}

/* ---- the pass */

static void
collect(state *s, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			access a = {.insn = i, .store = hd_is_opcode(i, LLVMStore)};

			if (!a.store && !hd_is_opcode(i, LLVMLoad))
				continue;
			a.at = address_of(s->u, LLVMGetOperand(i, a.store ? 1 : 0));
			if (!a.at.base)
				continue;
			a.is_volatile = LLVMGetVolatile(i);
			hd_push(&s->u->scratch, &s->all, a);
			*hd_map_put(&s->u->scratch, &s->index, i) = s->all.n;
		}
}

/* Has the warp just met, for another load beside this one? */
static bool
has_met(const state *s, size_t k)
{
	const access *a = &s->all.at[k], *before = k ? a - 1 : NULL;

	return before && !a->store && !before->store && before->meets &&
	       LLVMGetInstructionParent(a->insn) ==
		       LLVMGetInstructionParent(before->insn);
}

/* A program that has warps meet by itself does not count on lockstep. */
static bool
has_warps_meet(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_barrier_kind(i) == HD_BARRIER_WARP)
				return true;
	return false;
}

bool
hd_pass_sync_warps(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u};
	size_t n = 0;

	if (!hd_is_kernel(u, fn) || has_warps_meet(fn))
		return false;
	collect(&s, fn);
	for (size_t k = 0; k < s.all.n; k++)
		if (s.all.at[k].store)
			n += walk(&s, &s.all.at[k], mark_load);
	if (!n)
		return false;
	for (size_t k = 0; k < s.all.n; k++)
		if (!s.all.at[k].store && s.all.at[k].meets)
			walk(&s, &s.all.at[k], mark_store);
	for (size_t k = 0; k < s.all.n; k++)
		if (s.all.at[k].meets && !has_met(&s, k))
			hd_meet_before(u, s.all.at[k].insn);
	return true;
}
