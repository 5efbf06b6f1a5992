/* SPDX-License-Identifier: Apache-2.0 */
/* All lane groups of one block: the loops over them, region after region.
 *
 * Usually the block has one continuation:
 *
 *     region 0:  for each group: nodes of region 0   ->  cont
 *     switch cont: region 1, region 2, done
 *
 * Where groups may stand at different barriers each has its own, and the block steps
 * them until none is left:
 *
 *     step:  for each group: switch state: nodes of region 0 | of region 1 | ...
 *     if any group is left: step again
 */
#include "lanes/emit/emit.h"

/* ---- the loops over the groups of a block */

typedef struct nest {
	hd_for z, y, block, x, row;
	LLVMValueRef first; /* blockIdx.x of the first block of a run */
	LLVMValueRef at;    /* alloca: address of the group's part of the context */
	LLVMValueRef stack;
	uint32_t unroll; /* groups of a row that become straight code, 0 = a loop */
	bool unroll_rows;
} nest;

static size_t
thread_index(int dim)
{
	return offsetof(hd_frame, thread_index) + 4 * (size_t)dim;
}

/* Where the group of these threads keeps its values, counted anew. */
static LLVMValueRef
group_at(hd_emit *e)
{
	LLVMBuilderRef b = e->b;
	const uint32_t *block = e->c->block;
	uint32_t lanes = (uint32_t)e->c->w.lanes;
	LLVMValueRef at = LLVMBuildMul(b, e->blk.tid[2], hd_i32(e->u, block[1]), "");

	at = LLVMBuildAdd(b, at, e->blk.tid[1], "");
	at = LLVMBuildMul(b, at, hd_i32(e->u, (block[0] + lanes - 1) / lanes), "");
	at = LLVMBuildAdd(b, at,
			  LLVMBuildUDiv(b, e->blk.tid[0], hd_i32(e->u, lanes), ""), "");
	at = LLVMBuildMul(b, at, hd_i32(e->u, e->l->group_bytes), "");
	at = LLVMBuildZExt(b, at, e->u->i64, "");
	return LLVMBuildInBoundsGEP2(b, e->u->i8, e->blk.context, &at, 1, "");
}

/* Is a row of threads one group, and does no function ask for its thread? */
static bool
has_one_group(const hd_layout *l)
{
	const hd_code *c = l->c;

	return c->block[0] && c->block[0] <= (uint32_t)c->w.lanes && !l->walks_rows &&
	       !hd_asks_for_thread(c);
}

static nest
groups_begin(hd_emit *e, int r)
{
	hd_unit *u = e->u;
	uint32_t busy = hd_active_threads(e->l, r);
	nest n = {.first = e->blk.ctaid[0],
		  .unroll = hd_groups_to_unroll(e->l, r, busy),
		  .unroll_rows = hd_unrolls_rows(e->l, r)};

	LLVMBuildStore(e->b, e->blk.context, e->blk.group_slot);
	if (has_one_group(e->l)) /* it stays so */
		hd_frame_store(e, hd_i32(u, 0), thread_index(0));
	n.z = hd_for_begin(e, e->blk.ntid[2], 1, "tid.z");
	if (e->c->block[2] != 1) /* 0 it is from the beginning */
		hd_frame_store(e, n.z.now, thread_index(2));
	if (e->l->walks_rows)
		LLVMBuildStore(e->b, LLVMConstNull(u->i1), e->skip.rows);
	n.y = hd_for_begin(e, e->blk.ntid[1], e->l->rows * e->c->joined, "tid.y");
	if (e->c->block[1] != 1)
		hd_frame_store(e, n.y.now, thread_index(1));
	e->blk.tid[1] = n.y.now;
	e->blk.tid[2] = n.z.now;
	e->blk.row_end = e->blk.ntid[0];
	if (e->l->long_rows) {
		e->blk.row_end =
			LLVMBuildMul(e->b, e->blk.ntid[0], e->blk.run, "row.end");
		hd_find_interior(e);
	} else if (e->l->walks_rows) {
		LLVMBuildStore(e->b, LLVMConstNull(u->i1), e->skip.blocks);
		n.block = hd_for_begin(e, e->blk.run, 1, "block");
		e->blk.ctaid[0] = LLVMBuildAdd(e->b, n.first, n.block.now, "ctaid");
		hd_frame_store(e, e->blk.ctaid[0], offsetof(hd_frame, block_index));
	}
	if (e->c->w.lanes > 1)
		LLVMBuildStore(e->b, LLVMConstNull(u->i1), e->skip.row);
	n.x = hd_for_begin(e, busy ? hd_i32(u, busy) : e->blk.row_end, e->c->w.lanes,
			   "tid.x");
	if (!has_one_group(e->l))
		hd_frame_store(e, n.x.now, thread_index(0));
	e->blk.tid[0] =
		busy && busy <= (uint32_t)e->c->w.lanes ? hd_i32(u, 0) : n.x.now;
	if (e->l->rows > 1) {
		n.row = hd_for_begin(e, hd_i32(u, e->l->rows), 1, "row");
		e->blk.tid[1] = LLVMBuildAdd(e->b, n.y.now, n.row.now, "tid.y");
		LLVMBuildStore(e->b, group_at(e), e->blk.group_slot);
	}
	e->blk.group = LLVMBuildLoad2(e->b, u->ptr, e->blk.group_slot, "group");
	if (e->c->dynamic_allocas)
		n.stack = hd_call(e->b, hd_intrinsic(u, "llvm.stacksave", &u->ptr, 1),
				  NULL, 0, "stack");
	hd_place_privates(e);
	e->reg.next = hd_block(e, "group.next");
	return n;
}

