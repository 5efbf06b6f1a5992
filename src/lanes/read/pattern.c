/* SPDX-License-Identifier: Apache-2.0 */
/* Values that differ between lanes in a way that is known, but not by a stride:
 *
 *     2 * t - (t & 3)   is   b + { 0, 1, 2, 3, 8, 9, 10, 11, ... }
 *     t ^ 1             is   b + { 1, 0, 3, 2, ... }
 *
 * with the same b for all lanes. Such a value is varying (shape.c); its scalar form is b.
 * Loads and stores at such addresses take a window of up to four times as many elements as
 * there are lanes, and put them in order. See pairs.c for what may be touched; where the window
 * begins does not depend on the pattern, so that those that interleave share it. */
#include "lanes.h"

enum { MOST = 1 << 20, MOST_ZEROS = 40, ROOM = 512 };

const hd_pattern *
hd_pattern_of(const hd_code *c, LLVMValueRef v)
{
	int id = hd_id(c, v);

	return id >= 0 && c->pattern ? c->pattern[id] : NULL;
}

/* ---- finding them */

/* Of an affine value, too. */
static bool
describe(const hd_code *c, LLVMValueRef v, hd_pattern *p)
{
	const hd_pattern *has = hd_pattern_of(c, v);
	hd_shape s = hd_shape_of(c, v);

	if (has) {
		*p = *has;
		return true;
	}
	*p = (hd_pattern){.zeros = s.zeros < MOST_ZEROS ? s.zeros : MOST_ZEROS};
	for (int l = 0; l < c->lanes; l++)
		p->off[l] = s.stride * l;
	return s.kind == HD_AFFINE && llabs(s.stride) < MOST;
}

/* Do lanes differ in bits only that are zero in what they have in common? */
static bool
is_low(const hd_code *c, const hd_pattern *p)
{
	for (int l = 0; l < c->lanes; l++)
		if (p->off[l] < 0 || p->off[l] >= (int64_t)1 << p->zeros)
			return false;
	return true;
}

static bool
is_low_after(const hd_code *c, const hd_pattern *p, int64_t more)
{
	hd_pattern q = *p;

	for (int l = 0; l < c->lanes; l++)
		q.off[l] += more;
	return is_low(c, &q);
}

/* x + k where k fits into the low bits: a matter of the lanes. Likewise where it does not,
 * but would leave too few low bits for them: 2 * t + 2 may become 4 * t + 3, which fits. */
static bool
add_constant(const hd_code *c, hd_pattern *p, int64_t k)
{
	hd_pattern apart = *p;

	if (hd_zeros_of((uint64_t)k) < p->zeros)
		apart.zeros = hd_zeros_of((uint64_t)k);
	p->absorbs = llabs(k) < MOST &&
		     (is_low_after(c, p, k) || (is_low(c, p) && !is_low(c, &apart)));
	if (!p->absorbs)
		p->zeros = apart.zeros;
	for (int l = 0; l < c->lanes && p->absorbs; l++)
		p->off[l] += k;
	return true;
}

static bool
sum(const hd_code *c, LLVMValueRef i, hd_pattern *p, int sign)
{
	LLVMValueRef y = LLVMGetOperand(i, 1);
	hd_pattern q;

	if (hd_is_small_int(y))
		return add_constant(c, p, sign * LLVMConstIntGetSExtValue(y));
	if (!describe(c, y, &q))
		return false;
	for (int l = 0; l < c->lanes; l++)
		p->off[l] += sign * q.off[l];
	p->zeros = p->zeros < q.zeros ? p->zeros : q.zeros;
	return true;
}

