/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved accesses (decide/interleave.c): one load or store of all, and shuffles. */
#include "lanes/emit/access/access.h"

enum { MOST = HD_MOST_INTERLEAVED };

static int64_t
size_of(const hd_code *c, LLVMValueRef i)
{
	return (int64_t)hd_size_of(c->u, hd_access_type(i));
}

/* Of the elements `from`, `from + step` ... of two vectors. */
static LLVMValueRef
pick(hd_emit *e, LLVMValueRef x, LLVMValueRef y, const int *at, int n)
{
	LLVMValueRef *k = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, (size_t)n);

	for (int l = 0; l < n; l++)
		k[l] = hd_i32(e->u, at[l]);
	return LLVMBuildShuffleVector(e->b, x, y ? y : LLVMGetPoison(LLVMTypeOf(x)),
				      LLVMConstVector(k, (unsigned)n), "");
}

static LLVMValueRef
join(hd_emit *e, LLVMValueRef x, LLVMValueRef y)
{
	int at[2 * HD_WARP], n = 2 * e->c->w.lanes;

	for (int l = 0; l < n; l++)
		at[l] = l;
	return pick(e, x, y, at, n);
}

static LLVMValueRef
load(hd_emit *e, const hd_interleaved *g, int first, int n, hd_here h)
{
	LLVMTypeRef t = hd_access_type(g->leader);
	unsigned size = (unsigned)hd_size_of(e->u, t),
		 align = LLVMGetAlignment(g->at[0]);
	LLVMValueRef at = hd_offset(e->u, e->b, h.row, first * (int64_t)size, ""),
		     r = LLVMBuildLoad2(e->b, LLVMVectorType(t, (unsigned)n), at, "");

	LLVMSetAlignment(r, first && align > size ? size : align);
	return r;
}

/* How many elements behind the last lane's last one make it whole. They may be read where
 * they are in a word with it. */
static int
missing(hd_emit *e, const hd_interleaved *g)
{
	unsigned size = (unsigned)size_of(e->c, g->leader);
	int n = g->every;

	while (!g->at[n - 1])
		n--;
	if (g->every != 3 && LLVMGetAlignment(g->at[0]) >= (unsigned)g->every * size &&
	    hd_does(e->u, HD_TRICK_page) &&
	    hd_has_unknown_size(hd_pointer_of(g->at[0])))
		return 0;
	return g->every - n;
}

/* All there is, as one vector or, where the last one would be too long, as two: the last part
 * of the second ends where it must, `short_by` elements earlier. */
static void
load_all(hd_emit *e, const hd_interleaved *g, int short_by, LLVMValueRef from[2],
	 hd_here h)
{
	int lanes = e->c->w.lanes, end = g->every * lanes - short_by;
	LLVMValueRef part[MOST];

	from[1] = NULL;
	if (!short_by) {
		from[0] = load(e, g, 0, end, h);
		return;
	}
	for (int k = 0; k < g->every; k++)
		part[k] = load(e, g, k + 1 < g->every ? k * lanes : end - lanes, lanes,
			       h);
	from[0] = join(e, part[0], part[1]);
	if (g->every > 2)
		from[1] = join(e, part[2], g->every > 3 ? part[3] : NULL);
}

static void
load_channels(hd_emit *e, const hd_interleaved *g, LLVMValueRef *r, hd_here h)
{
	int lanes = e->c->w.lanes, at[HD_WARP], less = missing(e, g);
	LLVMValueRef from[2];

	hd_check(h.row && g->at[0]);
	load_all(e, g, less, from, h);
	for (int k = 0; k < g->every; k++) {
		if (!g->at[k])
			continue;
		for (int l = 0; l < lanes; l++) {
			at[l] = l * g->every + k;
			if (at[l] >= (g->every - 1) * lanes)
				at[l] += less;
		}
		r[k] = pick(e, from[0], from[1], at, lanes);
	}
}

static void
load_each(hd_emit *e, const hd_interleaved *g, LLVMValueRef *r, hd_here h)
{
	for (int k = 0; k < g->every; k++)
		r[k] = g->at[k] ? hd_load_gather(e, g->at[k], h) : NULL;
}

