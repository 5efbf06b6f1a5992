/* SPDX-License-Identifier: Apache-2.0 */
/* Values and private variables that live across barriers, in the context of their group, or in
 * an alloca if the whole block agrees on them. decide/remat.c says which ones. */
#include "lanes/emit/emit.h"

bool
hd_is_kept_once(const hd_code *c, int id)
{
	return !c->steps && !hd_bit(&c->varying, (size_t)id);
}

static LLVMValueRef
kept_address(hd_emit *e, int id)
{
	return hd_offset(e->u, e->b, e->blk.group, e->l->keep_at[id], "kept");
}

void
hd_store_kept(hd_emit *e, int id, LLVMValueRef now)
{
	LLVMTypeRef t = hd_keep_type(e->c, e->c->val[id]);

	hd_check(hd_bit(&e->l->keep, (size_t)id));
	hd_check(e->blk.group && e->l->keep_at[id] < e->l->group_bytes);
	if (LLVMTypeOf(now) != t)
		now = hd_is_integer(t) ? LLVMBuildBitCast(e->b, now, t, "")
				       : LLVMBuildZExt(e->b, now, t, "");
	LLVMSetAlignment(LLVMBuildStore(e->b, now, kept_address(e, id)),
			 hd_keep_align(e->c, e->c->val[id]));
}

LLVMValueRef
hd_load_group_value(hd_emit *e, int id)
{
	LLVMValueRef v = e->c->val[id];
	LLVMTypeRef t = hd_keep_type(e->c, v);
	LLVMValueRef r = LLVMBuildLoad2(e->b, t, kept_address(e, id), "");

	hd_check(hd_bit(&e->l->keep, (size_t)id));
	hd_check(e->blk.group && e->l->keep_at[id] < e->l->group_bytes);
	LLVMSetAlignment(r, hd_keep_align(e->c, v));
	if (LLVMTypeOf(v) != e->u->i1 || t == e->u->i1)
		return r;
	if (hd_is_integer(t))
		r = LLVMBuildBitCast(e->b, r, hd_vector_type(e->c, e->u->i1), "");
	else
		r = LLVMBuildICmp(e->b, LLVMIntNE, r, LLVMConstNull(t), "");
	return r;
}

LLVMValueRef
hd_uniform_slot(hd_emit *e, int id)
{
	hd_check(hd_is_kept_once(e->c, id));
	if (!e->val.uniform_slot[id])
		e->val.uniform_slot[id] =
			hd_alloca(e, LLVMTypeOf(e->c->val[id]), "keep");
	return e->val.uniform_slot[id];
}

/* Read in front of the group loop: the loop itself may write the next round's value. */
void
hd_load_uniform(hd_emit *e)
{
	hd_each_bit (id, &e->l->keep)
		if (hd_is_kept_once(e->c, (int)id))
			e->val.uniform_in[id] =
				LLVMBuildLoad2(e->b, LLVMTypeOf(e->c->val[id]),
					       hd_uniform_slot(e, (int)id), "kept");
}

/* The same for what each group keeps, in front of its two copies of a region: the fast one
 * may have written the next round's values when it bails out. */
void
hd_load_kept(hd_emit *e)
{
	hd_each_bit (id, &e->l->keep)
		if (!hd_is_kept_once(e->c, (int)id))
			e->val.kept_in[id] = hd_load_group_value(e, (int)id);
}

/* Of all lanes, with what lies behind the last one's. */
static LLVMTypeRef
private_type(hd_unit *u, const hd_private *p, int lanes)
{
	LLVMTypeRef t = LLVMGetAllocatedType(p->insn);
	uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(p->insn, 0)),
		 all = n * (uint64_t)lanes;
	bool is_apart = lanes > 1 && hd_size_of(u, t) * n != p->size;
	LLVMTypeRef body =
		is_apart   ? LLVMArrayType2(u->i8, (uint64_t)p->size * (uint64_t)lanes)
		: all == 1 ? t
			   : LLVMArrayType2(t, all);
	LLVMTypeRef part[] = {body, LLVMArrayType2(u->i8, hd_private_pad(p, lanes))};

	return p->padded ? LLVMStructTypeInContext(u->c, part, 2, false) : body;
}

/* Addresses of private variables: the same stack slot for every group, or the group's
 * part of the context for those that live across barriers. */
void
hd_place_privates(hd_emit *e)
{
	for (int k = 0; k < e->c->np; k++) {
		hd_private *p = &e->c->priv[k];

		if (e->l->priv_at[k] != HD_ON_STACK) {
			e->val.priv[k] = hd_offset(e->u, e->b, e->blk.group,
						   e->l->priv_at[k], hd_name(p->insn));
		} else if (!e->val.priv[k]) {
			e->val.priv[k] =
				hd_alloca(e, private_type(e->u, p, e->c->w.lanes),
					  hd_name(p->insn));
			LLVMSetAlignment(e->val.priv[k], p->align);
		}
	}
}
