/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the function being built: their forms, slots, what barriers kept. */
#include "lanes.h"

LLVMValueRef
hd_alloca(hd_emit *e, LLVMTypeRef t, const char *name)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(e->u->c);
	LLVMValueRef last = LLVMGetBasicBlockTerminator(e->allocas), r;

	if (last)
		LLVMPositionBuilderBefore(b, last);
	else
		LLVMPositionBuilderAtEnd(b, e->allocas);
	r = LLVMBuildAlloca(b, t, name);
	LLVMDisposeBuilder(b);
	return r;
}

void
hd_start_block(hd_emit *e, LLVMBasicBlockRef bb)
{
	LLVMPositionBuilderAtEnd(e->b, bb);
	LLVMSetCurrentDebugLocation2(e->b, e->at);
	e->epoch++;
}

LLVMBasicBlockRef
hd_block(hd_emit *e, const char *name)
{
	return hd_new_block(e->u, e->fn, name);
}

void
hd_branch(hd_emit *e, LLVMBasicBlockRef to)
{
	LLVMBuildBr(e->b, to);
	hd_start_block(e, to);
}

/* ---- forms of a value */

/* Structs become structs of vectors: results of compare-exchange, values with a flag. */
LLVMTypeRef
hd_vector_type(const hd_code *c, LLVMTypeRef t)
{
	hd_unit *u = c->u;
	unsigned n;
	LLVMTypeRef *field;

	if (c->lanes == 1)
		return t;
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return LLVMVectorType(t, (unsigned)c->lanes);
	n = LLVMCountStructElementTypes(t);
	field = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1);
	for (unsigned k = 0; k < n; k++)
		field[k] = hd_vector_type(c, LLVMStructGetTypeAtIndex(t, k));
	return LLVMStructTypeInContext(u->c, field, n, false);
}

/* Conditions are bytes, as single bits are slow to take apart; but AVX-512's masks are
 * nothing else. */
LLVMTypeRef
hd_keep_type(const hd_code *c, LLVMValueRef v)
{
	if (hd_shape_of(c, v).kind == HD_AFFINE)
		return LLVMTypeOf(v);
	if (LLVMTypeOf(v) != c->u->i1)
		return hd_vector_type(c, LLVMTypeOf(v));
	if (hd_register_bytes(c->u) == 64 && c->lanes >= 8)
		return LLVMIntTypeInContext(c->u->c, (unsigned)c->lanes);
	return hd_vector_type(c, c->u->i8);
}

LLVMValueRef
hd_splat(hd_emit *e, LLVMValueRef s)
{
	unsigned n = (unsigned)e->c->lanes;
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(s), n);
	LLVMValueRef one, *same;

	if (LLVMIsConstant(s)) {
		same = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);
		for (unsigned k = 0; k < n; k++)
			same[k] = s;
		return LLVMConstVector(same, n);
	}
	one = LLVMBuildInsertElement(e->b, LLVMGetPoison(t), s, hd_i64(e->u, 0), "");
	return LLVMBuildShuffleVector(e->b, one, LLVMGetPoison(t),
				      LLVMConstNull(LLVMVectorType(e->u->i32, n)),
				      "splat");
}

/* 0, stride, 2 * stride, ... */
static LLVMValueRef
ramp(hd_emit *e, LLVMTypeRef t, int64_t stride)
{
	unsigned n = (unsigned)e->c->lanes;
	LLVMValueRef *k = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	for (unsigned l = 0; l < n; l++)
		k[l] = LLVMConstInt(t, (uint64_t)(stride * (int64_t)l), true);
	return LLVMConstVector(k, n);
}

