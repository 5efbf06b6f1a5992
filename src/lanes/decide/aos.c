/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbouring words of which each lane reads or writes two or four, in a place of its own.
 *
 *     sum += m[n * i] * v[0]; sum += m[n * i + 1] * v[1]; ...       a row for each thread
 *     float4 p = points[list[i]];
 *
 * What stands side by side in a kernel (src/pass/join_channels.c) becomes one load for each
 * lane, of all its words, and these are turned into vectors, four lanes at a time:
 *
 *     a0 a1 a2 a3       a0 b0 a1 b1  a2 b2 a3 b3       a0 b0 c0 d0
 *     b0 b1 b2 b3  ->                             ->   a1 b1 c1 d1
 *     c0 c1 c2 c3       c0 d0 c1 d1  c2 d2 c3 d3       a2 b2 c2 d2
 *     d0 d1 d2 d3                                      a3 b3 c3 d3
 *
 * and back again for stores. Idle lanes read what they would have read for one word: the
 * dummy, or another lane's; what some lanes write is written word by word. */
#include "lanes.h"

enum { MOST = 4, LONG = 64, BYTES = 16 };

typedef struct quad {
	LLVMValueRef
		at[MOST]; /* in the order of memory; NULL: nobody asks for the last */
	LLVMValueRef leader; /* where all of them are loaded, or stored */
	int n;               /* 2 or 4 */
} quad;

/* ---- who belongs together */

static bool
is_word(const hd_unit *u, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);

	return t == u->i32 || t == u->i64 || kind == LLVMFloatTypeKind ||
	       kind == LLVMDoubleTypeKind;
}

/* From a place of its own: not a row that all lanes share, or a few bytes from the next. */
static bool
is_part(const hd_code *c, LLVMValueRef i, LLVMOpcode o)
{
	hd_shape at;

	if (!hd_is_opcode(i, o) || !hd_is_ordinary(i) ||
	    !is_word(c->u, hd_access_type(i)))
		return false;
	at = hd_shape_of(c, hd_pointer_of(i));
	if (hd_is_interleaved(c, hd_pointer_of(i)) || hd_has_window(c, i))
		return false;
	return at.kind == HD_VARYING || at.stride > BYTES;
}

/* What stands side by side with it, in order. */
static int
read_run(const hd_code *c, LLVMValueRef i, LLVMValueRef run[LONG])
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef first = i;
	int n = 0;

	for (; i && (hd_is_debug_call(i) || is_part(c, i, o));
	     i = LLVMGetPreviousInstruction(i))
		first = i;
	for (i = first; i && n < LONG; i = LLVMGetNextInstruction(i))
		if (is_part(c, i, o))
			run[n++] = i;
		else if (!hd_is_debug_call(i))
			break;
	return n;
}

/* How many words of its type `j` is behind `i`, if that is certain. */
static bool
words_between(const hd_code *c, LLVMValueRef i, LLVMValueRef j, int64_t *words)
{
	int64_t bytes, size = (int64_t)hd_size_of(c->u, hd_access_type(i));

	if (hd_access_type(i) != hd_access_type(j) ||
	    hd_bytes_between(c->u, hd_pointer_of(i), hd_pointer_of(j), &bytes) !=
		    HD_EXACTLY ||
	    bytes % size)
		return false;
	*words = bytes / size;
	return true;
}

/* The one of a run that is so many words behind `i`; NULL: nobody is, or two are. */
static LLVMValueRef
find_behind(const hd_code *c, LLVMValueRef i, int64_t words, LLVMValueRef *run, int n)
{
	LLVMValueRef found = NULL;

	for (int k = 0; k < n; k++) {
		int64_t is;

		if (!words_between(c, i, run[k], &is) || is != words)
			continue;
		if (found)
			return NULL;
		found = run[k];
	}
	return found;
}

/* The first of the words without a gap that `i` is one of, and its place among them. */
static int
go_back(const hd_code *c, LLVMValueRef *i, LLVMValueRef *run, int n)
{
	int place = 0;
	LLVMValueRef before;

	while (place < LONG && (before = find_behind(c, *i, -1, run, n))) {
		*i = before;
		place++;
	}
	return place;
}

