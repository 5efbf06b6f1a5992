/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles that the next round overwrites before all have read them (sync_blocks.c).
 *
 *     for (tile = 0; tile < n; tile += 256) {
 *         s[t] = in[tile + t];
 *         __syncthreads();
 *         for (k = 0; k < 256; k++) sum += s[k];
 *     }
 *
 * A program that has the barrier between filling the tile and reading it needs another one at
 * the end of the round. On a GPU all warps leave the inner loop at about the same time, and
 * wait for global memory before they store. Here the first group would go on to the next
 * barrier, and others read its next tile. The barrier is put in front of the store, or where
 * all threads pass on the way to it.
 *
 * Both must be one tile: what is the same for all threads in the two indices has to be so in
 * all rounds, since programs with two tiles by turns need one barrier only. */
#include "ana/barrier.h"
#include "pass/sync/sync_blocks.h"

#include "ana/access.h"

typedef hd_sync_access access;

typedef struct rounds {
	hd_sync *s;
	hd_threads *t;
	const hd_loop *loop;
} rounds;

/* ---- is it another thread's element? */

static bool
is_in(const rounds *r, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) &&
	       hd_bit(&r->loop->in,
		      (size_t)hd_block_number(&r->s->blocks,
					      LLVMGetInstructionParent(v)));
}

/* An index that goes along the tile, in a loop in the round. */
static bool
moves(const rounds *r, const hd_term *x)
{
	LLVMValueRef start, step;

	return hd_is_recurrence(x->v, &start, &step) && is_in(r, x->v) &&
	       LLVMGetInstructionParent(x->v) != r->s->block[r->loop->header] &&
	       hd_depends_on(x->v, HD_TID) == HD_NO;
}

/* Do all terms of `a` that are the same for all threads stay through all rounds, and have
 * their like in `b`? Those that go along a tile go to *scale, as their common divisor. */
static bool
is_one_tile(const rounds *r, const hd_address *a, const hd_address *b, int64_t *scale)
{
	for (int k = 0; k < a->n; k++) {
		const hd_term *x = &a->term[k];

		if (hd_is_thread_term(x))
			continue;
		if (scale && moves(r, x))
			*scale = hd_gcd(*scale, x->scale);
		else if (is_in(r, x->v) || !hd_has_term(b, x))
			return false;
	}
	return true;
}

/* How long the tile can be, where blocks may be smaller than they are taken for. */
static int64_t
tile_bytes(const rounds *r, const access *load, int64_t scale)
{
	LLVMValueRef fn = r->s->fn;
	int64_t row = hd_row_bytes(r->s->u, load->at.base);

	if (hd_string_attr(fn, HD_BLOCK) || hd_string_attr(fn, HD_KNOWN) ||
	    row != INT64_MAX)
		return row;
	return scale > load->size ? scale : load->size;
}

/* Is there a thread whose stored element is one that another thread loads? These are
 * multiples of `scale` apart, or none if that is 0. */
static bool
has_pair(const rounds *r, const access *load, const access *store, int64_t scale)
{
	hd_arena *m = &r->s->u->scratch;
	size_t n = (size_t)r->t->n;
	int64_t *from = HD_NEW_ARRAY(m, int64_t, n), *to = HD_NEW_ARRAY(m, int64_t, n);
	int64_t apart = store->at.offset - load->at.offset, least, most;

	if (!hd_find_places(r->t, &load->at, from) ||
	    !hd_find_places(r->t, &store->at, to))
		return false;
	least = most = to[0];
	for (size_t k = 1; k < n; k++) {
		least = to[k] < least ? to[k] : least;
		most = to[k] > most ? to[k] : most;
	}
	if (llabs(apart) > most - least || llabs(apart) >= tile_bytes(r, load, scale))
		return false; /* two tiles, one behind the other */
	for (size_t j = 0; j < n; j++)
		for (size_t k = 0; k < n; k++) {
			int64_t d = to[k] + apart - from[j];

			if (j != k && (scale ? d % scale == 0 : d == 0))
				return true;
		}
	return false;
}

static bool
reads_anothers(rounds *r, const access *load, const access *store)
{
	int64_t scale = 0;

	if (load->size != store->size || load->at.wraps || store->at.wraps ||
	    !hd_sync_same_base(r->s->u, load, store) ||
	    hd_address_depends_on(&store->at, HD_TID) != HD_YES ||
	    !is_one_tile(r, &store->at, &load->at, NULL) ||
	    !is_one_tile(r, &load->at, &store->at, &scale))
		return false;
	if (!scale && hd_has_thread_terms_of(&load->at, &store->at))
		return false; /* work in place: a[t] += a[t + step] */
	if (!r->t)
		r->t = hd_likely_threads_of(r->s->u, r->s->fn);
	return has_pair(r, load, store, scale);
}

