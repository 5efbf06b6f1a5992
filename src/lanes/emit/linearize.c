/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow of one region for a group of several lanes: partial linearisation after
 * Moll and Hack (PLDI 2018). Uniform branches stay branches. The two sides of a divergent
 * one are visited one after the other, under masks; what must still be visited is "owed".
 * A divergent loop runs until no lane is left: its exits and its back edge go to a pseudo
 * node at its end, which decides.
 *
 * With a place to bail out to, this is the fast copy: all lanes are active, divergent
 * branches in the part without effects at the front of the region ask whether the lanes
 * happen to agree, and if not the region starts again in the masked copy. */
#include "lanes/emit/flow.h"

/* ---- edges */

/* All active lanes go to s. If that is the head of a loop, and there is nothing to do
 * before, the loop goes on for sure: its end need not ask whether any lane is left. */
static void
jump_to(hd_flow *p, int from, int s)
{
	int to = hd_target(&p->plan, p->plan.inner[from], s);
	int next = hd_next_place(p, from, &(hd_ints){&to, 1, 1});

	if (p->occupied && hd_is_header(&p->plan, s) &&
	    next == hd_loop_end(&p->plan, p->plan.inner[s]))
		next = s;
	LLVMBuildBr(p->e->b, next < 0 ? p->e->reg.next : p->bb[next]);
}

/* ---- ends of nodes */

static void
set_alive(hd_flow *p, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMTypeRef t = LLVMVectorType(e->u->i8, (unsigned)p->plan.c->w.lanes);
	LLVMValueRef m = LLVMBuildZExt(e->b, mask ? mask : hd_all_lanes(p), t, "alive");

	LLVMSetAlignment(LLVMBuildStore(e->b, m, e->blk.group), 1);
}

static void
add_lanes(hd_emit *e, LLVMValueRef to, LLVMValueRef mask)
{
	LLVMTypeRef t = LLVMVectorType(e->u->i32, (unsigned)e->c->w.lanes);
	LLVMValueRef x = LLVMBuildZExt(e->b, mask, t, "");
	LLVMValueRef n = hd_call(
		e->b, hd_intrinsic(e->u, "llvm.vector.reduce.add", &t, 1), &x, 1, "");

	x = LLVMBuildLoad2(e->b, e->u->i32, to, "");
	LLVMBuildStore(e->b, LLVMBuildAdd(e->b, x, n, ""), to);
}

/* The active lanes vote. */
static void
count_votes(hd_flow *p, LLVMValueRef call, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMValueRef said = hd_vector(e, LLVMGetOperand(call, 0));
	LLVMValueRef yes = LLVMBuildICmp(e->b, LLVMIntNE, said,
					 LLVMConstNull(LLVMTypeOf(said)), "say.yes");

	mask = mask ? mask : hd_all_lanes(p);
	add_lanes(e, e->votes.count,
		  LLVMBuildSelect(e->b, mask, yes, LLVMConstNull(LLVMTypeOf(yes)), ""));
	add_lanes(e, e->votes.arrived, mask);
}

static void
end_at_barrier(hd_flow *p, int n, LLVMValueRef mask)
{
	hd_emit *e = p->e;

	if (p->plan.c->node[n].barrier > HD_BARRIER)
		count_votes(p, p->plan.c->node[n].end, mask);
	LLVMBuildStore(e->b, hd_i32(e->u, p->plan.c->node[n].region), e->reg.cont);
	if (p->plan.c->returned)
		set_alive(p, mask);
	hd_jump(p, n, &(hd_ints){0});
}

/* Is there a copy of this node without masks beside one with them? */
static bool
has_full_copy(const hd_flow *p, int n)
{
	return hd_bit(&p->plan.partial, (size_t)n) && hd_touches_memory(&p->plan, n) &&
	       hd_does(p->e->u, HD_TRICK_full);
}

/* All lanes go from n to s, later in the same iteration: no other node has any, and the copy
 * without masks need not be asked for. */
static bool
goes_full(const hd_flow *p, int n, int s)
{
	return p->plan.inner[n] == p->plan.inner[s] && !hd_is_header(&p->plan, s) &&
	       p->plan.pos[s] > p->plan.pos[n] && has_full_copy(p, s);
}