static bool
bits(const hd_code *c, LLVMValueRef i, hd_pattern *p)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef y = LLVMGetOperand(i, 1);
	int64_t k, low;

	if (!hd_is_small_int(y) || !is_low(c, p))
		return false;
	k = (int64_t)LLVMConstIntGetZExtValue(y);
	low = ((int64_t)1 << p->zeros) - 1;
	if ((o == LLVMLShr || o == LLVMAShr) && k > 62)
		return false;
	for (int l = 0; l < c->lanes; l++)
		p->off[l] = o == LLVMAnd   ? p->off[l] & k
			    : o == LLVMXor ? p->off[l] ^ (k & low)
					   : p->off[l] >> k;
	if (o == LLVMAnd && !(k & ~low))
		p->zeros = MOST_ZEROS; /* nothing is left of it */
	else if (o != LLVMAnd && o != LLVMXor)
		p->zeros = p->zeros > k ? p->zeros - (unsigned)k : 0;
	return true;
}

static bool
times(const hd_code *c, hd_pattern *p, LLVMValueRef by, bool shift)
{
	int64_t k;

	if (!hd_known_factor(c, by, &k))
		return false;
	if (shift)
		k = k >= 0 && k < 20 ? (int64_t)1 << k : 0;
	if (k == 0 || llabs(k) >= MOST)
		return false;
	for (int l = 0; l < c->lanes; l++)
		p->off[l] *= k;
	p->zeros += hd_zeros_of((uint64_t)k);
	p->zeros = p->zeros > MOST_ZEROS ? MOST_ZEROS : p->zeros;
	return true;
}

/* Offsets in bytes. */
static bool
address(const hd_code *c, LLVMValueRef i, hd_pattern *p)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(i);

	p->zeros = 0;
	for (int k = 1; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef index = LLVMGetOperand(i, (unsigned)k);
		hd_pattern q;

		if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			t = LLVMStructGetTypeAtIndex(
				t, (unsigned)LLVMConstIntGetZExtValue(index));
			continue;
		}
		if (k > 1)
			t = LLVMGetElementType(t);
		if (!describe(c, index, &q) ||
		    (!hd_is_lane_uniform(c, index) && LLVMTypeOf(index) != c->u->i64))
			return false;
		for (int l = 0; l < c->lanes; l++)
			p->off[l] += q.off[l] * (int64_t)hd_size_of(c->u, t);
	}
	return true;
}

/* No lane wraps around, with or without a sign. */
static bool
fits(const hd_code *c, const hd_pattern *p, unsigned width)
{
	hd_pattern q = *p;

	q.zeros = p->zeros < width - 1 ? p->zeros : width - 1;
	return width > 1 && is_low(c, &q);
}

static bool
find(const hd_code *c, LLVMValueRef i, hd_pattern *p)
{
	LLVMTypeKind t = LLVMGetTypeKind(LLVMTypeOf(i));
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	if ((t != LLVMIntegerTypeKind && t != LLVMPointerTypeKind) ||
	    LLVMGetNumOperands(i) < 1 || !describe(c, LLVMGetOperand(i, 0), p))
		return false;
	p->absorbs = false;
	switch (o) {
	case LLVMAdd:
		return sum(c, i, p, 1);
	case LLVMSub:
		return sum(c, i, p, -1);
	case LLVMOr:
		return LLVMGetIsDisjoint(i) && sum(c, i, p, 1);
	case LLVMAnd:
	case LLVMXor:
	case LLVMLShr:
	case LLVMAShr:
		return bits(c, i, p);
	case LLVMMul:
		return times(c, p, LLVMGetOperand(i, 1), false);
	case LLVMShl:
		return times(c, p, LLVMGetOperand(i, 1), true);
	case LLVMSExt:
	case LLVMZExt:
		return fits(c, p,
			    LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))));
	case LLVMGetElementPtr:
		return address(c, i, p);
	default:
		return false;
	}
}

/* Nothing that its stride does not tell, and no address. */
static bool
is_plain(const hd_code *c, int id, const hd_pattern *p)
{
	return p->off[0] == 0 && c->shape[id].zeros >= p->zeros &&
	       !hd_is_opcode(c->val[id], LLVMGetElementPtr);
}

static bool
is_bounded(const hd_code *c, const hd_pattern *p)
{
	for (int l = 0; l < c->lanes; l++)
		if (llabs(p->off[l]) >= MOST)
			return false;
	return true;
}

