/* SPDX-License-Identifier: Apache-2.0 */
/* How a value differs between the lanes of a group.
 *
 *     affine(k)   lane l holds (value of lane 0) + k * l; k = 0 is uniform
 *     maybe(k)    the same, provided that a check at run time says so
 *     varying     anything
 *
 * Affine values are one scalar operation on lane 0. Additions and the like stay affine
 * modulo 2^n, always; an extension to more bits does only if no lane wraps around, which
 * is proved from known zero low bits of lane 0, or else left to a check.
 * Optimistic fixpoint, with the joins of divergent branches as in uniform.c. */
#include "lanes/read/read.h"

typedef struct state {
	hd_code *c;
	hd_loops loops;
	hd_bits join, loop_done;
} state;

static const hd_shape UNIFORM = {HD_AFFINE, 0, 0};

static const hd_shape VARYING = {HD_VARYING, 0, 0};

/* Can lane 0 + stride * (W - 1) leave the type? Flags prove nothing here: they hold for
 * lanes that execute the instruction, and lane 0 may be idle. */
static bool
cannot_wrap(const hd_code *c, LLVMValueRef v, hd_shape s, bool sign)
{
	hd_bounds b;
	int dim;

	if (s.stride == 0 || hd_sreg_read(v, &dim) == HD_TID ||
	    hd_stays_below(c, v, s.zeros))
		return true;
	b = hd_bounds_of(c, v);
	return b.known && (sign || b.low >= 0);
}

static hd_shape
coordinate(const hd_code *c, enum hd_sreg sreg, int dim)
{
	if (sreg == HD_TID && dim == 0)
		return (hd_shape){HD_AFFINE, 1, hd_zeros_of((uint64_t)c->w.lanes)};
	return UNIFORM;
}

static hd_shape
phi_shape(const state *s, LLVMValueRef i, int n)
{
	hd_shape r = {HD_BOTTOM, 0, 0};
	LLVMValueRef first = NULL;
	bool same = true;

	for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(i, k);
		hd_shape x = hd_shape_of(s->c, v);

		if (LLVMIsUndef(v))
			continue;
		same &= !first || first == v;
		first = v;
		if (x.kind == HD_BOTTOM)
			continue;
		if (x.kind == HD_VARYING ||
		    (r.kind != HD_BOTTOM && r.stride != x.stride))
			return VARYING;
		x.zeros = r.kind == HD_BOTTOM ? x.zeros : hd_min(r.zeros, x.zeros);
		x.kind = r.kind == HD_MAYBE ? HD_MAYBE : x.kind;
		r = x;
	}
	same &= !first || hd_id(s->c, first) < 0 || s->c->def[hd_id(s->c, first)] < 0;
	if (r.kind != HD_BOTTOM && !same && hd_bit(&s->join, (size_t)n))
		return VARYING;
	return r;
}

/* Strides that no memory has are as good as none. */
static hd_shape
times(hd_shape x, int64_t by)
{
	if (__builtin_mul_overflow(x.stride, by, &x.stride) || x.stride > INT32_MAX ||
	    x.stride < INT32_MIN)
		return VARYING;
	return x;
}

static hd_shape
gep_shape(const hd_code *c, LLVMValueRef i)
{
	hd_shape r = hd_shape_of(c, LLVMGetOperand(i, 0));

	r.zeros = 0;
	hd_each_index (index, c->u, i) {
		hd_shape x;

		if (!index.v)
			continue;
		x = hd_shape_of(c, index.v);
		if (x.stride && LLVMTypeOf(index.v) != c->u->i64)
			return VARYING;
		x = times(x, index.bytes);
		r.stride += x.stride;
		if (x.kind > r.kind)
			r.kind = x.kind;
	}
	return r.kind == HD_VARYING ? VARYING : r;
}