static bool
is_pointer(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

/* All lanes of an affine value. */
LLVMValueRef
hd_spread_out(hd_emit *e, LLVMValueRef s, int64_t stride)
{
	LLVMValueRef step;

	if (!stride)
		return hd_splat(e, s);
	if (!is_pointer(s))
		return LLVMBuildAdd(e->b, hd_splat(e, s),
				    ramp(e, LLVMTypeOf(s), stride), "");
	step = ramp(e, e->u->i64, stride);
	return LLVMBuildGEP2(e->b, e->u->i8, s, &step, 1, "");
}

/* ---- values */

/* Allocas for the forms that a value has. */
hd_val *
hd_slots(hd_emit *e, int id, hd_val *slot)
{
	LLVMValueRef v = e->c->val[id];
	enum hd_kind kind = e->c->shape[id].kind;

	if ((kind != HD_VARYING || hd_pattern_of(e->c, v)) && !slot->s)
		slot->s = hd_alloca(e, LLVMTypeOf(v), "slot");
	if (kind != HD_AFFINE && !slot->v)
		slot->v = hd_alloca(e, hd_vector_type(e->c, LLVMTypeOf(v)), "slot");
	if (kind == HD_MAYBE && !slot->ok)
		slot->ok = hd_alloca(e, e->u->i1, "slot.ok");
	return slot;
}

static hd_val *
slot_of(hd_emit *e, int id)
{
	return hd_slots(e, id, &e->slot[id]);
}

static void
remember(hd_emit *e, int id, hd_val now)
{
	e->cache[id] = now;
	e->stamp[id] = e->epoch;
}

static LLVMValueRef
load_slot(hd_emit *e, LLVMTypeRef t, LLVMValueRef slot)
{
	return slot ? LLVMBuildLoad2(e->b, t, slot, "") : NULL;
}

hd_val
hd_load_slots(hd_emit *e, int id, const hd_val *slot)
{
	LLVMTypeRef t = LLVMTypeOf(e->c->val[id]);

	return (hd_val){load_slot(e, t, slot->s),
			load_slot(e, hd_vector_type(e->c, t), slot->v),
			load_slot(e, e->u->i1, slot->ok)};
}

void
hd_store_slots(hd_emit *e, hd_val now, const hd_val *slot)
{
	if (slot->s)
		LLVMBuildStore(e->b, now.s, slot->s);
	if (slot->v)
		LLVMBuildStore(e->b, now.v, slot->v);
	if (slot->ok)
		LLVMBuildStore(e->b, now.ok, slot->ok);
}

/* What there is of a value that some instruction defines. What is a constant in this copy
 * of the region stays one, so that masks made of it are. */
static hd_val *
forms(hd_emit *e, int id)
{
	if (e->stamp[id] != e->epoch) {
		if (!hd_bit(&e->c->cross, (size_t)id))
			hd_bug("nobody has kept %s", hd_name(e->c->val[id]));
		remember(e, id, hd_load_slots(e, id, slot_of(e, id)));
		if (e->fixed[id] && e->fixed_in[id] == e->copy)
			e->cache[id].s = e->fixed[id];
	}
	return &e->cache[id];
}

static bool
is_defined_by_insn(hd_emit *e, int id)
{
	return id >= 0 && e->c->def[id] >= 0;
}

LLVMValueRef
hd_use(hd_emit *e, LLVMValueRef v)
{
	hd_private *p = hd_private_of(e->c, v);
	int id = hd_id(e->c, v);
	hd_val *f;

	if (p)
		return e->priv[p - e->c->priv];
	if (id < 0)
		return LLVMIsAConstant(v) ? hd_constant(e, v) : v;
	if (e->c->def[id] < 0)
		return e->arg[id];
	f = forms(e, id);
	if (!f->s) /* lane 0 of a varying value: only asked for where that is meant */
		hd_bug("no scalar form of %s", hd_name(v));
	return f->s;
}

LLVMValueRef
hd_vector(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);
	hd_shape shape = hd_shape_of(e->c, v);
	hd_val *f;
	LLVMValueRef all;

	if (e->c->lanes == 1)
		return hd_use(e, v);
	if (!is_defined_by_insn(e, id))
		return hd_spread_out(e, hd_use(e, v), shape.stride);
	f = forms(e, id);
	if (!f->v) {
		all = hd_spread_out(e, f->s, shape.stride);
		if (e->aside) /* this block does not dominate the rest of the node */
			return all;
		f->v = all;
	}
	return f->v;
}