static bool
has(const quad *q, LLVMValueRef i)
{
	for (int k = 0; k < q->n; k++)
		if (q->at[k] == i)
			return true;
	return false;
}

/* Loads are done where the first of them is, stores where the last is; no other store may lie
 * between these. */
static bool
find_leader(quad *q, LLVMValueRef *run, int n)
{
	bool loads = hd_is_opcode(q->at[0], LLVMLoad);
	int first = 0, last = n - 1;

	while (!has(q, run[first]))
		first++;
	while (!has(q, run[last]))
		last--;
	q->leader = run[loads ? first : last];
	return loads || last - first == q->n - 1;
}

/* Gathers of AVX-512 are as fast for two words. */
static int
least_words(const hd_unit *u)
{
	return hd_register_bytes(u) == 64 && hd_does(u, HD_TRICK_gather) ? MOST : 2;
}

/* Is the word that is missing there in any case? The last of four, of an aligned struct. */
static bool
can_do_without(const hd_code *c, const quad *q, int k)
{
	return k == MOST - 1 && hd_is_opcode(q->at[0], LLVMLoad) &&
	       LLVMGetAlignment(q->at[0]) >= BYTES && hd_does(c->u, HD_TRICK_page) &&
	       hd_has_unknown_size(hd_pointer_of(q->at[0]));
}

/* The words of one access, `i` among them. */
static bool
find_quad(const hd_code *c, LLVMValueRef i, quad *q)
{
	LLVMValueRef run[LONG], first = i;
	int n, place, most;

	if (!hd_does(c->u, HD_TRICK_quads) || c->lanes < MOST ||
	    !is_part(c, i, LLVMGetInstructionOpcode(i)))
		return false;
	n = read_run(c, i, run);
	place = go_back(c, &first, run, n);
	most = BYTES / (int)hd_size_of(c->u, hd_access_type(i));
	for (q->n = most; q->n >= least_words(c->u); q->n /= 2) {
		int from = place / q->n * q->n, k = 0;

		while (k < q->n &&
		       ((q->at[k] = find_behind(c, first, from + k, run, n)) ||
			can_do_without(c, q, k)))
			k++;
		if (k == q->n)
			return find_leader(q, run, n);
	}
	return false;
}

bool
hd_is_in_quad(const hd_code *c, LLVMValueRef i)
{
	quad q;

	return find_quad(c, i, &q);
}

/* ---- turning */

static LLVMValueRef
pick(hd_emit *e, LLVMValueRef x, LLVMValueRef y, const int *at, int n)
{
	LLVMValueRef k[MOST * HD_WARP];

	for (int l = 0; l < n; l++)
		k[l] = hd_i32(e->u, at[l]);
	return LLVMBuildShuffleVector(e->b, x, y, LLVMConstVector(k, (unsigned)n), "");
}

/* One vector of several, of `size` elements each. */
static LLVMValueRef
join(hd_emit *e, LLVMValueRef *v, int n, int size)
{
	int at[MOST * HD_WARP];

	for (int l = 0; l < MOST * HD_WARP; l++)
		at[l] = l;
	for (; n > 1; n /= 2, size *= 2)
		for (int k = 0; k < n / 2; k++)
			v[k] = pick(e, v[2 * k], v[2 * k + 1], at, 2 * size);
	return v[0];
}

static void
turn_four(hd_emit *e, LLVMValueRef *v)
{
	static const int low[] = {0, 4, 1, 5}, high[] = {2, 6, 3, 7};
	static const int first[] = {0, 1, 4, 5}, second[] = {2, 3, 6, 7};
	LLVMValueRef ab[] = {pick(e, v[0], v[1], low, 4), pick(e, v[0], v[1], high, 4)},
		     cd[] = {pick(e, v[2], v[3], low, 4), pick(e, v[2], v[3], high, 4)};

	for (int k = 0; k < 2; k++) {
		v[2 * k] = pick(e, ab[k], cd[k], first, 4);
		v[2 * k + 1] = pick(e, ab[k], cd[k], second, 4);
	}
}

/* ---- loads */