/* The rest of the row is inactive: make this its last group. */
static void
skip_row(hd_emit *e, nest *n)
{
	hd_unit *u = e->u;
	LLVMBasicBlockRef skip = hd_block(e, "skip.row"), go_on = hd_block(e, "go.on");
	LLVMValueRef groups, last, group;

	hd_check(e->skip.row && e->c->w.lanes > 1);
	LLVMBuildCondBr(e->b, LLVMBuildLoad2(e->b, u->i1, e->skip.row, "stop"), skip,
			go_on);
	hd_start_block(e, skip);
	last = LLVMBuildSub(e->b, e->blk.row_end, hd_i32(u, 1), "");
	groups = LLVMBuildUDiv(e->b, LLVMBuildSub(e->b, last, e->blk.tid[0], ""),
			       hd_i32(u, e->c->w.lanes), "left");
	LLVMBuildStore(
		e->b,
		LLVMBuildAdd(e->b, e->blk.tid[0],
			     LLVMBuildMul(e->b, groups, hd_i32(u, e->c->w.lanes), ""),
			     ""),
		n->x.slot);
	group = LLVMBuildLoad2(e->b, u->ptr, e->blk.group_slot, "");
	groups = LLVMBuildMul(e->b, LLVMBuildZExt(e->b, groups, u->i64, ""),
			      hd_i64(u, e->l->group_bytes), "");
	LLVMBuildStore(e->b, LLVMBuildGEP2(e->b, u->i8, group, &groups, 1, ""),
		       e->blk.group_slot);
	hd_branch(e, go_on);
}

/* This was the last block, or row, if those that follow are inactive. */
static void
end_early(hd_emit *e, LLVMValueRef flag, const hd_for *loop, LLVMValueRef limit)
{
	LLVMValueRef end = LLVMBuildLoad2(e->b, e->u->i1, flag, "end"),
		     now = LLVMBuildLoad2(e->b, e->u->i32, loop->slot, ""),
		     last = LLVMBuildSub(e->b, limit, hd_i32(e->u, 1), "");

	LLVMBuildStore(e->b, LLVMBuildSelect(e->b, end, last, now, ""), loop->slot);
}

static void
groups_end(hd_emit *e, nest *n)
{
	hd_unit *u = e->u;

	hd_start_block(e, e->reg.next);
	if (e->c->w.lanes > 1 && e->l->rows == 1)
		skip_row(e, n);
	if (n->stack)
		hd_call(e->b, hd_intrinsic(u, "llvm.stackrestore", &u->ptr, 1),
			&n->stack, 1, "");
	if (e->l->rows > 1) {
		hd_for_end(e, &n->row);
		if (hd_bit(&e->l->jam, (size_t)e->reg.number))
			hd_loop_hint(u, LLVMGetBasicBlockTerminator(n->row.latch),
				     HD_JAM, e->l->rows);
	} else if (e->l->group_bytes) {
		LLVMValueRef group =
			LLVMBuildLoad2(e->b, u->ptr, e->blk.group_slot, "");

		LLVMBuildStore(e->b, hd_offset(u, e->b, group, e->l->group_bytes, ""),
			       e->blk.group_slot);
	}
	hd_for_end(e, &n->x);
	if (n->unroll)
		hd_loop_hint(u, LLVMGetBasicBlockTerminator(n->x.latch), "unroll.count",
			     (int)n->unroll);
	if (e->l->walks_rows && !e->l->long_rows) {
		end_early(e, e->skip.blocks, &n->block, e->blk.run);
		hd_for_end(e, &n->block);
	}
	if (e->l->walks_rows)
		end_early(e, e->skip.rows, &n->y, e->blk.ntid[1]);
	e->blk.ctaid[0] = n->first;
	hd_for_end(e, &n->y);
	if (n->unroll_rows)
		hd_loop_hint(u, LLVMGetBasicBlockTerminator(n->y.latch), "unroll.full",
			     1);
	hd_for_end(e, &n->z);
}