static void
go_full(hd_flow *p, int n, int s)
{
	hd_check(hd_bit(&p->plan.partial, (size_t)s));
	if (!p->full[s])
		p->full[s] = hd_block(p->e, "full");
	hd_emit_full_edge(p, n, s);
	hd_store_full_mask(p, s, p->whole);
	LLVMBuildBr(p->e->b, p->full[s]);
}

static void
go(hd_flow *p, int n, int s, LLVMValueRef mask)
{
	if (!mask && goes_full(p, n, s)) {
		go_full(p, n, s);
		return;
	}
	hd_emit_edge(p, n, s, mask, mask);
	jump_to(p, n, s);
}

/* Where a few instructions tell whether all lanes agree, they are asked; under a mask, only
 * whether a loop is over. Idle lanes count as well: what they would say lies between the
 * answers of the first lane and of the last. */
static void
branch_if_uniform(hd_flow *p, int n, LLVMValueRef cond, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMValueRef agree[2];

	e->mask = NULL;
	hd_decide(e, cond, &agree[0], &agree[1]);
	e->mask = mask;
	for (size_t k = 0; k < 2; k++) {
		int s = p->plan.g->succ[n].at[k];
		bool over = hd_ends_loop(p, n, s, mask);
		LLVMBasicBlockRef way, rest;

		if (mask && !over)
			continue;
		way = hd_block(e, "edge");
		rest = hd_block(e, "mixed");
		LLVMBuildCondBr(e->b, agree[k], way, rest);
		hd_start_block(e, way);
		if (over) {
			hd_emit_last_exit(p, n, s, mask);
			LLVMBuildBr(e->b, hd_loop_exit(p, p->plan.inner[n]));
		} else {
			go(p, n, s, mask);
		}
		hd_start_block(e, rest);
	}
}

/* Both sides, one after the other. */
static void
end_divergent(hd_flow *p, int n, LLVMValueRef cond, LLVMValueRef mask)
{
	const hd_ints *succ = &p->plan.g->succ[n];
	LLVMValueRef side[2] = {hd_mask_and(p->e, mask, cond, false),
				hd_mask_and(p->e, mask, cond, true)};
	hd_ints to = {0};

	hd_check(succ->n == 2);
	if (!LLVMIsConstant(side[0]) && hd_is_cheap_to_decide(p->e, cond) &&
	    (!mask || (p->plan.inner[n] >= 0 && hd_does(p->e->u, HD_TRICK_over))))
		branch_if_uniform(p, n, cond, mask);
	for (size_t k = 0; k < 2; k++) {
		hd_emit_edge(p, n, succ->at[k], side[k], mask);
		if (n == p->entry)
			hd_note_mask(p, succ->at[k], side[k]);
		hd_push(&p->e->u->scratch, &to,
			hd_target(&p->plan, p->plan.inner[n], succ->at[k]));
	}
	hd_jump(p, n, &to);
}

static void
stop_row(hd_emit *e)
{
	LLVMBuildStore(e->b, LLVMConstInt(e->u->i1, 1, false), e->skip.row);
}

/* Lanes that disagree need masks; they may still be the last of the row to do something. */
static LLVMBasicBlockRef
bail_block(hd_flow *p, bool last)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(p->e->b), bb = p->bail;

	hd_check(p->bail);
	p->bails = true;
	if (last) {
		bb = hd_block(p->e, "bail.last");
		LLVMPositionBuilderAtEnd(p->e->b, bb);
		stop_row(p->e);
		LLVMBuildBr(p->e->b, p->bail);
		LLVMPositionBuilderAtEnd(p->e->b, from);
	}
	return bb;
}

static void
end_walk(hd_flow *p, int n, size_t way)
{
	LLVMValueRef rows, end = hd_emit_walk_exit(p, n, way, &rows);

	if (!end)
		return;
	hd_remark_row_exit(p->plan.c,
			   LLVMGetBasicBlockTerminator(p->plan.c->node[n].bb));
	LLVMBuildStore(p->e->b, end, p->e->skip.blocks);
	LLVMBuildStore(p->e->b, end, p->e->skip.row);
	if (rows)
		LLVMBuildStore(p->e->b, rows, p->e->skip.rows);
}