static hd_shape
scale(const hd_code *c, hd_shape x, LLVMValueRef by, bool shift)
{
	int64_t k;

	if (!hd_known_factor(c, by, &k))
		return x.stride || x.kind == HD_VARYING ? VARYING
							: (hd_shape){x.kind, 0, 0};
	if (shift && (k < 0 || k > 62))
		return VARYING;
	x.zeros =
		hd_min(x.zeros + (shift ? (unsigned)k : hd_zeros_of((uint64_t)k)), 63);
	return times(x, shift ? (int64_t)(1ull << k) : k);
}

static hd_shape
extended(const hd_code *c, LLVMValueRef i, hd_shape x)
{
	LLVMValueRef v = LLVMGetOperand(i, 0);

	hd_check(hd_is_extension(i));
	if (x.stride == 0 && x.kind == HD_AFFINE)
		return x;
	if (LLVMTypeOf(v) == c->u->i1 && hd_does(c->u, HD_TRICK_choice) &&
	    LLVMGetIntTypeWidth(LLVMTypeOf(i)) >= 16)
		return (hd_shape){HD_MAYBE, 0, 0};
	if (x.kind == HD_VARYING || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 16)
		return VARYING;
	if (!cannot_wrap(c, v, x, hd_is_opcode(i, LLVMSExt)))
		x.kind = HD_MAYBE;
	return x;
}

static hd_shape
sum(hd_shape x, hd_shape y, int sign)
{
	hd_shape r = {x.kind > y.kind ? x.kind : y.kind, x.stride + sign * y.stride,
		      hd_min(x.zeros, y.zeros)};

	return r.kind == HD_VARYING ? VARYING : times(r, 1);
}

static hd_shape
call_shape(const hd_code *c, LLVMValueRef i)
{
	int dim;
	enum hd_sreg sreg = hd_sreg_read(i, &dim);

	if (sreg != HD_NOT_SREG)
		return coordinate(c, sreg, dim);
	if (hd_barrier_kind(i) == HD_BARRIER_WARP)
		return hd_is_warp_uniform(c, i) ? UNIFORM : VARYING;
	if (hd_barrier_kind(i) != HD_NO_BARRIER) /* what the block has agreed on */
		return UNIFORM;
	if (hd_calls_prefix(i, HD_LAUNCH) || hd_calls_prefix(i, HD_ALL))
		return UNIFORM;
	return hd_calls_prefix(i, "llvm.") ? hd_uniform_or_varying(c, i) : VARYING;
}

static hd_shape
int_shape(const state *s, LLVMValueRef i, LLVMOpcode o)
{
	const hd_code *c = s->c;
	hd_shape x = hd_shape_of(c, LLVMGetOperand(i, 0));
	hd_shape y = LLVMGetNumOperands(i) > 1 ? hd_shape_of(c, LLVMGetOperand(i, 1))
					       : UNIFORM;

	switch (o) {
	case LLVMAdd:
		return sum(x, y, 1);
	case LLVMSub:
		return sum(x, y, -1);
	case LLVMOr:
		return LLVMGetIsDisjoint(i) ? sum(x, y, 1)
					    : hd_uniform_or_varying(c, i);
	case LLVMMul:
		if (y.kind == HD_AFFINE && !y.stride)
			return scale(c, x, LLVMGetOperand(i, 1), false);
		return x.kind == HD_AFFINE && !x.stride
			       ? scale(c, y, LLVMGetOperand(i, 0), false)
			       : VARYING;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return x.kind == HD_AFFINE && !x.stride ? hd_uniform_or_varying(c, i)
							: hd_quotient_shape(c, i);
	case LLVMShl:
		return y.kind == HD_AFFINE && !y.stride
			       ? scale(c, x, LLVMGetOperand(i, 1), true)
			       : VARYING;
	case LLVMAnd:
	case LLVMXor:
	case LLVMLShr:
	case LLVMAShr:
		return hd_bits_shape(c, i);
	case LLVMSExt:
	case LLVMZExt:
		return extended(c, i, x);
	default: /* trunc, pointer casts, freeze */
		return x;
	}
}

