/* SPDX-License-Identifier: Apache-2.0 */
/* Values that differ between lanes in a way that is known, but not by a stride:
 *
 *     2 * t - (t & 3)   is   b + { 0, 1, 2, 3, 8, 9, 10, 11, ... }
 *     t ^ 1             is   b + { 1, 0, 3, 2, ... }
 *
 * with the same b for all lanes. Such a value is varying (shape.c); its scalar form is b.
 * Loads and stores at such addresses take a window of up to four times as many elements as
 * there are lanes, and put them in order. See decide/window.c. */
#include "lanes/read/read.h"

enum { MOST = 1 << 20, MOST_ZEROS = 40 };

/* ---- finding them */

/* Of an affine value, too. */
bool
hd_describe_pattern(const hd_code *c, LLVMValueRef v, hd_pattern *p)
{
	const hd_pattern *has = hd_pattern_of(c, v);
	hd_shape s = hd_shape_of(c, v);

	hd_check(c->w.lanes <= HD_WARP);
	if (has) {
		*p = *has;
		return true;
	}
	*p = (hd_pattern){.zeros = s.zeros < MOST_ZEROS ? s.zeros : MOST_ZEROS};
	for (int l = 0; l < c->w.lanes; l++)
		p->off[l] = s.stride * l;
	return s.kind == HD_AFFINE && llabs(s.stride) < MOST;
}

/* Do lanes differ in bits only that are zero in what they have in common? */
static bool
is_low(const hd_code *c, const hd_pattern *p)
{
	for (int l = 0; l < c->w.lanes; l++)
		if (p->off[l] < 0 || p->off[l] >= (int64_t)1 << p->zeros)
			return false;
	return true;
}

static bool
is_low_after(const hd_code *c, const hd_pattern *p, int64_t more)
{
	hd_pattern q = *p;

	for (int l = 0; l < c->w.lanes; l++)
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
	for (int l = 0; l < c->w.lanes && p->absorbs; l++)
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
	if (!hd_describe_pattern(c, y, &q))
		return false;
	for (int l = 0; l < c->w.lanes; l++)
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
	for (int l = 0; l < c->w.lanes; l++)
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
	for (int l = 0; l < c->w.lanes; l++)
		p->off[l] *= k;
	p->zeros += hd_zeros_of((uint64_t)k);
	p->zeros = p->zeros > MOST_ZEROS ? MOST_ZEROS : p->zeros;
	return true;
}

/* Offsets in bytes. */
static bool
address(const hd_code *c, LLVMValueRef i, hd_pattern *p)
{
	p->zeros = 0;
	hd_each_index (x, c->u, i) {
		hd_pattern q;

		if (!x.v)
			continue;
		if (!hd_describe_pattern(c, x.v, &q) ||
		    (!hd_is_lane_uniform(c, x.v) && LLVMTypeOf(x.v) != c->u->i64))
			return false;
		for (int l = 0; l < c->w.lanes; l++)
			p->off[l] += q.off[l] * x.bytes;
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
	    LLVMGetNumOperands(i) < 1 ||
	    !hd_describe_pattern(c, LLVMGetOperand(i, 0), p))
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
	return p->off[0] == 0 && c->w.shape[id].zeros >= p->zeros &&
	       !hd_is_opcode(c->val[id], LLVMGetElementPtr);
}

static bool
is_bounded(const hd_code *c, const hd_pattern *p)
{
	for (int l = 0; l < c->w.lanes; l++)
		if (llabs(p->off[l]) >= MOST)
			return false;
	return true;
}

/* Shapes must be known. */
void
hd_find_patterns(hd_code *c)
{
	hd_check(c->w.shape);
	c->w.pattern = NULL;
	if (c->w.lanes == 1 || c->w.lanes > HD_WARP || !hd_does(c->u, HD_TRICK_powers))
		return;
	c->w.pattern = HD_NEW_ARRAY(&c->u->mem, hd_pattern *, (size_t)c->nv);
	for (int k = 0; k < c->g->nrpo; k++)
		hd_each_node_insn (i, c, c->g->rpo[k]) {
			int id = hd_id(c, i);
			hd_pattern p;

			if (id < 0 || c->w.shape[id].kind == HD_MAYBE ||
			    !find(c, i, &p) || !is_bounded(c, &p))
				continue;
			p.affine = c->w.shape[id].kind == HD_AFFINE;
			if (p.affine && (!c->w.shape[id].stride || is_plain(c, id, &p)))
				continue;
			c->w.pattern[id] = HD_NEW(&c->u->mem, hd_pattern);
			*c->w.pattern[id] = p;
		}
}