static void
end_branch(hd_flow *p, int n, LLVMValueRef cond, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	const hd_ints *succ = &p->plan.g->succ[n];
	LLVMBasicBlockRef way[2], mixed;
	LLVMValueRef yes = NULL, no = NULL;
	int stop = -1;

	hd_check(succ->n == 2);
	if (hd_bit(&p->plan.dynamic, (size_t)n))
		hd_decide(e, cond, &yes, &no);
	if (yes && hd_is_int(yes, 0) && hd_is_int(no, 0)) {
		LLVMBuildBr(e->b, bail_block(p, hd_row_exit_way(&p->plan, n) >= 0));
		return;
	}
	way[0] = hd_block(e, "edge");
	way[1] = hd_block(e, "edge");
	if (yes) {
		mixed = hd_block(e, "mixed");
		LLVMBuildCondBr(e->b, yes, way[0], mixed);
		LLVMPositionBuilderAtEnd(e->b, mixed);
		stop = hd_row_exit_way(&p->plan, n);
		hd_set_odds(e->u,
			    LLVMBuildCondBr(e->b, no, way[1], bail_block(p, stop >= 0)),
			    100, 1);
	} else {
		LLVMBuildCondBr(e->b, hd_use(e, cond), way[0], way[1]);
		stop = mask ? -1 : hd_row_exit_way(&p->plan, n);
	}
	for (size_t k = 0; k < 2; k++) {
		hd_start_block(e, way[k]);
		if (stop == (int)k)
			stop_row(e);
		if (!mask)
			end_walk(p, n, k);
		go(p, n, succ->at[k], mask);
	}
}

static void
end_node(hd_flow *p, int n, LLVMValueRef mask)
{
	hd_emit *e = p->e;
	LLVMValueRef t = LLVMGetBasicBlockTerminator(p->plan.c->node[n].bb);
	const hd_ints *succ = &p->plan.g->succ[n];
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(t);
	hd_ints one = {0};

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	if (p->plan.c->node[n].barrier) {
		end_at_barrier(p, n, mask);
	} else if (succ->n == 0) { /* returned, or cannot get here */
		if (hd_is_opcode(t, LLVMUnreachable) && !mask)
			LLVMBuildUnreachable(e->b);
		else
			hd_jump(p, n, &one);
	} else if (succ->n == 1) {
		go(p, n, succ->at[0], mask);
	} else if (hd_interior_way(e, LLVMGetCondition(t)) >= 0) {
		go(p, n, succ->at[hd_interior_way(e, LLVMGetCondition(t))], mask);
	} else if (hd_bit(&p->plan.divergent, (size_t)n)) {
		end_divergent(p, n, LLVMGetCondition(t), mask);
	} else {
		end_branch(p, n, LLVMGetCondition(t), mask);
	}
}

/* ---- nodes */

static void
emit_body(hd_flow *p, int n, LLVMValueRef mask)
{
	hd_emit *e = p->e;

	e->mask = mask;
	hd_each_node_insn (i, p->plan.c, n) {
		int id = hd_id(p->plan.c, i);

		if (LLVMIsATerminatorInst(i))
			break;
		if (!hd_is_opcode(i, LLVMPHI)) {
			hd_emit_insn(e, i);
			continue;
		}
		hd_def_phi(p, id);
	}
	hd_emit_check(e, mask);
	end_node(p, n, mask);
	hd_check(e->mask == mask && e->aside == 0);
}

/* Empty: on with what is owed. Full: a copy without masks. Else with them. */
static void
emit_partial(hd_flow *p, int n)
{
	hd_emit *e = p->e;
	LLVMValueRef mask = hd_take_mask(p, n);
	LLVMBasicBlockRef some, skip, full, mixed;

	hd_check(hd_bit(&p->plan.partial, (size_t)n));
	if (!p->occupied && hd_needs_active_lane(&p->plan, n)) {
		some = hd_block(e, "some");
		skip = hd_block(e, "skip");
		LLVMBuildCondBr(e->b, hd_any(e, mask), some, skip);
		LLVMPositionBuilderAtEnd(e->b, skip);
		hd_jump(p, n, &(hd_ints){0});
		LLVMPositionBuilderAtEnd(e->b, some);
		p->occupied = true;
	}
	full = p->full[n];
	if (LLVMIsConstant(mask) && mask == hd_all_lanes(p)) {
		emit_body(p, n, NULL);
	} else if (!has_full_copy(p, n) || LLVMIsConstant(mask)) {
		emit_body(p, n, mask);
	} else {
		if (!full)
			full = hd_block(e, "full");
		mixed = hd_block(e, "masked");
		hd_store_full_mask(p, n, mask);
		hd_set_odds(e->u, LLVMBuildCondBr(e->b, hd_all(e, mask), full, mixed),
			    8, 1);
		hd_start_block(e, mixed);
		emit_body(p, n, mask);
	}
	if (full) {
		p->occupied = true;
		hd_start_block(e, full);
		p->whole = hd_full_mask(p, n);
		emit_body(p, n, NULL);
		p->whole = NULL;
	}
}