/* What the barrier that was just passed has counted; start counting for the next. */
static void
take_counts(hd_emit *e)
{
	LLVMTypeRef t = e->u->i32;

	if (!e->c->reduces)
		return;
	e->votes.last_count = LLVMBuildLoad2(e->b, t, e->votes.count, "count");
	e->votes.last_arrived = LLVMBuildLoad2(e->b, t, e->votes.arrived, "arrived");
	LLVMBuildStore(e->b, LLVMConstNull(t), e->votes.count);
	LLVMBuildStore(e->b, LLVMConstNull(t), e->votes.arrived);
}

/* Threads come to a barrier over many steps; its counts hold when it opens. */
static void
take_counts_if(hd_emit *e, LLVMValueRef opened)
{
	LLVMValueRef from[] = {e->votes.count, e->votes.arrived},
		     to[] = {e->votes.old_count, e->votes.old_arrived};
	LLVMTypeRef t = e->u->i32;

	for (size_t k = 0; e->c->reduces && k < 2; k++) {
		LLVMValueRef now = LLVMBuildLoad2(e->b, t, from[k], "");
		LLVMValueRef old = LLVMBuildLoad2(e->b, t, to[k], "");

		LLVMBuildStore(e->b, LLVMBuildSelect(e->b, opened, now, old, ""),
			       to[k]);
		now = LLVMBuildSelect(e->b, opened, LLVMConstNull(t), now, "");
		LLVMBuildStore(e->b, now, from[k]);
	}
}

static void
reset_counts(hd_emit *e)
{
	if (!e->c->reduces)
		return;
	LLVMBuildStore(e->b, LLVMConstNull(e->u->i32), e->votes.count);
	LLVMBuildStore(e->b, LLVMConstNull(e->u->i32), e->votes.arrived);
}

static LLVMValueRef
load_state(hd_emit *e)
{
	hd_check(e->blk.group && e->l->group_bytes > 0);
	return LLVMBuildLoad2(
		e->b, e->u->i32,
		hd_offset(e->u, e->b, e->blk.group, HD_GROUP_STATE, "state"), "");
}

/* ---- one continuation for the block */

static void
skip_returned(hd_emit *e)
{
	LLVMBasicBlockRef alive = hd_block(e, "alive");
	LLVMValueRef gone = LLVMBuildICmp(e->b, LLVMIntEQ, load_state(e),
					  hd_i32(e->u, HD_RETURNED), "returned");

	LLVMBuildCondBr(e->b, gone, e->reg.next, alive);
	hd_start_block(e, alive);
}

/* ---- several lanes: a fast copy without a mask, and one with */

/* Lanes past the end of the row. */
static LLVMValueRef
row_mask(hd_emit *e)
{
	unsigned n = (unsigned)e->c->w.lanes;
	LLVMValueRef *lane = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);
	LLVMValueRef left = LLVMBuildSub(e->b, e->blk.row_end, e->blk.tid[0], "left");

	for (unsigned k = 0; k < n; k++)
		lane[k] = hd_i32(e->u, k);
	return LLVMBuildICmp(e->b, LLVMIntULT, LLVMConstVector(lane, n),
			     hd_splat(e, left), "in.row");
}

static bool
has_whole_rows(const hd_code *c)
{
	return c->block[0] && c->block[0] % (unsigned)c->w.lanes == 0;
}

static LLVMValueRef
alive_mask(hd_emit *e)
{
	LLVMTypeRef t = LLVMVectorType(e->u->i8, (unsigned)e->c->w.lanes);
	LLVMValueRef m = LLVMBuildLoad2(e->b, t, e->blk.group, "alive");

	hd_check(e->c->returned && e->l->group_bytes >= (uint32_t)e->c->w.lanes);
	LLVMSetAlignment(m, 1);
	return LLVMBuildICmp(e->b, LLVMIntNE, m, LLVMConstNull(t), "");
}

