/* SPDX-License-Identifier: Apache-2.0 */
/* What flows along the edges of a region: masks, and what phis take. */
#include "lanes/emit/flow.h"

/* ---- masks of nodes */

LLVMTypeRef
hd_mask_type(const hd_flow *p)
{
	return LLVMVectorType(p->plan.c->u->i1, (unsigned)p->plan.c->w.lanes);
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
	hd_check(hd_bit(&p->plan.partial, (size_t)n));
	hd_check(!m || LLVMTypeOf(m) == hd_mask_type(p));
	LLVMBuildStore(p->e->b, m ? m : hd_all_lanes(p), mask_slot(p, n));
}

LLVMValueRef
hd_mask_of(hd_flow *p, int n)
{
	hd_check(hd_bit(&p->plan.partial, (size_t)n));
	return LLVMBuildLoad2(p->e->b, hd_mask_type(p), mask_slot(p, n), "mask");
}

/* All lanes pass the region's entry: a mask that comes from there alone is what it was there.
 */
void
hd_note_mask(hd_flow *p, int n, LLVMValueRef m)
{
	if (m && LLVMIsConstant(m) && p->plan.inner[n] < 0)
		p->given[n] = m;
}

/* Take and clear: a loop comes here again. */
LLVMValueRef
hd_take_mask(hd_flow *p, int n)
{
	LLVMValueRef m = hd_mask_of(p, n);

	hd_check(!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(p->e->b)));
	if (p->given[n] && p->follows[n] <= 1)
		return p->given[n];

	hd_store_mask(p, n, LLVMConstNull(hd_mask_type(p)));
	return m;
}

/* ---- edges */

static const hd_val *
phi_slots(hd_flow *p, int id)
{
	return hd_slots(p->e, id, &p->e->val.phi_slot[id]);
}

/* The forms that the phi has, of what comes in. */
static hd_val
phi_input(hd_flow *p, int id, LLVMValueRef x, LLVMValueRef blend)
{
	hd_emit *e = p->e;
	const hd_val *slot = phi_slots(p, id);
	hd_val r = {slot->s ? hd_use(e, x) : NULL, slot->v ? hd_vector(e, x) : NULL,
		    slot->ok ? hd_affine_check(e, x) : NULL};

	if (blend && r.v)
		r.v = hd_blend(e, blend, r.v,
			       LLVMBuildLoad2(e->b, LLVMTypeOf(r.v), slot->v, ""));
	return r;
}

/* Behind a loop phis may be given to lanes that go on in it as well: they will get what is
 * theirs when they leave. So which lanes leave now need not be known. */
static bool
leaves_loop(const hd_flow *p, int n, int s)
{
	return p->plan.inner[n] >= 0 &&
	       !hd_bit(&p->plan.loops.at[p->plan.inner[n]].in, (size_t)s);
}

static LLVMValueRef
incoming(const hd_flow *p, LLVMValueRef phi, int n)
{
	return hd_incoming(phi, p->plan.c->node[n].bb);
}

static bool
is_varying(const hd_flow *p, LLVMValueRef v)
{
	return hd_shape_of(p->plan.c, v).kind == HD_VARYING;
}

/* Does each round of this loop end at n, and all lanes that leave it go to s? */
static bool
ends_rounds(const hd_flow *p, int n, int s)
{
	const hd_loop *l =
		p->plan.inner[n] < 0 ? NULL : &p->plan.loops.at[p->plan.inner[n]];

	if (!l || l->latches.n != 1 || l->latches.at[0] != n ||
	    !hd_does(p->plan.c->u, HD_TRICK_twins))
		return false;
	for (size_t k = 0; k < l->exiting.n; k++)
		if (l->exiting.at[k] != n)
			return false;
	return hd_has_one_target(&p->plan, p->plan.inner[n], s);
}

/* What leaves the loop from n may also be what goes into its next round. Then it is kept once:
 * lanes that have left keep theirs at the loop's head, from where it is taken in the end. Of a
 * phi in s, behind the loop, the one at the head; or NULL. */
static LLVMValueRef
twin_of(const hd_flow *p, int n, int s, LLVMValueRef phi)
{
	LLVMValueRef x = incoming(p, phi, n);

	if (!ends_rounds(p, n, s) || !is_varying(p, phi))
		return NULL;
	hd_each_node_phi (i, p->plan.c, p->plan.loops.at[p->plan.inner[n]].header)
		if (incoming(p, i, n) == x && is_varying(p, i))
			return i;
	return NULL;
}

