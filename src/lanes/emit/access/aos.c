/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of structs (decide/aos.c): one load or store for each lane, and 4 x 4 transposes. */
#include "lanes/emit/access/access.h"

enum { MOST = HD_MOST_WORDS };

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
transpose4(hd_emit *e, LLVMValueRef *v)
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

static void
load_transposed(hd_emit *e, const hd_aos *q, LLVMValueRef *lane)
{
	LLVMValueRef part[HD_WARP / MOST];

	for (int l = 0; l < e->c->w.lanes; l += MOST)
		transpose4(e, lane + l);
	for (int k = 0; k < q->n; k++) {
		if (!q->at[k])
			continue;
		for (int l = 0; l < e->c->w.lanes; l += MOST)
			part[l / MOST] = lane[l + k];
		hd_def(e, q->at[k], join(e, part, e->c->w.lanes / MOST, MOST));
	}
}

static void
load_pairs(hd_emit *e, const hd_aos *q, LLVMValueRef *lane)
{
	LLVMValueRef all = join(e, lane, e->c->w.lanes, 2);
	int at[HD_WARP];

	for (int k = 0; k < 2; k++) {
		for (int l = 0; l < e->c->w.lanes; l++)
			at[l] = 2 * l + k;
		hd_def(e, q->at[k],
		       pick(e, all, LLVMGetPoison(LLVMTypeOf(all)), at, e->c->w.lanes));
	}
}

static void
load(hd_emit *e, const hd_aos *q, hd_here h)
{
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(q->at[0]), (unsigned)q->n);
	LLVMValueRef p = hd_pointer_of(q->at[0]), lane[HD_WARP];
	hd_idle_index other;
	bool safe = hd_find_idle_load(e, p, &other, h);

	hd_check(q->at[0] && (q->n == 2 || q->n == MOST));
	for (int l = 0; l < e->c->w.lanes; l++) {
		LLVMValueRef at = safe ? hd_lane_address(e, p, l, &other, h)
				       : hd_safe_address(e, p, l, h);

		lane[l] = LLVMBuildLoad2(e->b, t, at, "");
		LLVMSetAlignment(lane[l], LLVMGetAlignment(q->at[0]));
	}
	if (q->n == MOST)
		load_transposed(e, q, lane);
	else
		load_pairs(e, q, lane);
}

/* The words of as many lanes as there are words, from lane `l` on. */
static void
transpose_back(hd_emit *e, const hd_aos *q, const LLVMValueRef *x, int l,
	       LLVMValueRef *lane)
{
	int at[MOST],
		pair[2][2] = {{l, e->c->w.lanes + l}, {l + 1, e->c->w.lanes + l + 1}};

	if (q->n == 2) {
		for (int k = 0; k < 2; k++)
			lane[k] = pick(e, x[0], x[1], pair[k], 2);
		return;
	}
	for (int k = 0; k < MOST; k++)
		at[k] = l + k;
	for (int k = 0; k < MOST; k++)
		lane[k] = pick(e, x[k], LLVMGetPoison(LLVMTypeOf(x[k])), at, MOST);
	transpose4(e, lane);
}

static void
store(hd_emit *e, const hd_aos *q, hd_here h)
{
	LLVMValueRef x[MOST], lane[MOST], p = hd_pointer_of(q->at[0]);

	hd_check(!h.mask && (q->n == 2 || q->n == MOST));
	for (int k = 0; k < q->n; k++)
		x[k] = hd_vector(e, LLVMGetOperand(q->at[k], 0));
	for (int l = 0; l < e->c->w.lanes; l++) {
		LLVMValueRef s;

		if (l % q->n == 0)
			transpose_back(e, q, x, l, lane);
		s = LLVMBuildStore(e->b, lane[l % q->n],
				   hd_lane_address(e, p, l, NULL, h));
		LLVMSetAlignment(s, LLVMGetAlignment(q->at[0]));
	}
}

/* Where code is to be small, or few lanes are left, it is done word by word. */
static bool
is_word_by_word(hd_emit *e, const hd_aos *q, hd_here h)
{
	bool stores = hd_is_opcode(q->leader, LLVMStore);

	if (e->loop.now || hd_prefix_lanes(e, h) || (stores && h.mask))
		return true;
	for (int k = 0; k < q->n && q->at[k]; k++)
		if (hd_wants_lane_loop(e, q->at[k], h) ||
		    (stores ? hd_is_update(e->l, q->at[k], h.mask)
			    : hd_is_in_update(e->l, q->at[k], h.mask)))
			return true;
	return false;
}

bool
hd_emit_aos(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_aos q;

	if (!hd_find_aos(e->c, i, &q) || is_word_by_word(e, &q, h))
		return false;
	hd_note_access(e->l, i, HD_AOS);
	if (i == q.leader)
		(hd_is_opcode(i, LLVMLoad) ? load : store)(e, &q, h);
	return true;
}
