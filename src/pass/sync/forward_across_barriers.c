/* SPDX-License-Identifier: Apache-2.0 */
/* forward_across_barriers: what a thread has put into shared memory itself.
 *
 *     weights[ty][tx] = w[i];                             goes: nobody reads it
 *     __syncthreads();
 *     weights[ty][tx] = weights[ty][tx] * node[ty];       is w[i] * node[ty]
 *
 * LLVM takes a barrier for something that may write all of memory. Here it is known what
 * other threads do:
 *   - a load of what the same thread has stored is that value, if no other thread ever
 *     writes there, and if no barrier is between the two or the store is not needed then;
 *   - a store goes if nobody reads the bytes before the same thread writes them again, or
 *     before the end: not this thread on its way, nor any other between the barriers that
 *     it passes on the way;
 *   - a variable of which each thread touches only its own element, always the same one,
 *     becomes a private variable (own_variables.c).
 *
 * It comes after contract_fma, so that results do not depend on it, and after sync_warps,
 * which has to see what the program stores and reads.
 *
 * needs:   normalize
 * keeps:   the CFG
 */
#include "ana/access.h"
#include "pass/pass.h"

enum {
	MOST_ACCESSES = 512, /* in a kernel */
	MOST_BLOCKS = 256,   /* on the way from a load back to its store */
};

typedef struct state {
	hd_unit *u;
	hd_threads *t;
	hd_pieces *p;
	hd_map written; /* store -> do others write there? 1 = no, 2 = yes */
	LLVMBasicBlockRef *block;
	HD_VEC(hd_bits) region; /* of pieces, between barriers */
	int uniform; /* do all threads come to the same barriers? HD_UNKNOWN */
	bool calls;  /* something that may do anything */
	bool changed;
} state;

/* Nobody has a pointer to a variable of which all accesses are known, unless a function that
 * is called gives one away. */
static bool
is_elsewhere(const state *s, const hd_access *x)
{
	return !x->unknown && x->place != HD_SHARED_VARIABLE &&
	       !(s->calls && x->place == HD_ANYWHERE);
}

static bool
may_meet(state *s, hd_access *a, hd_access *x)
{
	return !is_elsewhere(s, x) && hd_may_meet(s->t, a, x);
}

static bool
may_overlap(state *s, hd_access *a, hd_access *x)
{
	return !is_elsewhere(s, x) && hd_may_overlap(s->t, a, x);
}

/* ---- loads */

static bool
is_before(const state *s, LLVMValueRef first, LLVMValueRef second)
{
	LLVMBasicBlockRef a = LLVMGetInstructionParent(first),
			  b = LLVMGetInstructionParent(second);

	if (a != b)
		return hd_block_dominates(&s->t->blocks, a, b);
	hd_check(hd_map_get(&s->p->index, first) && hd_map_get(&s->p->index, second));
	return *hd_map_get(&s->p->index, first) < *hd_map_get(&s->p->index, second);
}

/* Does any thread ever write what another one stores by `a`? */
static bool
do_others_write(state *s, hd_access *a)
{
	uintptr_t *known = hd_map_put(&s->u->scratch, &s->written, a->insn);

	for (size_t k = 0; !*known && k < s->p->all.n; k++)
		if (s->p->all.at[k].writes && may_meet(s, a, &s->p->all.at[k]))
			*known = 2;
	if (!*known)
		*known = 1;
	return *known == 2;
}

typedef struct search {
	hd_access *store, *load;
	bool near; /* no barrier was passed */
	int found; /* 1 = the store, -1 = something else that may write there */
} search;

/* Backwards in a block. */
static void
look_back(state *s, LLVMValueRef i, search *f)
{
	f->found = 0;
	for (; i; i = LLVMGetPreviousInstruction(i)) {
		uintptr_t *k = hd_map_get(&s->p->index, i);

		f->near &= hd_barrier_kind(i) == HD_NO_BARRIER;
		if (i == f->store->insn)
			f->found = 1;
		else if (k && s->p->all.at[*k - 1].writes &&
			 may_overlap(s, f->load, &s->p->all.at[*k - 1]))
			f->found = -1;
		if (f->found)
			return;
	}
}