LLVMValueRef
hd_lane_of(hd_emit *e, LLVMValueRef v, int lane)
{
	hd_shape shape = hd_shape_of(e->c, v);
	LLVMValueRef s;

	if (e->lane_now)
		return hd_looped_operand(e, v);
	if (shape.kind != HD_AFFINE)
		return LLVMBuildExtractElement(e->b, hd_vector(e, v),
					       hd_i64(e->u, lane), "");
	s = hd_use(e, v);
	if (!shape.stride || !lane)
		return s;
	if (is_pointer(s))
		return hd_offset(e->u, e->b, s, shape.stride * lane, "");
	return LLVMBuildAdd(
		e->b, s,
		LLVMConstInt(LLVMTypeOf(s), (uint64_t)(shape.stride * lane), true), "");
}

LLVMValueRef
hd_holds(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	if (hd_shape_of(e->c, v).kind == HD_MAYBE && is_defined_by_insn(e, id))
		return forms(e, id)->ok;
	return LLVMConstInt(e->u->i1, 1, false);
}

LLVMValueRef
hd_stored(hd_emit *e, LLVMValueRef v)
{
	return hd_shape_of(e->c, v).kind == HD_AFFINE ? hd_use(e, v) : hd_vector(e, v);
}

void
hd_touch(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	if (is_defined_by_insn(e, id))
		forms(e, id);
}

/* Can it be used here without having crossed a node? */
bool
hd_is_at_hand(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	return !is_defined_by_insn(e, id) || e->stamp[id] == e->epoch;
}

static bool
is_kept_once(const hd_code *c, int id)
{
	return !c->steps && !hd_bit(&c->varying, (size_t)id);
}

static LLVMValueRef
kept_address(hd_emit *e, int id)
{
	return hd_offset(e->u, e->b, e->group, e->c->keep_at[id], "kept");
}

static void
store_kept(hd_emit *e, int id, LLVMValueRef now)
{
	LLVMTypeRef t = hd_keep_type(e->c, e->c->val[id]);

	if (LLVMTypeOf(now) != t)
		now = hd_is_integer(t) ? LLVMBuildBitCast(e->b, now, t, "")
				       : LLVMBuildZExt(e->b, now, t, "");
	LLVMSetAlignment(LLVMBuildStore(e->b, now, kept_address(e, id)),
			 hd_keep_align(e->c, e->c->val[id]));
}

static LLVMValueRef
load_kept(hd_emit *e, int id)
{
	LLVMValueRef v = e->c->val[id];
	LLVMTypeRef t = hd_keep_type(e->c, v);
	LLVMValueRef r = LLVMBuildLoad2(e->b, t, kept_address(e, id), "");

	LLVMSetAlignment(r, hd_keep_align(e->c, v));
	if (LLVMTypeOf(v) != e->u->i1 || t == e->u->i1)
		return r;
	if (hd_is_integer(t))
		r = LLVMBuildBitCast(e->b, r, hd_vector_type(e->c, e->u->i1), "");
	else
		r = LLVMBuildICmp(e->b, LLVMIntNE, r, LLVMConstNull(t), "");
	return r;
}

static LLVMValueRef
uniform_slot(hd_emit *e, int id)
{
	if (!e->uniform_slot[id])
		e->uniform_slot[id] = hd_alloca(e, LLVMTypeOf(e->c->val[id]), "keep");
	return e->uniform_slot[id];
}

/* Read in front of the group loop: the loop itself may write the next round's value. */
void
hd_load_uniform(hd_emit *e)
{
	hd_each_bit (id, &e->c->keep)
		if (is_kept_once(e->c, (int)id))
			e->uniform_in[id] =
				LLVMBuildLoad2(e->b, LLVMTypeOf(e->c->val[id]),
					       uniform_slot(e, (int)id), "kept");
}

/* The same for what each group keeps, in front of its two copies of a region: the fast one
 * may have written the next round's values when it bails out. */
void
hd_load_kept(hd_emit *e)
{
	hd_each_bit (id, &e->c->keep)
		if (!is_kept_once(e->c, (int)id))
			e->kept_in[id] = load_kept(e, (int)id);
}

