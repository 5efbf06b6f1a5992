/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes and words that lie in each other: p[3 * i], p[3 * i + 1], p[3 * i + 2], the channels
 * of pictures and sound, the coordinates of points.
 *
 * What stands side by side in a kernel (src/pass/join_channels.c) becomes one load of all that
 * lies between the first lane's first channel and the last lane's last one, of which each
 * takes its part, or one store of all channels, put into each other. Nothing else is written:
 * not if a channel is missing, nor for some of the lanes. */
#include "lanes.h"

enum { MOST = 4, LONG = 64 };

typedef struct channels {
	LLVMValueRef at[MOST]; /* in the order of memory; NULL: nobody asks for it */
	LLVMValueRef leader;   /* where all of them are done */
	int n, every;          /* how many; how many elements a lane is from the next */
	bool exact;            /* where they are is known without asking */
} channels;

/* ---- who belongs together */

static int64_t
size_of(const hd_code *c, LLVMValueRef i)
{
	return (int64_t)hd_size_of(c->u, hd_access_type(i));
}

static bool
is_channel(const hd_code *c, LLVMValueRef i, LLVMOpcode o)
{
	hd_shape at;
	LLVMTypeRef t;

	if (!hd_is_opcode(i, o) || !hd_is_ordinary(i))
		return false;
	t = hd_access_type(i);
	at = hd_shape_of(c, hd_pointer_of(i));
	return hd_is_channel_type(c->u, t) && at.kind != HD_VARYING &&
	       at.stride % size_of(c, i) == 0 && at.stride > size_of(c, i) &&
	       at.stride <= MOST * size_of(c, i) && !hd_has_window(c, i);
}

/* What stands side by side with it, in order. */
static int
read_run(const hd_code *c, LLVMValueRef i, LLVMValueRef run[LONG])
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef first = i;
	int n = 0;

	for (; i && (hd_is_debug_call(i) || is_channel(c, i, o));
	     i = LLVMGetPreviousInstruction(i))
		first = i;
	for (i = first; i && n < LONG; i = LLVMGetNextInstruction(i))
		if (is_channel(c, i, o))
			run[n++] = i;
		else if (!hd_is_debug_call(i))
			break;
	return n;
}

/* How many elements `i` is behind the leader, if that can be said, and they do the same. */
static enum hd_apart
place_of(const hd_code *c, LLVMValueRef leader, LLVMValueRef i, int *place)
{
	LLVMValueRef p = hd_pointer_of(leader), q = hd_pointer_of(i);
	enum hd_apart known;
	int64_t d;

	if (hd_access_type(i) != hd_access_type(leader) ||
	    hd_shape_of(c, p).stride != hd_shape_of(c, q).stride)
		return HD_UNRELATED;
	known = hd_bytes_between(c->u, p, q, &d);
	if (d % size_of(c, i) || llabs(d) >= MOST * size_of(c, i))
		return HD_UNRELATED;
	*place = (int)(d / size_of(c, i));
	return known;
}

/* The leader's, out of those of a run that are left; they are taken out. */
static channels
take_group(const hd_code *c, LLVMValueRef *run, int n)
{
	LLVMValueRef all[2 * MOST] = {[MOST] = run[0]};
	channels g = {.leader = run[0], .n = 1, .exact = true};
	int low = MOST, high = MOST;

	g.every = (int)(hd_shape_of(c, hd_pointer_of(run[0])).stride /
			size_of(c, run[0]));
	run[0] = NULL;
	for (int k = 1; k < n; k++) {
		int at = 0;
		enum hd_apart known =
			run[k] ? place_of(c, g.leader, run[k], &at) : HD_UNRELATED;

		at += MOST;
		if (!known || all[at] || at - low >= g.every || high - at >= g.every)
			continue;
		all[at] = run[k];
		run[k] = NULL;
		low = at < low ? at : low;
		high = at > high ? at : high;
		g.exact &= known == HD_EXACTLY;
		g.n++;
	}
	for (int k = low; k <= high; k++)
		g.at[k - low] = all[k];
	return g;
}