/* On every way from the store to the load, does the thread write nothing else there? */
static bool
reaches(state *s, search *f)
{
	hd_arena *a = &s->u->scratch;
	const hd_graph *g = s->t->blocks.g;
	LLVMValueRef load = f->load->insn;
	hd_bits seen = hd_bits_new(a, (size_t)g->n);
	hd_ints todo = {0};
	int n = hd_block_number(&s->t->blocks, LLVMGetInstructionParent(load));

	look_back(s, LLVMGetPreviousInstruction(load), f);
	for (int visited = 0;; visited++) {
		for (size_t k = 0; !f->found && k < g->pred[n].n; k++) {
			int from = g->pred[n].at[k];

			if (!hd_bit(&seen, (size_t)from))
				hd_push(a, &todo, from);
			hd_bit_set(&seen, (size_t)from);
		}
		if (f->found < 0 || visited > MOST_BLOCKS)
			return false;
		if (!todo.n)
			return true;
		n = hd_pop(&todo);
		look_back(s, LLVMGetLastInstruction(s->block[n]), f);
	}
}

static bool
forwards(state *s, search *f)
{
	return f->load->reads && hd_is_plain(f->load) &&
	       hd_is_same_place(f->store, f->load) &&
	       LLVMTypeOf(LLVMGetOperand(f->store->insn, 0)) ==
		       LLVMTypeOf(f->load->insn) &&
	       is_before(s, f->store->insn, f->load->insn) &&
	       !do_others_write(s, f->store) && reaches(s, f);
}

/* ---- stores */

static void
find_regions(state *s)
{
	hd_pieces *p = s->p;

	for (size_t k = 0; k < p->piece.n; k++)
		if (k == 0 || p->piece.at[k - 1].barrier)
			hd_push(&s->u->scratch, &s->region, hd_pieces_after(p, (int)k));
}

static bool
is_uniform(state *s)
{
	if (s->uniform == HD_UNKNOWN)
		s->uniform = hd_meets_uniformly(s->u, s->t->fn, NULL) ? HD_YES : HD_NO;
	return s->uniform == HD_YES;
}

typedef struct way {
	hd_bits seen; /* pieces that the thread passes before it writes again */
	hd_ints todo;
	bool ends; /* it may return before */
	bool read;
} way;

/* The way of a thread through accesses [from, end) of a piece. */
static void
go_on(state *s, way *w, hd_access *store, int piece, size_t from)
{
	const hd_piece *at = &s->p->piece.at[piece];

	hd_check(from >= at->first && from <= at->end);
	for (size_t k = from; k < at->end; k++) {
		hd_access *x = &s->p->all.at[k];

		w->read |= x->reads && may_overlap(s, store, x);
		if (x->writes && hd_is_plain(x) && hd_is_same_place(x, store) &&
		    hd_is_fixed_address(store))
			return;
	}
	w->ends |= at->returns;
	for (size_t k = 0; k < s->p->g->succ[piece].n; k++) {
		int to = s->p->g->succ[piece].at[k];

		if (!hd_bit(&w->seen, (size_t)to))
			hd_push(&s->u->scratch, &w->todo, to);
		hd_bit_set(&w->seen, (size_t)to);
	}
}

static bool
do_intersect(const hd_bits *a, const hd_bits *b)
{
	hd_check(a->n == b->n);
	for (size_t k = 0; k < (a->n + 63) / 64; k++)
		if (a->word[k] & b->word[k])
			return true;
	return false;
}

/* Everything behind these pieces as well: others go on when a thread has returned. */
static void
flood(state *s, hd_bits *pieces)
{
	hd_ints todo = {0};

	hd_each_bit (k, pieces)
		hd_push(&s->u->scratch, &todo, (int)k);
	while (todo.n) {
		const hd_ints *succ = &s->p->g->succ[hd_pop(&todo)];

		for (size_t k = 0; k < succ->n; k++)
			if (!hd_bit(pieces, (size_t)succ->at[k])) {
				hd_bit_set(pieces, (size_t)succ->at[k]);
				hd_push(&s->u->scratch, &todo, succ->at[k]);
			}
	}
}

/* Can another thread read it, between the barriers around the way? */
static bool
do_others_read(state *s, hd_access *store, const way *w)
{
	hd_bits all = hd_bits_new(&s->u->scratch, s->p->piece.n);

	for (size_t k = 0; k < s->region.n; k++)
		if (do_intersect(&s->region.at[k], &w->seen))
			hd_bits_or(&all, &s->region.at[k]);
	if (w->ends)
		flood(s, &all);
	hd_each_bit (k, &all)
		for (size_t j = s->p->piece.at[k].first; j < s->p->piece.at[k].end;
		     j++) {
			hd_access *x = &s->p->all.at[j];

			if (x->reads && may_meet(s, store, x))
				return true;
		}
	return false;
}