static void
store_channels(hd_emit *e, const hd_interleaved *g, LLVMValueRef *r, hd_here h)
{
	int lanes = e->c->w.lanes, at[MOST * HD_WARP];
	LLVMValueRef x[MOST] = {0}, s;

	hd_check(h.row && !h.mask && g->n == g->every);
	(void)r;
	for (int k = 0; k < g->every; k++)
		x[k] = hd_vector(e, LLVMGetOperand(g->at[k], 0));
	for (int k = 0; k < g->every * lanes; k++)
		at[k] = k % g->every * lanes + k / g->every;
	if (g->every > 2) {
		x[0] = join(e, x[0], x[1]);
		x[1] = join(e, x[2], x[3]);
	}
	s = LLVMBuildStore(e->b, pick(e, x[0], x[1], at, g->every * lanes), h.row);
	LLVMSetAlignment(s, LLVMGetAlignment(g->at[0]));
}

static void
store_each(hd_emit *e, const hd_interleaved *g, LLVMValueRef *r, hd_here h)
{
	(void)r;
	for (int k = 0; k < g->every; k++)
		hd_store_scatter(e, g->at[k], h);
}

typedef void access_fn(hd_emit *e, const hd_interleaved *g, LLVMValueRef *r, hd_here h);

/* Do the lanes lie where they should? NULL: that is certain. */
static LLVMValueRef
lie_together(hd_emit *e, const hd_interleaved *g, hd_here h)
{
	LLVMValueRef r = NULL;

	for (int k = 0; k < g->every; k++) {
		LLVMValueRef p = g->at[k] ? hd_pointer_of(g->at[k]) : NULL, ok, at;

		if (!p || (g->exact && hd_is_nowrap(e->c, p)))
			continue;
		at = hd_offset(e->u, e->b, h.row, k * size_of(e->c, g->leader), "");
		ok = LLVMBuildICmp(e->b, LLVMIntEQ, hd_use(e, p), at, "");
		ok = LLVMBuildAnd(e->b, ok, hd_affine_check(e, p), "together");
		r = r ? LLVMBuildAnd(e->b, r, ok, "together") : ok;
	}
	return r;
}

static void
either(hd_emit *e, const hd_interleaved *g, LLVMValueRef usual, access_fn *way[2],
       LLVMValueRef *r, hd_here h)
{
	LLVMBasicBlockRef bb[2] = {hd_block(e, "wide"), hd_block(e, "lanes")},
			  next = hd_block(e, "next"), end[2];
	LLVMValueRef in[MOST][2] = {0}, made[MOST] = {0};

	for (int k = 0; k < g->every; k++)
		for (int j = 0; g->at[k] && j < LLVMGetNumOperands(g->at[k]); j++)
			hd_load_forms(e, LLVMGetOperand(g->at[k], (unsigned)j));
	hd_set_odds(e->u, LLVMBuildCondBr(e->b, usual, bb[0], bb[1]), 1000, 1);
	e->aside++;
	for (int k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(e->b, bb[k]);
		h.cold |= k == 1;
		way[k](e, g, made, h);
		for (int j = 0; j < g->every; j++)
			in[j][k] = made[j];
		end[k] = LLVMGetInsertBlock(e->b);
		LLVMBuildBr(e->b, next);
	}
	e->aside--;
	LLVMPositionBuilderAtEnd(e->b, next);
	for (int k = 0; k < g->every; k++) {
		if (!in[k][0])
			continue;
		r[k] = LLVMBuildPhi(e->b, LLVMTypeOf(in[k][0]), "");
		LLVMAddIncoming(r[k], in[k], end, 2);
	}
}

static void
emit(hd_emit *e, const hd_interleaved *g, hd_here h)
{
	bool loads = hd_is_opcode(g->leader, LLVMLoad);
	access_fn *way[2] = {loads ? load_channels : store_channels,
			     loads ? load_each : store_each};
	LLVMValueRef r[MOST] = {0}, usual;

	h.row = hd_use(e, hd_pointer_of(g->at[0]));
	usual = lie_together(e, g, h);
	if (usual)
		either(e, g, usual, way, r, h);
	else
		way[0](e, g, r, h);
	for (int k = 0; k < MOST; k++)
		if (r[k])
			hd_def(e, g->at[k], r[k]);
}

bool
hd_emit_interleaved(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_interleaved g;

	if (h.mask || !hd_find_interleaved(e->c, i, &g))
		return false;
	hd_note_access(e->l, i, HD_INTERLEAVED);
	if (i == g.leader)
		emit(e, &g, h);
	return true;
}
