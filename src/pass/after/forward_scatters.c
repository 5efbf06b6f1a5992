/* SPDX-License-Identifier: Apache-2.0 */
/* forward_scatters: what lanes have put into known places of shared memory is taken from
 * registers. With AVX-512, lanes that lie apart are written by one instruction and read by
 * another, of which LLVM knows nothing, and the second one waits until the first is done with
 * memory. In trees (reductions, prefix sums) the steps that a single group takes do nothing
 * else. Where the places are constants, what was written there is known, lane by lane, and
 * reading it is a shuffle of one or two vectors.
 *
 * Shared memory is the second parameter of an entry, which nothing else points into; words
 * only, in straight code and where ways meet again. */
#include "pass/after/scatter_words.h"

enum {
	SOURCES = 4, /* vectors that a gather may be made from */
	MOST = 8192, /* words that are known at a time */
};

/* A word of shared memory holds this lane of a vector. */
typedef struct place {
	int64_t offset;
	LLVMValueRef vector;
	unsigned lane;
} place;

typedef struct places {
	HD_VEC(place) all;
	hd_map index; /* by offset + 1: 1 + where it is in `all` */
} places;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn, shared;
	LLVMBuilderRef b;
	hd_blocks blocks;
	LLVMBasicBlockRef *block; /* by number */
	places *at;               /* per block: behind it, then in front of it */
	bool *done;
} state;

/* ---- what is known */

static const void *
key_of(int64_t offset)
{
	return (const void *)(uintptr_t)(offset + 1);
}

static place *
find(const places *p, int64_t offset)
{
	uintptr_t *k = hd_map_get(&p->index, key_of(offset));
	place *at = k && *k ? &p->all.at[*k - 1] : NULL;

	hd_check(!at || at->offset == offset);
	return at;
}

static void
forget(places *p, int64_t offset)
{
	uintptr_t *k = hd_map_get(&p->index, key_of(offset));

	if (k)
		*k = 0;
}

static void
forget_all(places *p)
{
	for (size_t k = 0; k < p->all.n; k++)
		forget(p, p->all.at[k].offset);
	p->all.n = 0;
}

static void
note(state *s, places *p, place new)
{
	uintptr_t *k = hd_map_put(&s->u->scratch, &p->index, key_of(new.offset));

	if (p->all.n >= MOST) {
		forget_all(p);
		return;
	}
	hd_push(&s->u->scratch, &p->all, new);
	*k = p->all.n;
}

/* ---- reading */

typedef struct sources {
	LLVMValueRef vector[SOURCES];
	unsigned n;
} sources;

static bool
add_source(sources *from, LLVMValueRef v, unsigned *k)
{
	for (*k = 0; *k < from->n; ++*k)
		if (from->vector[*k] == v)
			return true;
	if (from->n == SOURCES ||
	    (from->n && LLVMGetElementType(LLVMTypeOf(v)) !=
				LLVMGetElementType(LLVMTypeOf(from->vector[0]))))
		return false;
	from->vector[from->n++] = v;
	return true;
}

static LLVMValueRef
widen(state *s, LLVMValueRef v, unsigned n)
{
	LLVMValueRef at[HD_MOST_WORDS];
	unsigned has = LLVMGetVectorSize(LLVMTypeOf(v));

	if (has == n)
		return v;
	for (unsigned k = 0; k < n; k++)
		at[k] = k < has ? hd_i32(s->u, k) : LLVMGetPoison(s->u->i32);
	return LLVMBuildShuffleVector(s->b, v, LLVMGetPoison(LLVMTypeOf(v)),
				      LLVMConstVector(at, n), "");
}

