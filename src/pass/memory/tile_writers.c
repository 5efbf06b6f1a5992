/* SPDX-License-Identifier: Apache-2.0 */
/* Which store has written what a load from a tile reads, where the tile is written several
 * times. Part of bypass_rewritten_tiles. */
#include "pass/memory/tiles.h"

/* ---- order */

/* Can `j` come behind `i`, for one thread? */
bool
hd_leads(hd_tiles *s, LLVMValueRef i, LLVMValueRef j)
{
	int from = hd_block_of(s, i), to = hd_block_of(s, j);

	return (from == to && hd_is_earlier(i, j)) || hd_does_lead(s, from, to, -1);
}

static int
piece_of(const hd_tiles *s, const hd_access *a)
{
	size_t k = (size_t)(a - s->p->all.at);

	for (size_t n = 0; n < s->p->piece.n; n++)
		if (k >= s->p->piece.at[n].first && k < s->p->piece.at[n].end)
			return (int)n;
	hd_bug("an access is in no piece");
}

/* Is there a barrier on every way from one to the other? */
bool
hd_is_parted(hd_tiles *s, const hd_access *a, const hd_access *b)
{
	hd_bits near = hd_pieces_after(s->p, piece_of(s, a));

	return !hd_bit(&near, (size_t)piece_of(s, b));
}

static bool
is_in_loop(hd_tiles *s, const hd_access *a)
{
	int n = hd_block_of(s, a->insn);

	return hd_does_lead(s, n, n, -1);
}

/* ---- which threads reach a store */

/* Is it computed from what is the same for all threads of the block? */
static bool
is_common(hd_tiles *s, LLVMValueRef v)
{
	enum { NO = 1, YES };
	uintptr_t *known;
	bool yes = true;
	int dim;

	if (!LLVMIsAInstruction(v))
		return LLVMIsAArgument(v) || LLVMIsAConstant(v);
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return hd_is_fixed(v, true);
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	known = hd_map_get(&s->common, v);
	if (known)
		return *known == YES;
	for (unsigned k = 0; yes && k < (unsigned)LLVMGetNumOperands(v); k++)
		yes = is_common(s, LLVMGetOperand(v, k));
	*hd_map_put(&s->u->scratch, &s->common, v) = yes ? YES : NO;
	return yes;
}

/* Whether it is known which of the threads at what dominates a block come to it: for each of
 * them, or only that all of them do or none. */
typedef enum way { NOT_KNOWN, PER_THREAD, AS_ONE } way;

static way
way_to(hd_tiles *s, int n)
{
	const hd_graph *g = s->t->blocks.g;
	int from = g->idom[n];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(s->block[from]), cond;

	if (g->pred[n].n == 1 && hd_is_opcode(end, LLVMBr) && LLVMIsConditional(end)) {
		cond = LLVMGetCondition(end);
		return hd_thread_values(s->t, cond) ? PER_THREAD
		       : is_common(s, cond)         ? AS_ONE
						    : NOT_KNOWN;
	}
	return hd_does_lead(s, from, -1, n) ? NOT_KNOWN : PER_THREAD;
}

/* If a thread comes to `load`, have all threads been at `store` that may come there? What all
 * of them are asked alike they have answered like that thread, where it was asked, too. */
bool
hd_has_been_at(hd_tiles *s, const hd_access *store, const hd_access *load)
{
	const hd_graph *g = s->t->blocks.g;
	LLVMBasicBlockRef to = LLVMGetInstructionParent(load->insn);

	for (int n = hd_block_of(s, store->insn); n != g->entry; n = g->idom[n]) {
		way w = way_to(s, n);

		if (w == NOT_KNOWN ||
		    (w == AS_ONE &&
		     !hd_block_dominates(&s->t->blocks, s->block[n], to)))
			return false;
	}
	return true;
}

/* ---- what is read */

static bool
comes(const hd_tiles *s, const hd_bits *who, int thread)
{
	return thread >= 0 && thread < s->t->n && hd_bit(who, (size_t)thread);
}