static void
clear_alive(hd_emit *e)
{
	LLVMTypeRef t = LLVMVectorType(e->u->i8, (unsigned)e->c->w.lanes);

	LLVMSetAlignment(LLVMBuildStore(e->b, LLVMConstNull(t), e->blk.group), 1);
}

static void
emit_group(hd_emit *e, int r)
{
	hd_unit *u = e->u;
	LLVMTypeRef t = LLVMVectorType(u->i1, (unsigned)e->c->w.lanes);
	LLVMBasicBlockRef fast = hd_block(e, "fast"), slow = hd_block(e, "slow");
	LLVMBasicBlockRef bail = hd_block(e, "bail"), some;
	LLVMValueRef slot = hd_alloca(e, t, "entry.mask"), mask = row_mask(e), full;
	bool bails, whole;

	hd_check(e->c->w.lanes > 1);
	full = has_whole_rows(e->c)
		       ? LLVMConstInt(u->i1, 1, false)
		       : LLVMBuildICmp(e->b, LLVMIntULE,
				       LLVMBuildAdd(e->b, e->blk.tid[0],
						    hd_i32(u, e->c->w.lanes), ""),
				       e->blk.row_end, "whole.row");
	if (e->c->returned && r > 0) {
		LLVMValueRef alive = alive_mask(e);

		mask = LLVMBuildAnd(e->b, mask, alive, "");
		full = LLVMBuildAnd(e->b, full, hd_all(e, alive), "");
	}
	if (e->c->returned && e->c->region[r].exits.n)
		clear_alive(e);
	if (e->c->returned && r > 0) {
		some = hd_block(e, "some");
		LLVMBuildCondBr(e->b, hd_any(e, mask), some, e->reg.next);
		hd_start_block(e, some);
	}
	LLVMBuildStore(e->b, mask, slot);
	if (r > 0)
		hd_load_kept(e);
	if (!hd_does(u, HD_TRICK_fast))
		full = LLVMConstNull(u->i1);
	whole = LLVMIsAConstantInt(full) && !LLVMIsNull(full);
	hd_set_odds(u, LLVMBuildCondBr(e->b, full, fast, slow), 1000, 1);
	hd_start_block(e, fast);
	bails = hd_emit_region_lanes(e, r, NULL, bail);
	hd_start_block(e, bail);
	LLVMBuildStore(e->b, LLVMConstAllOnes(t), slot);
	LLVMBuildBr(e->b, slow);
	hd_start_block(e, slow);
	if (!bails && whole) {
		LLVMBuildUnreachable(e->b);
		return;
	}
	mask = whole ? LLVMConstAllOnes(t) : LLVMBuildLoad2(e->b, t, slot, "mask");
	hd_emit_region_lanes(e, r, mask, NULL);
}

static void
dispatch(hd_emit *e, const hd_region *r, LLVMBasicBlockRef *start,
	 LLVMBasicBlockRef done)
{
	LLVMValueRef cont = LLVMBuildLoad2(e->b, e->u->i32, e->reg.cont, "cont");
	LLVMValueRef sw = LLVMBuildSwitch(e->b, cont, done, (unsigned)r->exits.n);

	for (size_t k = 0; k < r->exits.n; k++) {
		int to = e->c->node[r->exits.at[k]].region;

		LLVMAddCase(sw, hd_i32(e->u, to), start[to]);
	}
}

static void
emit_together(hd_emit *e, LLVMBasicBlockRef done)
{
	const hd_code *c = e->c;
	LLVMBasicBlockRef *start =
		HD_NEW_ARRAY(&e->u->mem, LLVMBasicBlockRef, (size_t)c->nr);

	for (int r = 0; r < c->nr; r++)
		start[r] = hd_block(e, hd_format(&e->u->scratch, "region%d", r));
	LLVMBuildBr(e->b, start[0]);
	for (int r = 0; r < c->nr; r++) {
		nest n;

		hd_start_block(e, start[r]);
		if (r > 0 && hd_string_attr(c->fn, HD_PACED))
			hd_call_abi(e, "hd_abi_pace", NULL);
		hd_load_uniform(e);
		take_counts(e);
		LLVMBuildStore(e->b, hd_i32(e->u, 0), e->reg.cont);
		n = groups_begin(e, r);
		if (c->w.lanes > 1) {
			hd_emit_interior(e, r, &n.x);
			emit_group(e, r);
		} else {
			if (c->returned && r > 0)
				skip_returned(e);
			hd_emit_region(e, r);
		}
		groups_end(e, &n);
		dispatch(e, &c->region[r], start, done);
	}
	hd_push(&e->u->mem, &c->l->seams, ((hd_seams){e, start, done, c->nr}));
}