/* Of the lanes that come from these two (or one: y is NULL), each in its place. */
static LLVMValueRef
pick(state *s, const hd_words *w, const place *const *is, LLVMValueRef x,
     LLVMValueRef y)
{
	unsigned nx = LLVMGetVectorSize(LLVMTypeOf(x));
	unsigned ny = y ? LLVMGetVectorSize(LLVMTypeOf(y)) : 0, n = nx > ny ? nx : ny;
	LLVMValueRef at[HD_MOST_WORDS], r[2];
	bool whole = !y && nx == w->n;

	for (unsigned k = 0; k < w->n; k++) {
		at[k] = LLVMGetPoison(s->u->i32);
		if (!w->active[k])
			continue;
		hd_check(is[k] &&
			 is[k]->lane < LLVMGetVectorSize(LLVMTypeOf(is[k]->vector)));
		if (is[k]->vector == x)
			at[k] = hd_i32(s->u, is[k]->lane);
		else if (is[k]->vector == y)
			at[k] = hd_i32(s->u, n + is[k]->lane);
		whole &= is[k]->lane == k;
	}
	if (whole)
		return x;
	r[0] = widen(s, x, n);
	r[1] = y ? widen(s, y, n) : LLVMGetPoison(LLVMTypeOf(r[0]));
	return LLVMBuildShuffleVector(s->b, r[0], r[1], LLVMConstVector(at, w->n), "");
}

/* Lanes of the first two sources from x, the others from y. */
static LLVMValueRef
merge(state *s, const hd_words *w, const place *const *is, const sources *from,
      LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef at[HD_MOST_WORDS];

	for (unsigned k = 0; k < w->n; k++) {
		bool first = w->active[k] && (is[k]->vector == from->vector[0] ||
					      is[k]->vector == from->vector[1]);

		at[k] = hd_i32(s->u, first ? k : w->n + k);
	}
	return LLVMBuildShuffleVector(s->b, x, y, LLVMConstVector(at, w->n), "");
}

/* What a row or a gather reads, from registers; NULL: some of it is not known. */
static LLVMValueRef
read_kept(state *s, const places *p, const hd_words *w, LLVMTypeRef word)
{
	const place *is[HD_MOST_WORDS] = {0};
	sources from = {0};
	LLVMValueRef r, rest;
	unsigned k;

	for (unsigned l = 0; l < w->n; l++) {
		if (!w->active[l])
			continue;
		is[l] = find(p, w->offset[l]);
		if (!is[l] || !add_source(&from, is[l]->vector, &k))
			return NULL;
	}
	if (!from.n || LLVMGetElementType(LLVMTypeOf(from.vector[0])) != word)
		return NULL;
	r = pick(s, w, is, from.vector[0], from.n > 1 ? from.vector[1] : NULL);
	if (from.n < 3)
		return r;
	rest = pick(s, w, is, from.vector[2], from.n > 3 ? from.vector[3] : NULL);
	return merge(s, w, is, &from, r, rest);
}

static LLVMValueRef
read_word(state *s, const places *p, int64_t offset, LLVMTypeRef t)
{
	const place *is = find(p, offset);

	return is && LLVMGetElementType(LLVMTypeOf(is->vector)) == t
		       ? LLVMBuildExtractElement(s->b, is->vector,
						 hd_i64(s->u, is->lane), "")
		       : NULL;
}

static void
replace_read(state *s, const places *p, LLVMValueRef i, const hd_words *w)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef r;

	LLVMPositionBuilderBefore(s->b, i);
	r = hd_is_word(t) ? read_word(s, p, w->offset[0], t)
			  : read_kept(s, p, w, LLVMGetElementType(t));
	if (!r)
		return;
	LLVMReplaceAllUsesWith(i, r);
	LLVMInstructionEraseFromParent(i);
}

/* ---- writing */

static void
note_write(state *s, places *p, const hd_words *w)
{
	LLVMValueRef v = w->data;
	unsigned lane = 0;

	if (hd_is_word(LLVMTypeOf(v))) {
		if (!hd_is_opcode(v, LLVMExtractElement) ||
		    !LLVMIsAConstantInt(LLVMGetOperand(v, 1)) ||
		    !hd_is_vector_of_words(LLVMTypeOf(LLVMGetOperand(v, 0)))) {
			forget(p, w->offset[0]);
			return;
		}
		lane = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
		v = LLVMGetOperand(v, 0);
	}
	for (unsigned k = 0; k < w->n; k++)
		if (w->active[k])
			note(s, p, (place){w->offset[k], v, lane + k});
}

/* ---- the order of blocks */