static bool
has(const channels *g, LLVMValueRef i)
{
	for (int k = 0; k < MOST; k++)
		if (g->at[k] == i)
			return true;
	return false;
}

/* Are they loaded for another block, or stored from one? On AArch64 registers of one access
 * lie side by side, and leave less room for the others in the loops between. */
static bool
live_long(const channels *g)
{
	for (int k = 0; k < MOST; k++) {
		LLVMValueRef v = g->at[k];

		if (v && hd_is_opcode(v, LLVMStore))
			v = LLVMGetOperand(v, 0);
		if (!v || !LLVMIsAInstruction(v))
			continue;
		if (hd_is_opcode(v, LLVMPHI) ||
		    LLVMGetInstructionParent(v) != LLVMGetInstructionParent(g->leader))
			return true;
		hd_each_use (use, v)
			if (LLVMGetInstructionParent(LLVMGetUser(use)) !=
			    LLVMGetInstructionParent(v))
				return true;
	}
	return false;
}

/* All channels of stores, most of those of loads: words that nobody asks for cost as much as
 * those that somebody does. Pairs of words have their own way (pairs.c). */
static bool
is_worth_it(const hd_code *c, const channels *g)
{
	bool words = size_of(c, g->leader) == 4;

	if (words && !hd_is_x86(c->u) && live_long(g))
		return false;
	if (hd_is_opcode(g->leader, LLVMStore))
		return g->n == g->every;
	return words ? g->every == 3 || g->n > 2 : g->n > 1 || g->every > 2;
}

/* The group of an access; false: it is better done by itself. */
static bool
find_channels(const hd_code *c, LLVMValueRef i, channels *g)
{
	LLVMValueRef run[LONG];
	int n;

	if (!hd_does(c->u, HD_TRICK_channels) || c->lanes < MOST ||
	    !is_channel(c, i, LLVMGetInstructionOpcode(i)))
		return false;
	n = read_run(c, i, run);
	for (int k = 0; k < n; k++) {
		if (!run[k])
			continue;
		*g = take_group(c, run + k, n - k);
		if (has(g, i))
			return is_worth_it(c, g);
	}
	return false;
}

double
hd_channel_share(const hd_code *c, LLVMValueRef i)
{
	channels g;

	return find_channels(c, i, &g) ? (double)g.every / g.n : 0;
}

/* ---- loads */

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
	int at[2 * HD_WARP], n = 2 * e->c->lanes;

	for (int l = 0; l < n; l++)
		at[l] = l;
	return pick(e, x, y, at, n);
}

static LLVMValueRef
load(hd_emit *e, const channels *g, int first, int n)
{
	LLVMTypeRef t = hd_access_type(g->leader);
	unsigned size = (unsigned)hd_size_of(e->u, t),
		 align = LLVMGetAlignment(g->at[0]);
	LLVMValueRef at = hd_offset(e->u, e->b, e->row, first * (int64_t)size, ""),
		     r = LLVMBuildLoad2(e->b, LLVMVectorType(t, (unsigned)n), at, "");

	LLVMSetAlignment(r, first && align > size ? size : align);
	return r;
}

/* How many elements behind the last lane's last one make it whole. They may be read where
 * they are in a word with it. */
static int
missing(hd_emit *e, const channels *g)
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
load_all(hd_emit *e, const channels *g, int short_by, LLVMValueRef from[2])
{
	int lanes = e->c->lanes, end = g->every * lanes - short_by;
	LLVMValueRef part[MOST];

	from[1] = NULL;
	if (!short_by) {
		from[0] = load(e, g, 0, end);
		return;
	}
	for (int k = 0; k < g->every; k++)
		part[k] = load(e, g, k + 1 < g->every ? k * lanes : end - lanes, lanes);
	from[0] = join(e, part[0], part[1]);
	if (g->every > 2)
		from[1] = join(e, part[2], g->every > 3 ? part[3] : NULL);
}