/* ---- one continuation per group */

static void
emit_regions_by(hd_emit *e, LLVMValueRef state)
{
	LLVMValueRef sw = LLVMBuildSwitch(e->b, state, e->reg.next, (unsigned)e->c->nr);

	for (int r = 0; r < e->c->nr; r++) {
		LLVMBasicBlockRef bb =
			hd_block(e, hd_format(&e->u->scratch, "region%d", r));

		LLVMAddCase(sw, hd_i32(e->u, r), bb);
		hd_start_block(e, bb);
		hd_emit_region(e, r);
	}
}

static void
emit_steps(hd_emit *e, LLVMBasicBlockRef done)
{
	hd_unit *u = e->u;
	LLVMBasicBlockRef step = hd_block(e, "step"), again = hd_block(e, "step.again");
	LLVMValueRef first = hd_alloca(e, u->i1, "first"), state, any;
	nest n;

	LLVMBuildStore(e->b, LLVMConstInt(u->i1, 1, false), first);
	hd_branch(e, step);
	take_counts(e);
	LLVMBuildStore(e->b, hd_i32(u, 0), e->reg.cont);
	n = groups_begin(e, -1);
	state = LLVMBuildSelect(e->b, LLVMBuildLoad2(e->b, u->i1, first, ""),
				hd_i32(u, 0), load_state(e), "state");
	emit_regions_by(e, state);
	groups_end(e, &n);
	any = LLVMBuildICmp(e->b, LLVMIntNE,
			    LLVMBuildLoad2(e->b, u->i32, e->reg.cont, ""), hd_i32(u, 0),
			    "any.left");
	LLVMBuildCondBr(e->b, any, again, done);
	hd_start_block(e, again);
	LLVMBuildStore(e->b, LLVMConstNull(u->i1), first);
	LLVMBuildBr(e->b, step);
}

/* With warp operations the runtime says who goes on. */
static void
emit_warp_steps(hd_emit *e, LLVMBasicBlockRef done)
{
	hd_unit *u = e->u;
	LLVMBasicBlockRef step = hd_block(e, "step"), run = hd_block(e, "run");
	LLVMValueRef args[] = {e->blk.context, hd_i32(u, e->l->group_bytes)}, wait,
		     said;
	bool turns = hd_string_attr(e->c->fn, HD_TURNS) != NULL;
	nest n;

	hd_call_abi(e, turns ? "hd_abi_turns_begin" : "hd_abi_warp_begin", args);
	hd_branch(e, step);
	if (e->c->reduces) {
		e->votes.last_count =
			LLVMBuildLoad2(e->b, u->i32, e->votes.old_count, "count");
		e->votes.last_arrived =
			LLVMBuildLoad2(e->b, u->i32, e->votes.old_arrived, "arrived");
	}
	n = groups_begin(e, -1);
	wait = LLVMBuildLoad2(
		e->b, u->i32,
		hd_offset(u, e->b, e->blk.group, offsetof(hd_lane, wait), ""), "wait");
	LLVMBuildCondBr(
		e->b, LLVMBuildICmp(e->b, LLVMIntEQ, wait, hd_i32(u, HD_WAIT_NOT), ""),
		run, e->reg.next);
	hd_start_block(e, run);
	emit_regions_by(e, load_state(e));
	groups_end(e, &n);
	said = hd_call_abi(e, turns ? "hd_abi_turns_step" : "hd_abi_warp_step", args);
	take_counts_if(
		e, LLVMBuildICmp(e->b, LLVMIntEQ, said, hd_i32(u, HD_STEP_BLOCK), ""));
	LLVMBuildCondBr(
		e->b, LLVMBuildICmp(e->b, LLVMIntEQ, said, hd_i32(u, HD_STEP_DONE), ""),
		done, step);
}

void
hd_emit_groups(hd_emit *e, LLVMBasicBlockRef done)
{
	reset_counts(e);
	if (e->c->warps)
		emit_warp_steps(e, done);
	else if (e->c->steps)
		emit_steps(e, done);
	else
		emit_together(e, done);
}
