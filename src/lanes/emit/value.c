/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the function being built: their forms, slots, what barriers kept. */
#include "lanes/emit/emit.h"

/* ---- forms of a value */

LLVMValueRef
hd_splat(hd_emit *e, LLVMValueRef s)
{
	unsigned n = (unsigned)e->c->w.lanes;
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
	unsigned n = (unsigned)e->c->w.lanes;
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
hd_affine_vector(hd_emit *e, LLVMValueRef s, int64_t stride)
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
	enum hd_kind kind = e->c->w.shape[id].kind;

	if ((kind != HD_VARYING || hd_pattern_of(e->c, v)) && !slot->s)
		slot->s = hd_alloca(e, LLVMTypeOf(v), "slot");
	if (kind != HD_AFFINE && !slot->v)
		slot->v = hd_alloca(e, hd_vector_type(e->c, LLVMTypeOf(v)), "slot");
	if (kind == HD_MAYBE && !slot->ok)
		slot->ok = hd_alloca(e, e->u->i1, "slot.ok");
	return slot;
}

hd_val *
hd_slot_of(hd_emit *e, int id)
{
	return hd_slots(e, id, &e->val.slot[id]);
}

void
hd_remember(hd_emit *e, int id, hd_val now)
{
	hd_check(id >= 0 && id < e->c->nv);
	e->val.cache[id] = now;
	e->val.stamp[id] = e->val.epoch;
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
	hd_check(!slot->s || now.s);
	hd_check(!slot->v || now.v);
	hd_check(!slot->ok || now.ok);
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
	if (e->val.stamp[id] != e->val.epoch) {
		if (!hd_bit(&e->c->w.cross, (size_t)id))
			hd_bug("no slot for %s", hd_name(e->c->val[id]));
		hd_remember(e, id, hd_load_slots(e, id, hd_slot_of(e, id)));
		if (e->val.fixed[id] && e->val.fixed_in[id] == e->val.copy)
			e->val.cache[id].s = e->val.fixed[id];
	}
	return &e->val.cache[id];
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
		return e->val.priv[p - e->c->priv];
	if (id < 0)
		return LLVMIsAConstant(v) ? hd_constant(e, v) : v;
	if (e->c->def[id] < 0)
		return e->val.arg[id];
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

	if (e->c->w.lanes == 1)
		return hd_use(e, v);
	if (!is_defined_by_insn(e, id))
		return hd_affine_vector(e, hd_use(e, v), shape.stride);
	f = forms(e, id);
	if (!f->v) {
		hd_check(shape.kind != HD_VARYING && f->s);
		all = hd_affine_vector(e, f->s, shape.stride);
		if (e->aside) /* this block does not dominate the rest of the node */
			return all;
		f->v = all;
	}
	return f->v;
}

LLVMValueRef
hd_affine_check(hd_emit *e, LLVMValueRef v)
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
hd_load_forms(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	if (is_defined_by_insn(e, id))
		forms(e, id);
}

/* Can it be used here without having crossed a node? */
bool
hd_is_available(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	return !is_defined_by_insn(e, id) || e->val.stamp[id] == e->val.epoch;
}

/* Those that its shape says, of its type. */
static void
check_forms(const hd_emit *e, LLVMValueRef v, hd_val now)
{
	hd_shape s = hd_shape_of(e->c, v);
	LLVMTypeRef t = LLVMTypeOf(v);

	hd_check(hd_id(e->c, v) >= 0);
	hd_check(s.kind != HD_BOTTOM);
	hd_check(s.kind == HD_VARYING || now.s);
	hd_check(s.kind == HD_AFFINE || now.v);
	hd_check(s.kind != HD_MAYBE || now.ok);
	hd_check(!now.s || LLVMTypeOf(now.s) == t);
	hd_check(!now.v || LLVMGetTypeKind(t) == LLVMStructTypeKind ||
		 LLVMTypeOf(now.v) == LLVMVectorType(t, (unsigned)e->c->w.lanes));
}

/* Publish a value: for this block, for other blocks, for other regions. */
void
hd_def_maybe(hd_emit *e, LLVMValueRef v, hd_val now)
{
	int id = hd_id(e->c, v);

	check_forms(e, v, now);
	hd_remember(e, id, now);
	e->val.fixed[id] = now.s && LLVMIsAConstantInt(now.s) ? now.s : NULL;
	e->val.fixed_in[id] = e->val.copy;
	if (hd_bit(&e->c->w.cross, (size_t)id))
		hd_store_slots(e, now, hd_slot_of(e, id));
	if (!hd_bit(&e->l->keep, (size_t)id))
		return;
	if (hd_is_kept_once(e->c, id))
		LLVMBuildStore(e->b, now.s, hd_uniform_slot(e, id));
	else
		hd_store_kept(e, id, now.v ? now.v : now.s);
}

void
hd_def(hd_emit *e, LLVMValueRef v, LLVMValueRef now)
{
	bool scalar = hd_shape_of(e->c, v).kind == HD_AFFINE;

	hd_def_maybe(e, v, (hd_val){scalar ? now : NULL, scalar ? NULL : now, NULL});
}