/* ---- ways through a round */

/* Where one comes to from `bb` in the loop, up to barriers (`stop`), in this round alone or
 * in the next one, too. */
static hd_bits
reached(const rounds *r, int bb, const hd_bits *stop, bool one_round, int wall)
{
	const hd_sync *s = r->s;
	hd_bits all = hd_bits_new(&s->u->scratch, (size_t)s->n);

	for (int k = 0; k < s->n; k++)
		if ((stop && hd_bit(stop, (size_t)k)) ||
		    !hd_bit(&r->loop->in, (size_t)k) ||
		    (one_round && k == r->loop->header))
			hd_bit_set(&all, (size_t)k);
	return hd_sync_reached(s, bb, &all, wall);
}

/* Does the program itself have a barrier on all ways from the store to the load? */
static bool
is_waited_for(const rounds *r, const access *store, const access *load)
{
	hd_bits near, far;

	if (store->bb == load->bb)
		return store < load && hd_has_block_barrier(store->insn, load->insn);
	far = reached(r, store->bb, NULL, true, -1);
	if (!hd_bit(&far, (size_t)load->bb) || load->bb == r->loop->header)
		return false;
	if (hd_has_block_barrier(store->insn, NULL) ||
	    hd_has_block_barrier(LLVMGetFirstInstruction(r->s->block[load->bb]),
				 load->insn))
		return true;
	near = reached(r, store->bb, &r->s->meets, true, -1);
	return !hd_bit(&near, (size_t)load->bb);
}

/* Does one come from the load to the store in the next round, and not before, without any
 * barrier? */
static bool
is_next(const rounds *r, const access *load, const access *store)
{
	hd_bits now, next;

	if (load->after || store->before)
		return false;
	next = reached(r, load->bb, &r->s->any, false, -1);
	if (!hd_bit(&next, (size_t)store->bb))
		return false;
	if (store->bb == r->loop->header)
		return true;
	now = reached(r, load->bb, &r->s->any, true, -1);
	return !hd_bit(&now, (size_t)store->bb);
}

/* In front of the store if all threads come there; else where they part on the way. */
static void
put_between(rounds *r, const access *load, const access *store)
{
	hd_sync *s = r->s;
	int at = store->bb;
	hd_bits around;

	if (hd_sync_all_pass(s, at)) {
		for (size_t k = 0; k < s->stores.n; k++)
			if (s->stores.at[k].bb == at)
				return;
		hd_push(&s->u->scratch, &s->stores, ((hd_sync_place){at, store->nth}));
		hd_sync_remark_early(s, load, store);
		return;
	}
	while (at != s->g->entry && !hd_sync_all_pass(s, at))
		at = s->g->idom[at];
	if (!hd_sync_all_pass(s, at) || !hd_bit(&r->loop->in, (size_t)at) ||
	    hd_bit(&s->put, (size_t)at))
		return;
	around = reached(r, load->bb, &s->any, false, at);
	if (hd_bit(&around, (size_t)store->bb))
		return;
	hd_bit_set(&s->put, (size_t)at);
	hd_sync_remark_early(s, load, store);
}

static void
check_load(rounds *r, const access *load)
{
	hd_sync *s = r->s;

	for (size_t k = 0; k < s->all.n && !hd_bit(&s->put, (size_t)load->bb); k++) {
		const access *w = &s->all.at[k];

		if (w->store && hd_bit(&r->loop->in, (size_t)w->bb) &&
		    is_next(r, load, w) && is_waited_for(r, w, load) &&
		    reads_anothers(r, load, w))
			put_between(r, load, w);
	}
}

static bool
has_barrier(const rounds *r)
{
	hd_each_bit (k, &r->s->meets)
		if (hd_bit(&r->loop->in, k))
			return true;
	return false;
}

void
hd_sync_rounds(hd_sync *s)
{
	rounds r = {.s = s};

	for (size_t n = 0; n < s->loops.n; n++) {
		r.loop = &s->loops.at[n];
		for (size_t k = 0; k < s->all.n && has_barrier(&r); k++) {
			const access *a = &s->all.at[k];

			if (!a->store && hd_bit(&r.loop->in, (size_t)a->bb) &&
			    hd_is_shared_variable(a->at.base))
				check_load(&r, a);
		}
	}
}