/* n == -1 ? -x : x / n: the other side of a quotient hardly ever matters. */
bool
hd_is_either_side(const hd_code *c, LLVMValueRef select)
{
	hd_shape x = hd_shape_of(c, LLVMGetOperand(select, 1)),
		 y = hd_shape_of(c, LLVMGetOperand(select, 2));

	return x.stride != y.stride && (x.kind == HD_MAYBE) != (y.kind == HD_MAYBE) &&
	       hd_is_lane_uniform(c, LLVMGetOperand(select, 0));
}

/* x < n ? x : n and the like: affine as long as all lanes take the same side, or the
 * one that is not the same for all of them; x < 0 ? -x : x, the one that counts up. */
static hd_shape
select_shape(const hd_code *c, LLVMValueRef i)
{
	hd_shape x = hd_shape_of(c, LLVMGetOperand(i, 1)),
		 y = hd_shape_of(c, LLVMGetOperand(i, 2));
	LLVMTypeKind t = LLVMGetTypeKind(LLVMTypeOf(i));
	bool address =
		t == LLVMPointerTypeKind ||
		(t == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(i)) >= 16);
	enum hd_kind kind = x.kind > y.kind ? x.kind : y.kind;
	unsigned zeros = hd_min(x.zeros, y.zeros);

	if (hd_is_lane_uniform(c, LLVMGetOperand(i, 0))) {
		if (kind == HD_VARYING || x.stride == y.stride)
			return kind == HD_VARYING ? VARYING
						  : (hd_shape){kind, x.stride, zeros};
		if (!hd_is_either_side(c, i))
			return VARYING;
		return x.kind == HD_MAYBE ? x : y;
	}
	if (!address || !hd_does(c->u, HD_TRICK_choice))
		return VARYING;
	if (x.kind != HD_VARYING && x.stride && (y.kind == HD_VARYING || !y.stride))
		return (hd_shape){HD_MAYBE, x.stride, x.zeros};
	if (y.kind != HD_VARYING && y.stride && (x.kind == HD_VARYING || !x.stride))
		return (hd_shape){HD_MAYBE, y.stride, y.zeros};
	if (kind == HD_VARYING)
		return VARYING;
	if (x.stride > 0 && y.stride < 0) /* mirrored at an edge */
		return (hd_shape){HD_MAYBE, x.stride, x.zeros};
	if (y.stride > 0 && x.stride < 0)
		return (hd_shape){HD_MAYBE, y.stride, y.zeros};
	return x.stride == y.stride ? (hd_shape){HD_MAYBE, x.stride, zeros} : VARYING;
}

static bool
is_any_bottom(const hd_code *c, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (hd_shape_of(c, LLVMGetOperand(i, (unsigned)k)).kind == HD_BOTTOM)
			return true;
	return false;
}

static hd_shape
transfer(const state *s, LLVMValueRef i, int n)
{
	const hd_code *c = s->c;
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	if (o == LLVMPHI)
		return phi_shape(s, i, n);
	if (is_any_bottom(c, i))
		return (hd_shape){HD_BOTTOM, 0, 0};
	switch (o) {
	case LLVMCall:
		return call_shape(c, i);
	case LLVMLoad:
		return LLVMGetVolatile(i) ? VARYING : hd_uniform_or_varying(c, i);
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMAlloca:
		return VARYING;
	case LLVMGetElementPtr:
		return gep_shape(c, i);
	case LLVMSelect:
		return select_shape(c, i);
	case LLVMICmp:
		return hd_lanes_agree(c, i) ? UNIFORM : hd_uniform_or_varying(c, i);
	case LLVMAdd:
	case LLVMSub:
	case LLVMOr:
	case LLVMMul:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
	case LLVMShl:
	case LLVMAnd:
	case LLVMXor:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
		return int_shape(s, i, o);
	default:
		return hd_uniform_or_varying(c, i);
	}
}

static hd_shape
meet(hd_shape old, hd_shape now)
{
	if (old.kind == HD_BOTTOM)
		return now;
	if (now.kind == HD_BOTTOM)
		return old;
	if (old.kind == HD_VARYING || now.kind == HD_VARYING ||
	    old.stride != now.stride)
		return VARYING;
	if (old.kind > now.kind)
		now.kind = old.kind;
	now.zeros = hd_min(old.zeros, now.zeros);
	return now;
}