/* Shapes must be known. */
void
hd_find_patterns(hd_code *c)
{
	c->pattern = NULL;
	if (c->lanes == 1 || c->lanes > HD_WARP || !hd_does(c->u, HD_TRICK_powers))
		return;
	c->pattern = HD_NEW_ARRAY(&c->u->mem, hd_pattern *, (size_t)c->nv);
	for (int k = 0; k < c->g->nrpo; k++)
		hd_each_node_insn (i, c, c->g->rpo[k]) {
			int id = hd_id(c, i);
			hd_pattern p;

			if (id < 0 || c->shape[id].kind == HD_MAYBE ||
			    !find(c, i, &p) || !is_bounded(c, &p))
				continue;
			p.affine = c->shape[id].kind == HD_AFFINE;
			if (p.affine && (!c->shape[id].stride || is_plain(c, id, &p)))
				continue;
			c->pattern[id] = HD_NEW(&c->u->mem, hd_pattern);
			*c->pattern[id] = p;
		}
}

/* ---- their scalar form */

static LLVMValueRef
less(hd_emit *e, LLVMValueRef x, int64_t by)
{
	if (!by)
		return x;
	if (LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind)
		return hd_offset(e->u, e->b, x, -by, "");
	return LLVMBuildSub(e->b, x, LLVMConstInt(LLVMTypeOf(x), (uint64_t)by, true),
			    "");
}

/* What all lanes have in common. */
static LLVMValueRef
base(hd_emit *e, LLVMValueRef v)
{
	const hd_pattern *p = hd_pattern_of(e->c, v);

	return less(e, hd_use(e, v), p && p->affine ? p->off[0] : 0);
}

/* The same, of an instruction in the node being emitted, from its operands. */
LLVMValueRef
hd_pattern_base(hd_emit *e, LLVMValueRef i)
{
	const hd_pattern *p = hd_pattern_of(e->c, i);
	LLVMValueRef r, x = LLVMGetOperand(i, 0), y;
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	hd_pattern of;

	if (p->absorbs)
		return base(e, x);
	if (o == LLVMOr)
		return LLVMBuildAdd(e->b, base(e, x), base(e, LLVMGetOperand(i, 1)),
				    "");
	if (o == LLVMXor) { /* the low bits are the lanes' */
		describe(e->c, x, &of);
		y = LLVMGetOperand(i, 1);
		y = LLVMConstInt(LLVMTypeOf(y),
				 LLVMConstIntGetZExtValue(y) >> of.zeros << of.zeros,
				 false);
		return LLVMBuildXor(e->b, base(e, x), y, "");
	}
	r = LLVMInstructionClone(i);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		LLVMSetOperand(r, (unsigned)k, base(e, LLVMGetOperand(i, (unsigned)k)));
	LLVMInsertIntoBuilder(e->b, r);
	hd_drop_promises(r);
	return r;
}

/* The same from lane 0 of a vector. */
LLVMValueRef
hd_pattern_base_of(hd_emit *e, LLVMValueRef v, LLVMValueRef all)
{
	return less(e, LLVMBuildExtractElement(e->b, all, hd_i64(e->u, 0), ""),
		    hd_pattern_of(e->c, v)->off[0]);
}

/* ---- loads and stores */

/* Elements of a window, by lane; in how many vectors it is; where it begins in bytes. */
typedef struct window {
	int at[HD_WARP], parts;
	int64_t from;
	bool distinct;
} window;

enum { MOST_PARTS = 4 };

static bool
find_window(const hd_code *c, LLVMValueRef i, window *w)
{
	const hd_pattern *p = hd_pattern_of(c, hd_pointer_of(i));
	int64_t size = (int64_t)hd_size_of(c->u, hd_access_type(i)), low = INT64_MAX,
		high = INT64_MIN;
	hd_bits taken;

	if (!p || size > 8)
		return false;
	for (int l = 0; l < c->lanes; l++) {
		low = p->off[l] < low ? p->off[l] : low;
		high = p->off[l] > high ? p->off[l] : high;
	}
	w->from = low >= 0 && high < MOST_PARTS * c->lanes * size ? 0 : low;
	w->parts = (int)((high - w->from) / size) / c->lanes + 1;
	w->distinct = true;
	if (w->parts > MOST_PARTS)
		return false;
	taken = hd_bits_new(&c->u->scratch, (size_t)(MOST_PARTS * c->lanes));
	for (int l = 0; l < c->lanes; l++) {
		int64_t at = p->off[l] - w->from;

		if (at % size)
			return false;
		w->at[l] = (int)(at / size);
		w->distinct &= !hd_bit(&taken, (size_t)w->at[l]);
		hd_bit_set(&taken, (size_t)w->at[l]);
	}
	return true;
}

