/* SPDX-License-Identifier: Apache-2.0 */
/* Which tiles in shared memory hold what was read from an array, and who reads what from
 * them. Part of bypass_tiles. */
#include "pass/memory/tiles.h"

enum { MOST_CELLS = 1 << 15 };

/* ---- order */

static bool
is_always_before(hd_tiles *s, LLVMValueRef i, LLVMValueRef j)
{
	LLVMBasicBlockRef a = LLVMGetInstructionParent(i),
			  b = LLVMGetInstructionParent(j);

	return a == b ? hd_is_earlier(i, j) : hd_block_dominates(&s->t->blocks, a, b);
}

static bool
is_never_after(hd_tiles *s, LLVMValueRef i, LLVMValueRef j)
{
	if (LLVMGetInstructionParent(i) == LLVMGetInstructionParent(j))
		return hd_is_earlier(i, j);
	return !hd_does_lead(s, hd_block_of(s, j), hd_block_of(s, i), -1);
}

/* Do all threads come to this block that may come there? */
static bool
is_sure(hd_tiles *s, int n)
{
	const hd_graph *g = s->t->blocks.g;
	LLVMValueRef end;
	int from;

	if (n == g->entry)
		return true;
	from = g->idom[n];
	end = LLVMGetBasicBlockTerminator(s->block[from]);
	if (g->pred[n].n == 1 && hd_is_opcode(end, LLVMBr) && LLVMIsConditional(end))
		return hd_thread_values(s->t, LLVMGetCondition(end)) &&
		       is_sure(s, from);
	return !hd_does_lead(s, from, -1, n) && is_sure(s, from);
}

static bool
is_for_all(hd_tiles *s, LLVMValueRef i)
{
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(i));

	for (int k = 0; k < s->t->n; k++)
		if (!come || !hd_bit(come, (size_t)k))
			return false;
	return is_sure(s, hd_block_of(s, i));
}

/* ---- reaching stores of a load */

/* Of an element: which store, + 1, and which thread. */
typedef struct writer {
	int put, thread;
} writer;

typedef struct cells {
	writer *at;
	int64_t size, n;
} cells;

static writer *
cell_at(const cells *c, int64_t place)
{
	return place < 0 || place % c->size || place / c->size >= c->n
		       ? NULL
		       : &c->at[place / c->size];
}

static bool
fill_cells(hd_tiles *s, hd_tile *t, cells *c)
{
	c->size = t->put.at[0].a->size;
	c->n = (int64_t)hd_size_of(s->u, LLVMGlobalGetValueType(t->var)) / c->size;
	if (c->n > MOST_CELLS)
		return false;
	c->at = HD_NEW_ARRAY(&s->u->scratch, writer, (size_t)c->n);
	for (size_t k = 0; k < t->put.n; k++) {
		hd_put *x = &t->put.at[k];

		x->place = hd_places_of(s, x->a);
		x->by = hd_threads_at(s->t, LLVMGetInstructionParent(x->a->insn));
		if (!x->place || !x->by || x->a->size != c->size ||
		    !is_sure(s, hd_block_of(s, x->a->insn)))
			return false;
		hd_each_bit (thread, x->by) {
			writer *w = cell_at(c, x->place[thread]);

			if (!w || w->put)
				return false;
			*w = (writer){(int)k + 1, (int)thread};
		}
	}
	return true;
}

static bool
note_own(hd_tiles *s, hd_get *g, hd_put *x)
{
	for (size_t k = 0; k < g->own.n; k++)
		if (g->own.at[k] == x)
			return true;
	hd_push(&s->u->scratch, &g->own, x);
	return true;
}

/* Those that have put something there read that, and nobody else does. */
static bool
is_only_for(hd_tiles *s, const hd_get *g, const hd_put *x, const int64_t *place)
{
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(g->a->insn));

	hd_each_bit (thread, come)
		if (hd_bit(x->by, thread) && place[thread] != x->place[thread])
			return false;
	return true;
}

static bool
read_get(hd_tiles *s, hd_tile *t, const cells *c, hd_get *g)
{
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(g->a->insn));
	int64_t *place = hd_places_of(s, g->a);

	if (!place || !come || g->a->size != c->size)
		return false;
	hd_each_bit (thread, come) {
		writer *w = cell_at(c, place[thread]);
		int64_t d[3];

		if (!w || !w->put)
			return false;
		if (&t->put.at[w->put - 1] != t->main) {
			if (w->thread != (int)thread ||
			    !note_own(s, g, &t->put.at[w->put - 1]))
				return false;
			continue;
		}
		hd_distance(s, (int)thread, w->thread, d);
		if (g->from_main && memcmp(d, g->d, sizeof d) != 0)
			return false;
		memcpy(g->d, d, sizeof d);
		g->from_main = true;
	}
	for (size_t k = 0; k < g->own.n; k++)
		if (!is_only_for(s, g, g->own.at[k], place))
			return false;
	return true;
}

/* ---- the main store */

