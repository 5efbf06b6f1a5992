/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles in shared memory: which there are, what threads touch of them, and what comes first.
 * Part of bypass_tiles and bypass_rewritten_tiles. */
#include "pass/memory/tiles.h"

enum { MOST_ACCESSES = 128 };

/* ---- order */

bool
hd_is_earlier(LLVMValueRef i, LLVMValueRef than)
{
	for (; i; i = LLVMGetNextInstruction(i))
		if (i == than)
			return true;
	return false;
}

/* Is there a way from `from` to `to` that does not pass `avoid`, or -1? */
static bool
leads_to(const hd_graph *g, int from, int to, int avoid, hd_bits *seen)
{
	hd_bit_set(seen, (size_t)from);
	if (to < 0 && !g->succ[from].n)
		return true;
	for (size_t k = 0; k < g->succ[from].n; k++) {
		int next = g->succ[from].at[k];

		if (next == avoid)
			continue;
		if (next == to ||
		    (!hd_bit(seen, (size_t)next) && leads_to(g, next, to, avoid, seen)))
			return true;
	}
	return false;
}

bool
hd_does_lead(hd_tiles *s, int from, int to, int avoid)
{
	const hd_graph *g = s->t->blocks.g;
	hd_bits seen = hd_bits_new(&s->u->scratch, (size_t)g->n);

	return leads_to(g, from, to, avoid, &seen);
}

int
hd_block_of(hd_tiles *s, LLVMValueRef i)
{
	return hd_block_number(&s->t->blocks, LLVMGetInstructionParent(i));
}

/* ---- tiles */

static hd_tile *
tile_of(hd_tiles *s, LLVMValueRef var)
{
	hd_tile *t;

	for (size_t k = 0; k < s->tiles.n; k++)
		if (s->tiles.at[k]->var == var)
			return s->tiles.at[k];
	t = HD_NEW(&s->u->scratch, hd_tile);
	t->var = var;
	hd_push(&s->u->scratch, &s->tiles, t);
	return t;
}

/* Whether nothing is done that could have any effect on anything, and which tiles there
 * are. */
static bool
find_all(hd_tiles *s)
{
	hd_arena *a = &s->u->scratch;

	for (size_t k = 0; k < s->p->all.n; k++) {
		hd_access *x = &s->p->all.at[k];
		hd_tile *t;

		if (x->unknown || x->special || x->place == HD_IN_SHARED)
			return false;
		if (x->place != HD_SHARED_VARIABLE) {
			if (x->writes &&
			    (x->place != HD_OUTSIDE || !LLVMIsAArgument(x->at.base)))
				return false;
			continue;
		}
		if (!hd_is_known(s->p, x))
			return false;
		t = tile_of(s, x->at.base);
		if (x->writes)
			hd_push(a, &t->put, ((hd_put){.a = x}));
		else
			hd_push(a, &t->get, ((hd_get){.a = x}));
	}
	return s->tiles.n > 0;
}

bool
hd_list_tiles(hd_tiles *s)
{
	bool returned;

	s->t = hd_threads_of(s->u, s->fn);
	if (!s->t->n)
		return false;
	s->p = hd_cut_pieces(s->t);
	if (s->p->all.n > MOST_ACCESSES)
		return false;
	s->block = HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef,
				(size_t)s->t->blocks.g->n);
	LLVMGetBasicBlocks(s->fn, s->block);
	hd_find_escaped(s->p);
	return find_all(s) && hd_meets_uniformly(s->u, s->fn, &returned) && !returned;
}

/* Adds what the indices of a GEP, or of a constant like one, mean for each thread. */
static bool
add_indices(hd_tiles *s, LLVMValueRef p, int64_t *place)
{
	hd_each_index (x, s->u, p) {
		const int64_t *v = x.v ? hd_thread_values(s->t, x.v) : NULL;

		for (int j = 0; v && j < s->t->n; j++)
			place[j] += v[j] * x.bytes;
		if (!v)
			return false;
	}
	return true;
}

/* Where each thread's element is in the tile; NULL: that is not known. */
int64_t *
hd_places_of(hd_tiles *s, const hd_access *x)
{
	int64_t *place = HD_NEW_ARRAY(&s->u->scratch, int64_t, (size_t)s->t->n);
	LLVMValueRef p = x->p;

	while (hd_is_opcode(p, LLVMGetElementPtr) ||
	       (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr)) {
		if (!add_indices(s, p, place))
			return NULL;
		p = LLVMGetOperand(p, 0);
	}
	return p == x->at.base ? place : NULL;
}

LLVMValueRef
hd_load_of_thread(hd_unit *u, LLVMBuilderRef b, const hd_tile *t, const int64_t d[3])
{
	LLVMValueRef load = LLVMInstructionClone(t->source);

	LLVMSetOperand(load, 0,
		       hd_pointer_of_thread(u, b, LLVMGetOperand(t->source, 0), d));
	LLVMInsertIntoBuilder(b, load);
	return load;
}

/* ---- threads */

void
hd_distance(const hd_tiles *s, int from, int to, int64_t d[3])
{
	int x = (int)s->t->block[0], y = (int)s->t->block[1];

	d[0] = to % x - from % x;
	d[1] = to / x % y - from / x % y;
	d[2] = to / (x * y) - from / (x * y);
}

/* ---- arrays */

static bool
has_noalias(LLVMValueRef param)
{
	LLVMValueRef fn = LLVMGetParamParent(param);

	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		if (LLVMGetParam(fn, k) == param)
			return LLVMGetEnumAttributeAtIndex(
				fn, k + 1,
				LLVMGetEnumAttributeKindForName("noalias", 7));
	return false;
}

static unsigned
param_number(LLVMValueRef param)
{
	LLVMValueRef fn = LLVMGetParamParent(param);
	unsigned k = 0;

	while (LLVMGetParam(fn, k) != param)
		k++;
	return k;
}

/* Which parameters must lead to different arrays: "array:written,...". NULL: one array is
 * both. */
const char *
hd_apart_text(hd_tiles *s)
{
	hd_str text = {.arena = &s->u->scratch};

	hd_str_add(&text, "");
	for (size_t k = 0; k < s->tiles.n; k++) {
		LLVMValueRef array = s->tiles.at[k]->array;

		if (!s->tiles.at[k]->main)
			continue;
		for (size_t j = 0; j < s->p->all.n; j++) {
			hd_access *x = &s->p->all.at[j];
			const char *pair;

			if (!x->writes || x->place != HD_OUTSIDE)
				continue;
			if (x->at.base == array)
				return NULL;
			pair = hd_format(&s->u->scratch, "%u:%u,", param_number(array),
					 param_number(x->at.base));
			if (!has_noalias(array) && !strstr(text.at, pair))
				hd_str_add(&text, pair);
		}
	}
	return text.at;
}