static void
emit_all(hd_flow *p)
{
	for (int k = 0; k < p->plan.g->nrpo; k++) {
		int n = p->plan.order[k];

		if (hd_is_header(&p->plan, n))
			hd_begin_loop(p, p->plan.inner[n]);
		hd_start_block(p->e, p->bb[n]);
		p->occupied = !hd_bit(&p->plan.partial, (size_t)n) ||
			      !hd_bit(&p->maybe_empty, (size_t)n);
		if (hd_bit(&p->plan.partial, (size_t)n))
			emit_partial(p, n);
		else
			emit_body(p, n, NULL);
		for (int l = (int)p->plan.loops.n - 1; l >= 0; l--)
			if (hd_bit(&p->plan.loop_divergent, (size_t)l) &&
			    p->plan.pos[hd_loop_end(&p->plan, l)] / 256 == k)
				hd_end_loop(p, l);
	}
	p->e->mask = NULL;
}

/* Emits region r at the builder's place, for the lanes in `mask`. True if the fast copy
 * can bail out. */
bool
hd_emit_region_lanes(hd_emit *e, int r, LLVMValueRef mask, LLVMBasicBlockRef bail)
{
	hd_arena *a = &e->u->scratch;
	const hd_region *region = &e->c->region[r];
	hd_flow p = {.e = e,
		     .plan = {.l = e->l,
			      .c = e->c,
			      .g = region->g,
			      .may_bail = bail != NULL,
			      .interior = e->interior.on},
		     .entry = region->entry,
		     .bail = bail};
	int places;

	hd_check(e->c->w.lanes > 1 && r >= 0 && r < e->c->nr);
	e->reg.number = r;
	hd_plan_flow(&p.plan, mask != NULL);
	places = hd_place_count(&p.plan);
	p.maybe_empty = hd_bits_new(a, (size_t)places);
	p.owed = HD_NEW_ARRAY(a, hd_bits, (size_t)places);
	p.bb = HD_NEW_ARRAY(a, LLVMBasicBlockRef, (size_t)places);
	p.full = HD_NEW_ARRAY(a, LLVMBasicBlockRef, (size_t)p.plan.g->n);
	p.entire = HD_NEW_ARRAY(a, LLVMValueRef, (size_t)p.plan.g->n);
	p.mask = HD_NEW_ARRAY(a, LLVMValueRef, (size_t)p.plan.g->n);
	p.given = HD_NEW_ARRAY(a, LLVMValueRef, (size_t)p.plan.g->n);
	p.follows = HD_NEW_ARRAY(a, int, (size_t)p.plan.g->n);
	p.out = HD_NEW_ARRAY(a, LLVMBasicBlockRef, p.plan.loops.n + 1);
	p.entered = HD_NEW_ARRAY(a, LLVMValueRef, p.plan.loops.n + 1);
	for (int k = 0; k < places; k++) {
		p.owed[k] = hd_bits_new(a, (size_t)places);
		if (k >= p.plan.g->n || p.plan.g->pos[k] >= 0)
			p.bb[k] = hd_block(e, hd_format(a, "r%d.n%d", r, k));
	}
	e->val.epoch++;
	e->val.copy++;
	e->mask = NULL;
	if (e->c->warp_vectors)
		LLVMBuildStore(e->b,
			       mask ? LLVMBuildNot(e->b, mask, "")
				    : LLVMConstNull(hd_mask_type(&p)),
			       e->warp.gone);
	hd_reset_flow(&p);
	hd_restore_live(e, r);
	if (hd_bit(&p.plan.partial, (size_t)region->entry)) {
		hd_note_mask(&p, region->entry, mask);
		hd_store_mask(&p, region->entry, mask);
	}
	LLVMBuildBr(e->b, p.bb[hd_target(&p.plan, -1, region->entry)]);
	emit_all(&p);
	for (int k = 0; k < places; k++)
		if (p.bb[k] && !LLVMGetBasicBlockTerminator(p.bb[k])) {
			LLVMPositionBuilderAtEnd(e->b, p.bb[k]);
			LLVMBuildUnreachable(e->b);
		}
	return p.bails;
}