/* Is this phi at the head of a loop the twin of one behind it? */
static bool
has_twin(const hd_flow *p, int n, LLVMValueRef phi)
{
	const hd_loop *l = &p->plan.loops.at[p->plan.inner[n]];

	if (!l->targets.n || !ends_rounds(p, n, l->targets.at[0]))
		return false;
	hd_each_node_phi (i, p->plan.c, l->targets.at[0])
		if (twin_of(p, n, l->targets.at[0], i) == phi)
			return true;
	return false;
}

static bool
is_joined(const hd_flow *p, int s)
{
	return p->plan.g->pred[s].n > 1 || hd_bit(&p->plan.c->w.join, (size_t)s);
}

/* What the phis of s get from n, for the lanes in `mask`, of those that are `here`. Lanes that
 * came another way keep what they have; a loop's head takes plain copies
 * (lanes that left were blended at the exit), if the values of lanes that left are not needed.
 */
static void
feed_phis(hd_flow *p, int n, int s, LLVMValueRef mask, LLVMValueRef here)
{
	hd_emit *e = p->e;
	HD_VEC(hd_val) in = {0};
	hd_ints ids = {0};
	bool again = hd_is_header(&p->plan, s), leaves = leaves_loop(p, n, s);

	hd_each_node_phi (phi, p->plan.c, s) {
		int id = hd_id(p->plan.c, phi);
		LLVMValueRef blend = is_joined(p, s) && !again ? mask : NULL;

		if (leaves && twin_of(p, n, s, phi))
			continue;
		if (again && p->plan.inner[n] == p->plan.inner[s] &&
		    has_twin(p, n, phi))
			blend = here;
		hd_push(&e->u->scratch, &in,
			phi_input(p, id, incoming(p, phi, n), blend));
		hd_push(&e->u->scratch, &ids, id);
	}
	for (size_t k = 0; k < in.n; k++)
		hd_store_slots(e, in.at[k], phi_slots(p, ids.at[k]));
}

/* Exactly the lanes in `mask` go from n out of the loop, which is over: twins get
 * what they would have got at the loop's head. */
void
hd_emit_last_exit(hd_flow *p, int n, int s, LLVMValueRef mask)
{
	hd_each_node_phi (phi, p->plan.c, s) {
		LLVMValueRef twin = twin_of(p, n, s, phi);
		int id;

		if (!twin)
			continue;
		id = hd_id(p->plan.c, twin);
		hd_store_slots(p->e, phi_input(p, id, incoming(p, phi, n), mask),
			       phi_slots(p, id));
	}
	hd_emit_edge(p, n, s, mask, mask);
}

/* The loop is over; `came` went into it. */
void
hd_merge_twins(hd_flow *p, int l, LLVMValueRef came)
{
	const hd_loop *loop = &p->plan.loops.at[l];
	int s = loop->targets.at[0];

	hd_check(hd_bit(&p->plan.loop_divergent, (size_t)l));
	hd_check(p->plan.loops.at[l].targets.n > 0);
	hd_each_node_phi (phi, p->plan.c, s) {
		const hd_val *slot;
		LLVMValueRef twin, v;

		twin = loop->latches.n == 1 ? twin_of(p, loop->latches.at[0], s, phi)
					    : NULL;
		if (!twin)
			continue;
		slot = phi_slots(p, hd_id(p->plan.c, phi));
		v = hd_load_slots(p->e, hd_id(p->plan.c, twin),
				  phi_slots(p, hd_id(p->plan.c, twin)))
			    .v;
		if (p->plan.g->pred[s].n > 1)
			v = hd_blend(
				p->e, came, v,
				LLVMBuildLoad2(p->e->b, LLVMTypeOf(v), slot->v, ""));
		LLVMBuildStore(p->e->b, v, slot->v);
	}
}

/* These lanes come to s as well; NULL: all. */
void
hd_add_mask(hd_flow *p, int s, LLVMValueRef m)
{
	if (m)
		m = LLVMBuildOr(p->e->b, m, hd_mask_of(p, s), "");
	hd_store_mask(p, s, m);
}

/* The mask that comes to s is not empty, and no other was there before: one that stays the same
 * around a loop is one value then. */
static bool
are_alone(const hd_flow *p, int s)
{
	return p->occupied && !hd_bit(&p->plan.meeting, (size_t)s);
}

/* Rounds of a loop on which all lanes agree have one mask. The copies without masks hand it on,
 * although it is all lanes: it would be another one in each round otherwise. */
static bool
has_one_mask(const hd_flow *p, int n)
{
	int l = p->plan.inner[n];

	return l >= 0 && !hd_bit(&p->plan.meeting, (size_t)p->plan.loops.at[l].header);
}