static bool
is_for_main(hd_tiles *s, hd_tile *t, hd_put *x)
{
	LLVMValueRef v = LLVMGetOperand(x->a->insn, 0);
	uintptr_t *k = hd_map_get(&s->p->index, v);
	hd_access *load = k ? &s->p->all.at[*k - 1] : NULL;

	t->at = (hd_polynomial){0};
	if (!load || !load->reads || load->writes || load->place != HD_OUTSIDE ||
	    !is_for_all(s, v) || !is_for_all(s, x->a->insn) ||
	    !hd_add_pointer(s->u, &t->at, LLVMGetOperand(v, 0), &t->array) ||
	    !LLVMIsAArgument(t->array))
		return false;
	t->main = x;
	t->source = v;
	return true;
}

/* Is what a border's store has read the element that the main one has, for the thread that
 * would be there? p[i - 1], or nothing where that is outside. */
static void
find_twin(hd_tiles *s, hd_tile *t, hd_put *x, const int64_t d[3])
{
	LLVMValueRef v = LLVMGetOperand(x->a->insn, 0), base, end;
	hd_polynomial at = {0}, more;

	if (hd_is_opcode(v, LLVMPHI) && LLVMCountIncoming(v) == 2) {
		unsigned k = hd_is_opcode(LLVMGetIncomingValue(v, 0), LLVMLoad) ? 0 : 1;
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, k);

		v = LLVMGetIncomingValue(v, k);
		end = LLVMGetBasicBlockTerminator(from);
		if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != from ||
		    !hd_is_opcode(end, LLVMBr) || LLVMIsConditional(end))
			return;
	}
	if (!hd_is_opcode(v, LLVMLoad) || LLVMTypeOf(v) != LLVMTypeOf(t->source) ||
	    !hd_add_pointer(s->u, &at, LLVMGetOperand(v, 0), &base) ||
	    base != t->array || !hd_growth(&t->at, d, &more) ||
	    !hd_add_polynomial(&more, &t->at, 1) ||
	    !hd_add_polynomial(&more, &at, -1) || !hd_is_zero(&more))
		return;
	x->twin = v;
	memcpy(x->d, d, sizeof x->d);
}

/* A barrier that stands behind all stores and before all loads. */
static bool
is_parted_by(hd_tiles *s, const hd_tile *t, LLVMValueRef barrier)
{
	for (size_t k = 0; k < t->put.n; k++)
		if (!is_never_after(s, t->put.at[k].a->insn, barrier))
			return false;
	for (size_t k = 0; k < t->get.n; k++)
		if (!is_always_before(s, barrier, t->get.at[k].a->insn))
			return false;
	return true;
}

static bool
is_parted(hd_tiles *s, const hd_tile *t)
{
	for (size_t k = 0; k < s->p->piece.n; k++)
		if (s->p->piece.at[k].barrier &&
		    is_parted_by(s, t, s->p->piece.at[k].barrier))
			return true;
	return false;
}

static bool
reads_neighbour(const hd_get *g)
{
	return g->from_main && (g->d[0] || g->d[1] || g->d[2]);
}

static bool
suits(hd_tiles *s, hd_tile *t)
{
	cells c;
	bool gains = false;

	if (!t->put.n || !t->get.n || !is_parted(s, t) || !fill_cells(s, t, &c))
		return false;
	for (size_t k = 0; k < t->put.n && !t->main; k++)
		is_for_main(s, t, &t->put.at[k]);
	if (!t->main)
		return false;
	for (size_t k = 0; k < t->get.n; k++) {
		hd_get *g = &t->get.at[k];
		hd_polynomial more;

		if (!read_get(s, t, &c, g) || !hd_growth(&t->at, g->d, &more) ||
		    LLVMTypeOf(g->a->insn) != LLVMTypeOf(t->source))
			return false;
		gains |= reads_neighbour(g);
		for (size_t j = 0; g->from_main && j < g->own.n; j++)
			find_twin(s, t, g->own.at[j], g->d);
	}
	return gains;
}

/* ---- the kernel */

static bool
has_loop_with_barrier(hd_tiles *s)
{
	hd_loops loops;

	if (!hd_graph_is_reducible(s->t->blocks.g))
		return true;
	loops = hd_graph_loops(&s->u->scratch, s->t->blocks.g);
	for (size_t l = 0; l < loops.n; l++)
		hd_each_bit (n, &loops.at[l].in)
			hd_each_insn (i, s->block[n])
				if (hd_barrier_kind(i) != HD_NO_BARRIER)
					return true;
	return false;
}

const char *
hd_find_tiles(hd_tiles *s)
{
	bool any = false;

	if (!hd_list_tiles(s) || has_loop_with_barrier(s))
		return NULL;
	for (size_t k = 0; k < s->tiles.n; k++) {
		bool suited = suits(s, s->tiles.at[k]);

		if (!suited)
			s->tiles.at[k]->main = NULL;
		any |= suited;
	}
	return any ? hd_apart_text(s) : NULL;
}