/* Shared memory only: a window has elements that no lane asked for. */
bool
hd_has_window(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeRef t = hd_access_type(i);
	uint64_t size = hd_size_of(c->u, t);
	window w;

	return hd_does(c->u, HD_TRICK_blend) && hd_points_to_shared(hd_pointer_of(i)) &&
	       MOST_PARTS * size * (uint64_t)c->lanes <= ROOM &&
	       LLVMSizeOfTypeInBits(c->u->dl, t) == 8 * size && hd_is_ordinary(i) &&
	       find_window(c, i, &w) && (hd_is_opcode(i, LLVMLoad) || w.distinct);
}

static LLVMValueRef
part_address(hd_emit *e, LLVMValueRef i, const window *w, int part)
{
	int64_t size = (int64_t)hd_size_of(e->u, hd_access_type(i));

	return hd_offset(e->u, e->b, base(e, hd_pointer_of(i)),
			 w->from + part * e->c->lanes * size, "");
}

static LLVMValueRef
load_part(hd_emit *e, LLVMValueRef i, const window *w, int part)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, hd_vector_type(e->c, hd_access_type(i)),
					part_address(e, i, w, part), "part");

	LLVMSetAlignment(r, LLVMGetAlignment(i));
	return r;
}

static LLVMValueRef
shuffle(hd_emit *e, LLVMValueRef a, LLVMValueRef b, const int *at)
{
	LLVMValueRef k[HD_WARP];

	for (int l = 0; l < e->c->lanes; l++)
		k[l] = hd_i32(e->u, at[l]);
	return LLVMBuildShuffleVector(e->b, a, b,
				      LLVMConstVector(k, (unsigned)e->c->lanes), "");
}

/* Each lane's element out of the parts. */
static LLVMValueRef
pick(hd_emit *e, LLVMValueRef *part, const window *w)
{
	int n = e->c->lanes, at[HD_WARP];
	LLVMValueRef r = NULL;

	for (int k = 0; k < w->parts; k++) {
		for (int l = 0; l < n; l++)
			at[l] = w->at[l] / n == k ? n + w->at[l] % n : l;
		r = r ? shuffle(e, r, part[k], at)
		      : shuffle(e, LLVMGetPoison(LLVMTypeOf(part[k])), part[k], at);
	}
	return r;
}

LLVMValueRef
hd_load_window(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef part[MOST_PARTS];
	window w;

	hd_note_way(e->c, i, HD_WINDOW);
	find_window(e->c, i, &w);
	for (int k = 0; k < w.parts; k++)
		part[k] = load_part(e, i, &w, k);
	return pick(e, part, &w);
}

void
hd_store_window(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), old[MOST_PARTS];
	int n = e->c->lanes, at[HD_WARP];
	window w;

	hd_note_way(e->c, i, HD_WINDOW);
	find_window(e->c, i, &w);
	for (int k = 0; k < w.parts; k++)
		old[k] = load_part(e, i, &w, k);
	if (e->mask)
		x = LLVMBuildSelect(e->b, e->mask, x, pick(e, old, &w), "");
	for (int k = 0; k < w.parts; k++) {
		LLVMValueRef s;

		for (int l = 0; l < n; l++)
			at[l] = l;
		for (int l = 0; l < n; l++)
			if (w.at[l] / n == k)
				at[w.at[l] % n] = n + l;
		s = LLVMBuildStore(e->b, shuffle(e, old[k], x, at),
				   part_address(e, i, &w, k));
		LLVMSetAlignment(s, LLVMGetAlignment(i));
	}
}