static void
turn_fours(hd_emit *e, const quad *q, LLVMValueRef *lane)
{
	LLVMValueRef part[HD_WARP / MOST];

	for (int l = 0; l < e->c->lanes; l += MOST)
		turn_four(e, lane + l);
	for (int k = 0; k < q->n; k++) {
		if (!q->at[k])
			continue;
		for (int l = 0; l < e->c->lanes; l += MOST)
			part[l / MOST] = lane[l + k];
		hd_def(e, q->at[k], join(e, part, e->c->lanes / MOST, MOST));
	}
}

static void
part_pairs(hd_emit *e, const quad *q, LLVMValueRef *lane)
{
	LLVMValueRef all = join(e, lane, e->c->lanes, 2);
	int at[HD_WARP];

	for (int k = 0; k < 2; k++) {
		for (int l = 0; l < e->c->lanes; l++)
			at[l] = 2 * l + k;
		hd_def(e, q->at[k],
		       pick(e, all, LLVMGetPoison(LLVMTypeOf(all)), at, e->c->lanes));
	}
}

static void
load(hd_emit *e, const quad *q)
{
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(q->at[0]), (unsigned)q->n);
	LLVMValueRef p = hd_pointer_of(q->at[0]), lane[HD_WARP];
	hd_stand_in other;
	bool safe = hd_stands_in(e, p, &other);

	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef at = safe ? hd_lane_address(e, p, l, &other)
				       : hd_safe_address(e, p, l);

		lane[l] = LLVMBuildLoad2(e->b, t, at, "");
		LLVMSetAlignment(lane[l], LLVMGetAlignment(q->at[0]));
	}
	if (q->n == MOST)
		turn_fours(e, q, lane);
	else
		part_pairs(e, q, lane);
}

/* ---- stores */

/* The words of as many lanes as there are words, from lane `l` on. */
static void
turn_back(hd_emit *e, const quad *q, const LLVMValueRef *x, int l, LLVMValueRef *lane)
{
	int at[MOST], pair[2][2] = {{l, e->c->lanes + l}, {l + 1, e->c->lanes + l + 1}};

	if (q->n == 2) {
		for (int k = 0; k < 2; k++)
			lane[k] = pick(e, x[0], x[1], pair[k], 2);
		return;
	}
	for (int k = 0; k < MOST; k++)
		at[k] = l + k;
	for (int k = 0; k < MOST; k++)
		lane[k] = pick(e, x[k], LLVMGetPoison(LLVMTypeOf(x[k])), at, MOST);
	turn_four(e, lane);
}

static void
store(hd_emit *e, const quad *q)
{
	LLVMValueRef x[MOST], lane[MOST], p = hd_pointer_of(q->at[0]);

	for (int k = 0; k < q->n; k++)
		x[k] = hd_vector(e, LLVMGetOperand(q->at[k], 0));
	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef s;

		if (l % q->n == 0)
			turn_back(e, q, x, l, lane);
		s = LLVMBuildStore(e->b, lane[l % q->n],
				   hd_lane_address(e, p, l, NULL));
		LLVMSetAlignment(s, LLVMGetAlignment(q->at[0]));
	}
}

/* ---- the choice */

/* Where code is to be small, or few lanes are left, it is done word by word. */
static bool
is_apart(hd_emit *e, const quad *q)
{
	bool stores = hd_is_opcode(q->leader, LLVMStore);

	if (e->lane_now || hd_first_lanes(e) || (stores && e->mask))
		return true;
	for (int k = 0; k < q->n && q->at[k]; k++)
		if (hd_wants_loop(e, q->at[k]) ||
		    (stores ? hd_is_update(e, q->at[k]) : hd_is_in_update(e, q->at[k])))
			return true;
	return false;
}

bool
hd_emit_quad(hd_emit *e, LLVMValueRef i)
{
	quad q;

	if (!find_quad(e->c, i, &q) || is_apart(e, &q))
		return false;
	hd_note_way(e->c, i, HD_QUADS);
	if (i == q.leader)
		(hd_is_opcode(i, LLVMLoad) ? load : store)(e, &q);
	return true;
}