static bool
update_values(state *s)
{
	hd_code *c = s->c;
	bool changed = false;

	for (int k = 0; k < c->g->nrpo; k++) {
		int n = c->g->rpo[k];

		hd_each_node_insn (i, c, n) {
			int id = hd_id(c, i);
			hd_shape now;

			if (id < 0)
				continue;
			now = meet(c->w.shape[id], transfer(s, i, n));
			hd_check(now.kind >= c->w.shape[id].kind); /* or no end */
			changed |= memcmp(&now, &c->w.shape[id], sizeof now) != 0;
			c->w.shape[id] = now;
		}
	}
	return changed;
}

static void
spread(state *s, const hd_ints *from)
{
	hd_labels l = hd_spread_labels(&s->c->u->scratch, s->c->g, from);

	hd_bits_or(&s->join, &l.join);
}

static bool
update_flow(state *s)
{
	hd_code *c = s->c;
	bool changed = false;

	for (int n = 0; n < c->nn; n++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);

		if (c->g->succ[n].n < 2 || hd_bit(&c->w.divergent, (size_t)n) ||
		    hd_shape_of(c, LLVMGetCondition(t)).kind == HD_BOTTOM ||
		    hd_is_lane_uniform(c, LLVMGetCondition(t)))
			continue;
		hd_bit_set(&c->w.divergent, (size_t)n);
		spread(s, &c->g->succ[n]);
		changed = true;
	}
	for (size_t k = 0; k < s->loops.n; k++) {
		hd_loop *l = &s->loops.at[k];

		if (hd_bit(&s->loop_done, k) ||
		    !hd_loop_diverges(&c->u->scratch, c->g, l, &c->w.divergent))
			continue;
		hd_bit_set(&s->loop_done, k);
		for (size_t j = 0; j < l->targets.n; j++)
			hd_bit_set(&s->join, (size_t)l->targets.at[j]);
		spread(s, &l->targets);
		changed = true;
	}
	return changed;
}

/* Values in a circle that only an undefined one enters: any will do, the same for all. */
static bool
define_undefined(hd_code *c)
{
	bool changed = false;

	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef i = c->val[v];

		if (c->w.shape[v].kind != HD_BOTTOM || !hd_is_opcode(i, LLVMPHI))
			continue;
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
			if (LLVMIsUndef(LLVMGetIncomingValue(i, k)))
				c->w.shape[v] = UNIFORM;
		changed |= c->w.shape[v].kind != HD_BOTTOM;
	}
	return changed;
}

/* The function must be reducible. */
void
hd_find_shapes(hd_code *c, int lanes)
{
	hd_arena *a = &c->u->mem;
	state s = {.c = c, .join = hd_bits_new(a, (size_t)c->nn)};

	hd_check(lanes >= 1 && lanes <= HD_WARP);
	c->w = (hd_shapes){.lanes = lanes,
			   .shape = HD_NEW_ARRAY(a, hd_shape, (size_t)c->nv),
			   .divergent = hd_bits_new(a, (size_t)c->nn),
			   .cross = hd_bits_new(a, (size_t)c->nv)};
	hd_bits_or(&c->w.cross, &c->cross);
	for (int v = 0; v < c->nv; v++)
		c->w.shape[v] =
			c->def[v] < 0 || c->w.lanes == 1 ||
					hd_ends_node(c, c->val[v]) != HD_NO_BARRIER
				? UNIFORM
				: (hd_shape){HD_BOTTOM, 0, 0};
	if (c->w.lanes > 1) {
		s.loops = hd_graph_loops(a, c->g);
		s.loop_done = hd_bits_new(a, s.loops.n);
		while (update_values(&s) || update_flow(&s) || define_undefined(c))
			continue;
	}
	for (int v = 0; v < c->nv; v++) /* unreachable code */
		if (c->w.shape[v].kind == HD_BOTTOM)
			c->w.shape[v] = VARYING;
	c->w.join = s.join;
	hd_find_patterns(c);
	hd_cross_maybes(c);
	hd_cross_two_rows(c);
}
