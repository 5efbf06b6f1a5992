/* SPDX-License-Identifier: Apache-2.0 */
/* Shared variables of which each thread touches one element, its own, become private ones.
 * Part of forward_across_barriers. */
#include "ana/access.h"

enum { MOST_OWN = 32 }; /* accesses to such a variable */

static LLVMTypeRef
type_of(const hd_access *a)
{
	return LLVMTypeOf(a->writes ? LLVMGetOperand(a->insn, 0) : a->insn);
}

/* Can what is read here have been there before a barrier? Then it would have to be kept
 * across that, and may as well stay where it is. */
static bool
lives_across(hd_pieces *p, const hd_access *load, int piece, size_t from)
{
	hd_arena *a = &p->t->u->scratch;
	hd_bits seen = hd_bits_new(a, p->piece.n);
	hd_ints todo = {0};

	for (;;) {
		const hd_access *x = NULL;

		while (from-- > p->piece.at[piece].first && !x)
			if (p->all.at[from].writes &&
			    p->all.at[from].at.base == load->at.base)
				x = &p->all.at[from];
		for (size_t k = 0; !x && k < p->g->pred[piece].n; k++) {
			int pred = p->g->pred[piece].at[k];

			if (p->piece.at[pred].barrier)
				return true;
			if (!hd_bit(&seen, (size_t)pred))
				hd_push(a, &todo, pred);
			hd_bit_set(&seen, (size_t)pred);
		}
		if (!todo.n)
			return false;
		piece = hd_pop(&todo);
		from = p->piece.at[piece].end;
	}
}

static bool
any_lives_across(hd_pieces *p, LLVMValueRef base)
{
	for (size_t n = 0; n < p->piece.n; n++)
		for (size_t k = p->piece.at[n].first; k < p->piece.at[n].end; k++)
			if (p->all.at[k].reads && p->all.at[k].at.base == base &&
			    lives_across(p, &p->all.at[k], (int)n, k))
				return true;
	return false;
}

/* Does each thread touch one element of its own, by `a` and by what touches the same
 * variable? */
static bool
is_private(hd_pieces *p, hd_access *a)
{
	HD_VEC(hd_access *) all = {0};

	if (!hd_is_known(p, a) || !hd_is_fixed_address(a) ||
	    hd_is_dynamic_shared(a->at.base))
		return false;
	for (size_t k = 0; k < p->all.n; k++) {
		hd_access *x = &p->all.at[k];

		if (x->unknown)
			return false;
		if ((!x->reads && !x->writes) || x->at.base != a->at.base)
			continue;
		if (!hd_is_plain(x) || type_of(x) != type_of(a) ||
		    !hd_is_same_place(a, x))
			return false;
		hd_push(&p->t->u->scratch, &all, x);
	}
	if (all.n > MOST_OWN)
		return false;
	for (size_t j = 0; j < all.n; j++)
		for (size_t k = 0; k <= j; k++)
			if (hd_may_meet(p->t, all.at[j], all.at[k]))
				return false;
	return !any_lives_across(p, a->at.base);
}

/* What it holds before something is stored is anything, but one thing. */
static LLVMValueRef
new_private(hd_pieces *p, LLVMTypeRef type, const char *name)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(p->t->fn);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->t->u->c);
	LLVMValueRef v;

	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	v = LLVMBuildAlloca(b, type, name);
	LLVMBuildStore(b, LLVMConstNull(type), v);
	LLVMDisposeBuilder(b);
	return v;
}

static void
make_private(hd_pieces *p, const hd_access *a)
{
	LLVMValueRef base = a->at.base,
		     v = new_private(
			     p, type_of(a),
			     hd_format(&p->t->u->scratch, "own.%s", hd_name(base)));

	hd_tell(p, a->insn,
		"keeps this shared variable in a register: each thread "
		"uses its own element only");
	for (size_t k = 0; k < p->all.n; k++) {
		hd_access *x = &p->all.at[k];
		unsigned align;

		if (!hd_is_plain(x) || x->at.base != base)
			continue;
		align = LLVMGetAlignment(x->insn);
		if (align > LLVMGetAlignment(v))
			LLVMSetAlignment(v, align);
		LLVMSetOperand(x->insn, x->writes ? 1 : 0, v);
		hd_forget(x);
	}
}

bool
hd_own_variables(hd_pieces *p)
{
	bool changed = false;

	for (size_t k = 0; k < p->all.n; k++)
		if (hd_is_plain(&p->all.at[k]) && is_private(p, &p->all.at[k])) {
			make_private(p, &p->all.at[k]);
			changed = true;
		}
	return changed;
}
