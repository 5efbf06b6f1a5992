/* SPDX-License-Identifier: Apache-2.0 */
/* What flows along the edges of a region: masks, and what phis take. */
#include "plan.h"

/* ---- masks of nodes */

LLVMTypeRef
hd_mask_type(const hd_flow *p)
{
	return LLVMVectorType(p->c->u->i1, (unsigned)p->c->lanes);
}

static LLVMValueRef
mask_slot(hd_flow *p, int n)
{
	if (!p->mask[n])
		p->mask[n] = hd_alloca(p->e, hd_mask_type(p), "mask");
	return p->mask[n];
}

LLVMValueRef
hd_all_lanes(const hd_flow *p)
{
	return LLVMConstAllOnes(hd_mask_type(p));
}

void
hd_store_mask(hd_flow *p, int n, LLVMValueRef m)
{
	LLVMBuildStore(p->e->b, m ? m : hd_all_lanes(p), mask_slot(p, n));
}

LLVMValueRef
hd_mask_of(hd_flow *p, int n)
{
	return LLVMBuildLoad2(p->e->b, hd_mask_type(p), mask_slot(p, n), "mask");
}

/* Everybody passes the region's entry: a mask that comes from there, and from nowhere else,
 * is what it was there. */
void
hd_note_mask(hd_flow *p, int n, LLVMValueRef m)
{
	if (m && LLVMIsConstant(m) && p->inner[n] < 0)
		p->given[n] = m;
}

/* Take and clear: a loop comes here again. */
LLVMValueRef
hd_take_mask(hd_flow *p, int n)
{
	LLVMValueRef m = hd_mask_of(p, n);

	if (p->given[n] && p->follows[n] <= 1)
		return p->given[n];

	hd_store_mask(p, n, LLVMConstNull(hd_mask_type(p)));
	return m;
}

/* ---- edges */

bool
hd_is_header(const hd_flow *p, int n)
{
	return p->inner[n] >= 0 && p->loops.at[p->inner[n]].header == n;
}

static const hd_val *
phi_slots(hd_flow *p, int id)
{
	return hd_slots(p->e, id, &p->e->phi_slot[id]);
}

/* The forms that the phi has, of what comes in. */
static hd_val
phi_input(hd_flow *p, int id, LLVMValueRef x, LLVMValueRef blend)
{
	hd_emit *e = p->e;
	const hd_val *slot = phi_slots(p, id);
	hd_val r = {slot->s ? hd_use(e, x) : NULL, slot->v ? hd_vector(e, x) : NULL,
		    slot->ok ? hd_holds(e, x) : NULL};

	if (blend && r.v)
		r.v = hd_blend(e, blend, r.v,
			       LLVMBuildLoad2(e->b, LLVMTypeOf(r.v), slot->v, ""));
	return r;
}

/* Behind a loop phis may be given to lanes that go on in it as well: they will get what is
 * theirs when they leave. So there is no need to know who leaves now. */
static bool
leaves_loop(const hd_flow *p, int n, int s)
{
	return p->inner[n] >= 0 && !hd_bit(&p->loops.at[p->inner[n]].in, (size_t)s);
}

/* What the phis of s get from n, for the lanes in `mask`. Lanes that came another way
 * keep what they have; a loop's head takes over everybody (who left has been blended at
 * the exit). */
static void
feed_phis(hd_flow *p, int n, int s, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMBasicBlockRef from = p->c->node[n].bb;
	HD_VEC(hd_val) in = {0};
	hd_ints ids = {0};
	bool blend = mask && !hd_is_header(p, s) &&
		     (p->g->pred[s].n > 1 || hd_bit(&p->c->lane_join, (size_t)s));

	hd_each_node_insn (phi, p->c, s) {
		int id = hd_id(p->c, phi);
		LLVMValueRef x = NULL;

		if (!hd_is_opcode(phi, LLVMPHI))
			break;
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
			if (LLVMGetIncomingBlock(phi, k) == from)
				x = LLVMGetIncomingValue(phi, k);
		hd_push(&e->u->scratch, &in, phi_input(p, id, x, blend ? mask : NULL));
		hd_push(&e->u->scratch, &ids, id);
	}
	for (size_t k = 0; k < in.n; k++)
		hd_store_slots(e, in.at[k], phi_slots(p, ids.at[k]));
}

/* These lanes come to s as well; NULL: everybody. */
void
hd_add_mask(hd_flow *p, int s, LLVMValueRef m)
{
	if (m)
		m = LLVMBuildOr(p->e->b, m, hd_mask_of(p, s), "");
	hd_store_mask(p, s, m);
}

void
hd_follow(hd_flow *p, int n, int s, LLVMValueRef mask, LLVMValueRef here)
{
	bool leaves = leaves_loop(p, n, s);

	if (hd_bit(&p->partial, (size_t)s)) {
		p->follows[s]++;
		if (!leaves || !hd_leave_together(p, p->inner[n], s))
			hd_add_mask(p, s, mask);
	}
	feed_phis(p, n, s, leaves ? here : mask);
}

void
hd_follow_all(hd_flow *p, int n, int s)
{
	feed_phis(p, n, s, NULL);
}

void
hd_def_phi(hd_flow *p, int id)
{
	hd_def_maybe(p->e, p->c->val[id], hd_load_slots(p->e, id, phi_slots(p, id)));
}

static void
forget(hd_flow *p, int phi)
{
	LLVMTypeRef t = LLVMTypeOf(p->c->val[phi]);
	hd_val none = {LLVMGetPoison(t), LLVMGetPoison(hd_vector_type(p->c, t)),
		       LLVMConstNull(p->e->u->i1)};

	hd_store_slots(p->e, none, phi_slots(p, phi));
}

/* Nothing flows in from the group before. */
void
hd_reset_flow(hd_flow *p)
{
	for (int k = 0; k < p->g->nrpo; k++) {
		int n = p->g->rpo[k];

		if (hd_bit(&p->partial, (size_t)n))
			hd_store_mask(p, n, LLVMConstNull(hd_mask_type(p)));
		hd_each_node_insn (i, p->c, n) {
			if (!hd_is_opcode(i, LLVMPHI))
				break;
			forget(p, hd_id(p->c, i));
		}
	}
}