static void
load_channels(hd_emit *e, const channels *g, LLVMValueRef *r)
{
	int lanes = e->c->lanes, at[HD_WARP], less = missing(e, g);
	LLVMValueRef from[2];

	load_all(e, g, less, from);
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
load_apart(hd_emit *e, const channels *g, LLVMValueRef *r)
{
	for (int k = 0; k < g->every; k++)
		r[k] = g->at[k] ? hd_load_apart(e, g->at[k]) : NULL;
}

/* ---- stores */

static void
store_channels(hd_emit *e, const channels *g, LLVMValueRef *r)
{
	int lanes = e->c->lanes, at[MOST * HD_WARP];
	LLVMValueRef x[MOST] = {0}, s;

	(void)r;
	for (int k = 0; k < g->every; k++)
		x[k] = hd_vector(e, LLVMGetOperand(g->at[k], 0));
	for (int k = 0; k < g->every * lanes; k++)
		at[k] = k % g->every * lanes + k / g->every;
	if (g->every > 2) {
		x[0] = join(e, x[0], x[1]);
		x[1] = join(e, x[2], x[3]);
	}
	s = LLVMBuildStore(e->b, pick(e, x[0], x[1], at, g->every * lanes), e->row);
	LLVMSetAlignment(s, LLVMGetAlignment(g->at[0]));
}

static void
store_apart(hd_emit *e, const channels *g, LLVMValueRef *r)
{
	(void)r;
	for (int k = 0; k < g->every; k++)
		hd_store_apart(e, g->at[k]);
}

/* ---- the choice */

typedef void access_fn(hd_emit *e, const channels *g, LLVMValueRef *r);

/* Do the lanes lie where they should? NULL: that is certain. */
static LLVMValueRef
lie_together(hd_emit *e, const channels *g)
{
	LLVMValueRef r = NULL;

	for (int k = 0; k < g->every; k++) {
		LLVMValueRef p = g->at[k] ? hd_pointer_of(g->at[k]) : NULL, ok, at;

		if (!p || (g->exact && hd_is_promised(e, p)))
			continue;
		at = hd_offset(e->u, e->b, e->row, k * size_of(e->c, g->leader), "");
		ok = LLVMBuildICmp(e->b, LLVMIntEQ, hd_use(e, p), at, "");
		ok = LLVMBuildAnd(e->b, ok, hd_holds(e, p), "together");
		r = r ? LLVMBuildAnd(e->b, r, ok, "together") : ok;
	}
	return r;
}

static void
either(hd_emit *e, const channels *g, LLVMValueRef usual, access_fn *way[2],
       LLVMValueRef *r)
{
	LLVMBasicBlockRef bb[2] = {hd_block(e, "wide"), hd_block(e, "lanes")},
			  next = hd_block(e, "next"), end[2];
	LLVMValueRef in[MOST][2] = {0}, made[MOST] = {0};

	for (int k = 0; k < g->every; k++)
		for (int j = 0; g->at[k] && j < LLVMGetNumOperands(g->at[k]); j++)
			hd_touch(e, LLVMGetOperand(g->at[k], (unsigned)j));
	hd_set_odds(e->u, LLVMBuildCondBr(e->b, usual, bb[0], bb[1]), 1000, 1);
	e->aside++;
	for (int k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(e->b, bb[k]);
		e->cold += k;
		way[k](e, g, made);
		for (int j = 0; j < g->every; j++)
			in[j][k] = made[j];
		e->cold -= k;
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
emit(hd_emit *e, const channels *g)
{
	bool loads = hd_is_opcode(g->leader, LLVMLoad);
	access_fn *way[2] = {loads ? load_channels : store_channels,
			     loads ? load_apart : store_apart};
	LLVMValueRef r[MOST] = {0}, usual;

	e->row = hd_use(e, hd_pointer_of(g->at[0]));
	usual = lie_together(e, g);
	if (usual)
		either(e, g, usual, way, r);
	else
		way[0](e, g, r);
	for (int k = 0; k < MOST; k++)
		if (r[k])
			hd_def(e, g->at[k], r[k]);
}

bool
hd_emit_channels(hd_emit *e, LLVMValueRef i)
{
	channels g;

	if (e->mask || !find_channels(e->c, i, &g))
		return false;
	hd_note_way(e->c, i, HD_CHANNELS);
	if (i == g.leader)
		emit(e, &g);
	return true;
}