/* The thread that is `d` away, or -1. */
static int
neighbour(const hd_tiles *s, int thread, const int64_t d[3])
{
	int64_t at[3], n = 0;
	int none = 0;

	hd_distance(s, 0, thread, at);
	for (int k = 2; k >= 0; k--) {
		at[k] += d[k];
		none |= at[k] < 0 || at[k] >= s->t->block[k];
		n = n * s->t->block[k] + at[k];
	}
	return none ? -1 : (int)n;
}

/* Does the store of one and the same neighbour write what each thread loads? */
static bool
covers(hd_tiles *s, const hd_put *x, hd_get *g)
{
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(g->a->insn));
	bool first = true;

	hd_each_bit (thread, come) {
		int from = -1;

		if (first) {
			hd_each_bit (k, x->by)
				if (x->place[k] == g->place[thread])
					from = (int)k;
			if (from < 0)
				return false;
			hd_distance(s, (int)thread, from, g->d);
			first = false;
		}
		from = neighbour(s, (int)thread, g->d);
		if (!comes(s, x->by, from) || x->place[from] != g->place[thread])
			return false;
	}
	return !first;
}

/* Can `x` write something that is loaded? */
static bool
touches(hd_tiles *s, const hd_put *x, const hd_get *g)
{
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(g->a->insn));

	if (!x->place)
		return true;
	hd_each_bit (k, x->by)
		hd_each_bit (thread, come) {
			int64_t apart = g->place[thread] - x->place[k];

			if (apart < x->a->size && -apart < g->a->size)
				return true;
		}
	return false;
}

/* Is `x` the last store, of any thread, to write what is loaded? */
static bool
is_last(hd_tiles *s, const hd_tile *t, const hd_put *x, const hd_get *g)
{
	for (size_t k = 0; k < t->put.n; k++) {
		const hd_put *y = &t->put.at[k];

		if (y == x || !hd_leads(s, y->a->insn, g->a->insn) || !touches(s, y, g))
			continue;
		if (hd_leads(s, x->a->insn, y->a->insn) ||
		    !hd_leads(s, y->a->insn, x->a->insn) ||
		    !hd_is_parted(s, y->a, x->a))
			return false;
	}
	return true;
}

bool
hd_is_own(const hd_get *g)
{
	return !g->d[0] && !g->d[1] && !g->d[2];
}

static bool
is_from(hd_tiles *s, const hd_tile *t, const hd_put *x, hd_get *g)
{
	return x->place && g->place && x->a->size == g->a->size &&
	       hd_leads(s, x->a->insn, g->a->insn) && !is_in_loop(s, x->a) &&
	       !is_in_loop(s, g->a) && covers(s, x, g) &&
	       (hd_is_own(g) || hd_is_parted(s, x->a, g->a)) &&
	       hd_has_been_at(s, x->a, g->a) && is_last(s, t, x, g);
}

/* Two threads that store at the same place: it is unknown which of them is last. */
bool
hd_is_one_to_one(const hd_put *x)
{
	hd_each_bit (j, x->by)
		hd_each_bit (k, x->by)
			if (j != k && x->place[j] == x->place[k])
				return false;
	return true;
}

void
hd_find_origins(hd_tiles *s, hd_tile *t)
{
	for (size_t k = 0; k < t->put.n; k++) {
		hd_put *x = &t->put.at[k];

		x->by = hd_threads_at(s->t, LLVMGetInstructionParent(x->a->insn));
		x->place = x->by ? hd_places_of(s, x->a) : NULL;
	}
	for (size_t k = 0; k < t->get.n; k++) {
		hd_get *g = &t->get.at[k];

		if (hd_threads_at(s->t, LLVMGetInstructionParent(g->a->insn)))
			g->place = hd_places_of(s, g->a);
		for (size_t j = 0; j < t->put.n && !g->from; j++)
			if (is_from(s, t, &t->put.at[j], g))
				g->from = &t->put.at[j];
	}
}