static bool
is_dead(state *s, hd_access *store, int piece, size_t k)
{
	way w = {.seen = hd_bits_new(&s->u->scratch, s->p->piece.n)};

	hd_check(store == &s->p->all.at[k] && store->writes &&
		 k >= s->p->piece.at[piece].first && k < s->p->piece.at[piece].end);
	hd_bit_set(&w.seen, (size_t)piece);
	go_on(s, &w, store, piece, k + 1);
	while (w.todo.n && !w.read) {
		int next = hd_pop(&w.todo);

		go_on(s, &w, store, next, s->p->piece.at[next].first);
	}
	return !w.read && !do_others_read(s, store, &w) && is_uniform(s);
}

static void
erase(state *s, hd_access *a, const char *why)
{
	hd_check(!LLVMGetFirstUse(a->insn) && hd_is_plain(a));
	hd_tell(s->p, a->insn, why);
	LLVMInstructionEraseFromParent(a->insn);
	hd_forget(a);
	s->changed = true;
}

static void
forward(state *s, hd_access *store, hd_access *load)
{
	LLVMReplaceAllUsesWith(load->insn, LLVMGetOperand(store->insn, 0));
	erase(s, load, "does not load this: the same thread has stored it");
}

/* What lives across a barrier has to be kept somewhere, too: loads behind one stay unless
 * they are all that the store is for. */
static void
work_on_store(state *s, hd_access *store, int piece, size_t k)
{
	HD_VEC(hd_access *) far = {0};
	bool dead;

	for (size_t j = 0; j < s->p->all.n; j++) {
		search f = {store, &s->p->all.at[j], true, 0};

		if (!forwards(s, &f))
			continue;
		if (f.near) {
			forward(s, store, f.load);
		} else {
			hd_push(&s->u->scratch, &far, f.load);
			f.load->reads = false;
		}
	}
	dead = is_dead(s, store, piece, k);
	for (size_t j = 0; j < far.n; j++) {
		far.at[j]->reads = true;
		if (dead)
			forward(s, store, far.at[j]);
	}
	if (dead)
		erase(s, store, "does not store this: no thread reads it");
}

/* ---- the pass */

static bool
work_on(state *s)
{
	s->p = hd_cut_pieces(s->t);
	if (s->p->all.n > MOST_ACCESSES)
		return false;
	s->block = HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef,
				(size_t)s->t->blocks.g->n);
	LLVMGetBasicBlocks(s->t->fn, s->block);
	for (size_t k = 0; k < s->p->all.n; k++)
		s->calls |= s->p->all.at[k].unknown;
	hd_find_escaped(s->p);
	s->changed = hd_own_variables(s->p);
	find_regions(s);
	for (size_t n = 0; n < s->p->piece.n; n++)
		for (size_t k = s->p->piece.at[n].first; k < s->p->piece.at[n].end;
		     k++) {
			hd_access *a = &s->p->all.at[k];

			if (a->writes && hd_is_plain(a) && hd_is_known(s->p, a) &&
			    s->p->g->pos[n] >= 0)
				work_on_store(s, a, (int)n, k);
		}
	if (s->changed) /* launches and attributes count what the source says */
		hd_add_string_attr(
			s->u, s->t->fn, HD_DECLARED,
			hd_format(&s->u->scratch, "%llu",
				  (unsigned long long)hd_shared_bytes(s->p)));
	return s->changed;
}

static bool
has_shared_variables(LLVMModuleRef m)
{
	hd_each_global (g, m)
		if (hd_is_shared_variable(g))
			return true;
	return false;
}

bool
hd_pass_forward_across_barriers(hd_unit *u)
{
	bool changed = false;

	if (!has_shared_variables(u->m))
		return false;
	hd_each_function (fn, u->m) {
		state s = {.u = u, .uniform = HD_UNKNOWN};

		if (!hd_has_body(fn) ||
		    (!hd_is_kernel(u, fn) && !hd_string_attr(fn, HD_KNOWN)))
			continue;
		s.t = hd_threads_of(u, fn);
		changed |= work_on(&s);
	}
	return changed; /* values may now leave loops in which they were stored */
}