/* Publish a value: for this block, for other blocks, for other regions. */
void
hd_def_maybe(hd_emit *e, LLVMValueRef v, hd_val now)
{
	int id = hd_id(e->c, v);

	remember(e, id, now);
	e->fixed[id] = now.s && LLVMIsAConstantInt(now.s) ? now.s : NULL;
	e->fixed_in[id] = e->copy;
	if (hd_bit(&e->c->cross, (size_t)id))
		hd_store_slots(e, now, slot_of(e, id));
	if (!hd_bit(&e->c->keep, (size_t)id))
		return;
	if (is_kept_once(e->c, id))
		LLVMBuildStore(e->b, now.s, uniform_slot(e, id));
	else
		store_kept(e, id, now.v ? now.v : now.s);
}

void
hd_def(hd_emit *e, LLVMValueRef v, LLVMValueRef now)
{
	bool scalar = hd_shape_of(e->c, v).kind == HD_AFFINE;

	hd_def_maybe(e, v, (hd_val){scalar ? now : NULL, scalar ? NULL : now, NULL});
}

/* Only the vector is kept: nobody knows any more whether lane 0 tells it all. */
static hd_val
all_lanes(hd_emit *e, int id, LLVMValueRef v)
{
	if (hd_pattern_of(e->c, e->c->val[id]))
		return (hd_val){hd_pattern_base_of(e, e->c->val[id], v), v, NULL};
	if (e->c->shape[id].kind != HD_MAYBE)
		return (hd_val){NULL, v, NULL};
	return (hd_val){LLVMBuildExtractElement(e->b, v, hd_i64(e->u, 0), ""), v,
			LLVMConstNull(e->u->i1)};
}

/* Make a value available that was computed in front of the barrier. */
static void
restore(hd_emit *e, int id)
{
	hd_code *c = e->c;
	LLVMValueRef v = c->val[id], now;
	bool scalar = c->shape[id].kind == HD_AFFINE;
	hd_bits keep = c->keep;
	hd_ints inputs;

	if (c->def[id] < 0 || e->stamp[id] == e->epoch)
		return;
	if (!hd_bit(&keep, (size_t)id)) {
		inputs = hd_inputs(c, v);
		for (size_t k = 0; k < inputs.n; k++)
			restore(e, inputs.at[k]);
		hd_emit_insn(e, v);
		return;
	}
	if (is_kept_once(c, id))
		now = e->uniform_in[id];
	else
		now = c->lanes > 1 ? e->kept_in[id] : load_kept(e, id);
	remember(e, id, scalar ? (hd_val){now, NULL, NULL} : all_lanes(e, id, now));
	if (hd_bit(&c->cross, (size_t)id))
		hd_store_slots(e, e->cache[id], slot_of(e, id));
}

/* How many, or whether all or any of the threads that arrived said yes. */
static LLVMValueRef
barrier_result(hd_emit *e, LLVMValueRef barrier)
{
	LLVMValueRef r;

	switch (hd_barrier_kind(barrier)) {
	case HD_BARRIER_AND:
		r = LLVMBuildICmp(e->b, LLVMIntEQ, e->last_count, e->last_arrived,
				  "all");
		break;
	case HD_BARRIER_OR:
		r = LLVMBuildICmp(e->b, LLVMIntNE, e->last_count, hd_i32(e->u, 0),
				  "any");
		break;
	case HD_BARRIER_WARP:
		r = hd_offset(e->u, e->b, e->group, offsetof(hd_lane, result),
			      "result");
		return LLVMBuildLoad2(e->b, e->u->i64, r, "");
	default:
		return e->last_count;
	}
	return LLVMBuildZExt(e->b, r, e->u->i32, "");
}

void
hd_restore_live(hd_emit *e, int r)
{
	hd_code *c = e->c;
	hd_region *region = &c->region[r];
	LLVMValueRef barrier = region->barrier;

	if (barrier && hd_id(c, barrier) >= 0)
		hd_def(e, barrier, barrier_result(e, barrier));
	hd_each_bit (id, &c->live_in[region->entry])
		restore(e, (int)id);
}