/* What all ways from (or to) these blocks agree on. */
static void
meet(state *s, const hd_ints *from, places *p)
{
	const places *first;

	for (size_t k = 0; k < from->n; k++)
		if (!s->done[from->at[k]])
			return;
	if (!from->n)
		return;
	first = &s->at[from->at[0]];
	for (size_t j = 0; j < first->all.n; j++) {
		const place *x = &first->all.at[j];
		bool same = find(first, x->offset) == x;

		for (size_t k = 1; same && k < from->n; k++) {
			const place *y = find(&s->at[from->at[k]], x->offset);

			same = y && y->vector == x->vector && y->lane == x->lane;
		}
		if (same)
			note(s, p, *x);
	}
}

static void
walk_block(state *s, LLVMBasicBlockRef bb, places *p)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb), next;

	for (; i; i = next) {
		hd_words w;

		next = LLVMGetNextInstruction(i);
		if (hd_words_written(s->u, s->shared, i, &w))
			note_write(s, p, &w);
		else if (p->all.n && hd_words_read(s->u, s->shared, i, &w))
			replace_read(s, p, i, &w);
		else if (!hd_only_reads(i) && hd_may_touch(s->u, s->shared, i))
			forget_all(p);
	}
}

/* ---- dead stores */

/* Backwards: places that are written again before they are read. */
static void
clean_block(state *s, LLVMBasicBlockRef bb, places *p)
{
	LLVMValueRef i = LLVMGetLastInstruction(bb), before;

	for (; i; i = before) {
		bool dead = true;
		hd_words w;

		before = LLVMGetPreviousInstruction(i);
		if (hd_words_written(s->u, s->shared, i, &w)) {
			for (unsigned k = 0; k < w.n; k++)
				dead &= !w.active[k] || find(p, w.offset[k]);
			for (unsigned k = 0; !dead && k < w.n; k++)
				if (w.active[k] && !find(p, w.offset[k]))
					note(s, p, (place){.offset = w.offset[k]});
			if (dead)
				LLVMInstructionEraseFromParent(i);
		} else if (hd_words_read(s->u, s->shared, i, &w)) {
			for (unsigned k = 0; k < w.n; k++)
				if (w.active[k])
					forget(p, w.offset[k]);
		} else if (hd_may_touch(s->u, s->shared, i)) {
			forget_all(p);
		}
	}
}

/* ---- all of it */

static void
walk(state *s)
{
	const hd_graph *g;

	s->blocks = hd_number_blocks(&s->u->scratch, s->fn);
	g = s->blocks.g;
	s->at = HD_NEW_ARRAY(&s->u->scratch, places, (size_t)g->n);
	s->done = HD_NEW_ARRAY(&s->u->scratch, bool, (size_t)g->n);
	s->block = HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef, (size_t)g->n);
	hd_each_block (bb, s->fn)
		s->block[hd_block_number(&s->blocks, bb)] = bb;
	for (int k = 0; k < g->nrpo; k++) {
		int n = g->rpo[k];

		meet(s, &g->pred[n], &s->at[n]);
		walk_block(s, s->block[n], &s->at[n]);
		s->done[n] = true;
	}
	memset(s->at, 0, (size_t)g->n * sizeof *s->at);
	memset(s->done, 0, (size_t)g->n * sizeof *s->done);
	for (int k = g->nrpo - 1; k >= 0; k--) {
		int n = g->rpo[k];

		meet(s, &g->succ[n], &s->at[n]);
		clean_block(s, s->block[n], &s->at[n]);
		s->done[n] = true;
	}
}

static bool
has_scatter(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_is_scatter(i))
				return true;
	return false;
}

bool
hd_pass_forward_scatters(hd_unit *u)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_function (fn, u->m) {
		state s = {.u = u, .fn = fn, .b = b};

		if (!hd_has_body(fn) || !hd_string_attr(fn, HD_ENTRY) ||
		    !has_scatter(fn))
			continue;
		s.shared = LLVMGetParam(fn, 1);
		walk(&s);
		changed = true;
	}
	LLVMDisposeBuilder(b);
	return changed;
}
