/* SPDX-License-Identifier: Apache-2.0 */
/* What is live behind a barrier is loaded, or computed again, where its region begins. */
#include "lanes/emit/emit.h"

/* Only the vector is kept: the check is gone, and counts as failed. */
static hd_val
all_lanes(hd_emit *e, int id, LLVMValueRef v)
{
	hd_check(v != NULL);
	if (hd_pattern_of(e->c, e->c->val[id]))
		return (hd_val){hd_pattern_base_of(e, e->c->val[id], v), v, NULL};
	if (e->c->w.shape[id].kind != HD_MAYBE)
		return (hd_val){NULL, v, NULL};
	return (hd_val){LLVMBuildExtractElement(e->b, v, hd_i64(e->u, 0), ""), v,
			LLVMConstNull(e->u->i1)};
}

/* Make a value available that was computed in front of the barrier. */
static void
restore(hd_emit *e, int id)
{
	const hd_code *c = e->c;
	LLVMValueRef v = c->val[id], now;
	bool scalar = c->w.shape[id].kind == HD_AFFINE;
	hd_bits keep = e->l->keep;
	hd_ints inputs;

	if (c->def[id] < 0 || e->val.stamp[id] == e->val.epoch)
		return;
	if (!hd_bit(&keep, (size_t)id)) {
		inputs = hd_inputs(c, v);
		for (size_t k = 0; k < inputs.n; k++)
			restore(e, inputs.at[k]);
		hd_emit_insn(e, v);
		return;
	}
	if (hd_is_kept_once(c, id))
		now = e->val.uniform_in[id];
	else
		now = c->w.lanes > 1 ? e->val.kept_in[id] : hd_load_group_value(e, id);
	hd_remember(e, id, scalar ? (hd_val){now, NULL, NULL} : all_lanes(e, id, now));
	if (hd_bit(&c->w.cross, (size_t)id))
		hd_store_slots(e, e->val.cache[id], hd_slot_of(e, id));
}

/* How many, or whether all or any of the threads that arrived said yes. */
static LLVMValueRef
barrier_result(hd_emit *e, LLVMValueRef barrier)
{
	LLVMValueRef r;

	switch (hd_barrier_kind(barrier)) {
	case HD_BARRIER_AND:
		r = LLVMBuildICmp(e->b, LLVMIntEQ, e->votes.last_count,
				  e->votes.last_arrived, "all");
		break;
	case HD_BARRIER_OR:
		r = LLVMBuildICmp(e->b, LLVMIntNE, e->votes.last_count, hd_i32(e->u, 0),
				  "any");
		break;
	case HD_BARRIER_WARP:
		r = hd_offset(e->u, e->b, e->blk.group, offsetof(hd_lane, result),
			      "result");
		return LLVMBuildLoad2(e->b, e->u->i64, r, "");
	default:
		return e->votes.last_count;
	}
	return LLVMBuildZExt(e->b, r, e->u->i32, "");
}

void
hd_restore_live(hd_emit *e, int r)
{
	const hd_code *c = e->c;
	hd_region *region = &c->region[r];
	LLVMValueRef barrier = region->barrier;

	hd_check(region->entry >= 0 && r >= 0 && r < c->nr);
	if (barrier && hd_id(c, barrier) >= 0)
		hd_def(e, barrier, barrier_result(e, barrier));
	hd_each_bit (id, &c->live_in[region->entry])
		restore(e, (int)id);
}