void
hd_store_full_mask(hd_flow *p, int n, LLVMValueRef mask)
{
	if (!has_one_mask(p, n) || hd_bit(&p->plan.meeting, (size_t)n))
		return;
	if (!p->entire[n])
		p->entire[n] = hd_alloca(p->e, hd_mask_type(p), "entire");
	LLVMBuildStore(p->e->b, mask ? mask : hd_all_lanes(p), p->entire[n]);
}

LLVMValueRef
hd_full_mask(hd_flow *p, int n)
{
	return p->entire[n] ? LLVMBuildLoad2(p->e->b, hd_mask_type(p), p->entire[n],
					     "entire")
			    : NULL;
}

/* Warp operations need not wait for lanes that come to no other before they return. */
static void
leave_warp(hd_flow *p, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMValueRef old = LLVMBuildLoad2(e->b, hd_mask_type(p), e->warp.gone, "");

	LLVMBuildStore(e->b, LLVMBuildOr(e->b, old, mask ? mask : hd_all_lanes(p), ""),
		       e->warp.gone);
}

void
hd_emit_edge(hd_flow *p, int n, int s, LLVMValueRef mask, LLVMValueRef here)
{
	bool leaves = leaves_loop(p, n, s);

	hd_check(!mask || LLVMTypeOf(mask) == hd_mask_type(p));
	if (hd_bit(&p->plan.waits, (size_t)n) && !hd_bit(&p->plan.waits, (size_t)s))
		leave_warp(p, mask);
	if (hd_bit(&p->plan.partial, (size_t)s)) {
		p->follows[s]++;
		if (are_alone(p, s))
			hd_store_mask(p, s, mask ? mask : p->whole);
		else if (!leaves || !hd_has_one_target(&p->plan, p->plan.inner[n], s))
			hd_add_mask(p, s, mask);
	}
	feed_phis(p, n, s, leaves ? here : mask, here);
}

void
hd_emit_full_edge(hd_flow *p, int n, int s)
{
	feed_phis(p, n, s, NULL, NULL);
}

void
hd_def_phi(hd_flow *p, int id)
{
	hd_def_maybe(p->e, p->plan.c->val[id],
		     hd_load_slots(p->e, id, phi_slots(p, id)));
}

static void
forget(hd_flow *p, int phi)
{
	LLVMTypeRef t = LLVMTypeOf(p->plan.c->val[phi]);
	hd_val none = {LLVMGetPoison(t), LLVMGetPoison(hd_vector_type(p->plan.c, t)),
		       LLVMConstNull(p->e->u->i1)};

	hd_store_slots(p->e, none, phi_slots(p, phi));
}

/* Nothing flows in from the group before. */
void
hd_reset_flow(hd_flow *p)
{
	for (int k = 0; k < p->plan.g->nrpo; k++) {
		int n = p->plan.g->rpo[k];

		if (hd_bit(&p->plan.partial, (size_t)n))
			hd_store_mask(p, n, LLVMConstNull(hd_mask_type(p)));
		hd_each_node_phi (i, p->plan.c, n)
			forget(p, hd_id(p->plan.c, i));
	}
}

/* The first of the targets and of what is owed here; the rest is owed there. Its
 * mask is known not to be empty only if the branch is uniform. */
int
hd_next_place(hd_flow *p, int from, const hd_ints *to)
{
	hd_bits *set = &p->owed[from];
	int next = -1;

	for (size_t k = 0; k < to->n; k++) {
		if (to->at[k] < p->plan.g->n &&
		    p->plan.pos[to->at[k]] <= p->plan.pos[from])
			return to->at[k]; /* back edge of a uniform loop */
	}
	for (size_t k = 0; k < to->n; k++)
		if (next < 0 || p->plan.pos[to->at[k]] < p->plan.pos[next])
			next = to->at[k];
	hd_each_bit (x, set)
		if (next < 0 || p->plan.pos[x] < p->plan.pos[next])
			next = (int)x;
	if (next < 0)
		return -1;
	hd_check(p->plan.pos[next] > p->plan.pos[from]);
	for (size_t k = 0; k < to->n; k++)
		if (to->at[k] != next)
			hd_bit_set(&p->owed[next], (size_t)to->at[k]);
	hd_each_bit (x, set)
		if ((int)x != next)
			hd_bit_set(&p->owed[next], x);
	if (!p->occupied || to->n != 1 || to->at[0] != next)
		hd_bit_set(&p->maybe_empty, (size_t)next);
	return next;
}

void
hd_jump(hd_flow *p, int from, const hd_ints *to)
{
	int next = hd_next_place(p, from, to);

	LLVMBuildBr(p->e->b, next < 0 ? p->e->reg.next : p->bb[next]);
}
