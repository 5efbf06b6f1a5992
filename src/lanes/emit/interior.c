/* SPDX-License-Identifier: Apache-2.0 */
/* The interior of a long row, where guards on x are known to hold (decide/block_order.c).
 *
 *     if (x >= width - t) return;
 *     ...
 *     if (x == 0) ...
 *
 * Where a row of threads begins it is computed from where to where all of these have the
 * same answer for every lane of a group: up to the first bound that is a value, from the
 * last one that is a small constant. The groups in there have a loop of their own, which
 * asks nothing; the others go on as they do everywhere. */
#include "lanes/emit/emit.h"

static LLVMValueRef
extreme(hd_emit *e, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, p, x, y, ""), x, y, "");
}

static void
narrow(hd_emit *e, const hd_guard *g, LLVMValueRef *from, LLVMValueRef *end)
{
	LLVMValueRef bound = hd_guard_bound(e, g);

	if (g->small)
		*from = extreme(e, LLVMIntSGT, *from, bound);
	else
		*end = extreme(e, LLVMIntSLT, *end, bound);
}

/* All guards, of branches and of choices. */
static void
note_guards(hd_emit *e, LLVMValueRef *from, LLVMValueRef *end)
{
	const hd_code *c = e->c;
	hd_guard g;

	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (hd_is_opcode(i, LLVMICmp) && hd_read_guard(i, 0, &g))
				narrow(e, &g, from, end);
}

/* Below this x does not wrap around, and neither do a few lanes more. */
enum { LARGEST_X = 1 << 30, NOTED = 512 }; /* threads */

static LLVMValueRef
row_factor(hd_emit *e)
{
	return e->l->row_factor ? hd_i32(e->u, e->l->row_factor) : e->blk.ntid[0];
}

/* Tells LLVM, which can add up indices then. */
static void
promise_x(hd_emit *e)
{
	LLVMValueRef x = LLVMBuildMul(e->b, e->blk.ctaid[0], row_factor(e), "");

	x = LLVMBuildAdd(e->b, x, e->blk.tid[0], "");
	x = LLVMBuildICmp(e->b, LLVMIntULT, x, hd_i32(e->u, LARGEST_X), "");
	hd_call(e->b, hd_intrinsic(e->u, "llvm.assume", NULL, 0), &x, 1, "");
}

/* In front of the loop over a row: threads [sure_from, sure_end) are the sure part. */
void
hd_find_interior(hd_emit *e)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	LLVMValueRef from = hd_i64(u, 0), end = hd_i64(u, LARGEST_X), first,
		     row = LLVMBuildZExt(b, e->blk.row_end, u->i64, "");
	int64_t lanes = e->c->w.lanes;

	if (!e->interior.end)
		return;
	note_guards(e, &from, &end);
	first = LLVMBuildMul(b, LLVMBuildZExt(b, e->blk.ctaid[0], u->i64, ""),
			     LLVMBuildZExt(b, row_factor(e), u->i64, ""), "first");
	from = LLVMBuildSub(b, from, first, "");
	from = extreme(e, LLVMIntSGT, from, hd_i64(u, 0));
	from = LLVMBuildAdd(b, extreme(e, LLVMIntSLT, from, row), hd_i64(u, lanes - 1),
			    "");
	from = LLVMBuildAnd(b, from, hd_i64(u, -lanes), "");
	end = LLVMBuildSub(b, end, first, "");
	end = extreme(e, LLVMIntSLT, end, row);
	end = extreme(e, LLVMIntSGT, end, hd_i64(u, 0));
	e->interior.from = LLVMBuildTrunc(b, from, u->i32, "sure.from");
	LLVMBuildStore(b, LLVMBuildTrunc(b, end, u->i32, "sure.end"), e->interior.end);
}

/* Is the group of these threads in it? */
static LLVMValueRef
is_inside(hd_emit *e, LLVMValueRef now, LLVMValueRef end)
{
	LLVMValueRef last = LLVMBuildAdd(e->b, now, hd_i32(e->u, e->c->w.lanes), "");

	return LLVMBuildICmp(e->b, LLVMIntULE, last, end, "is.sure");
}

/* The sure part is where kernels do little for each element, and a word that is stored between
 * others' lines costs a quarter of the time of a stencil: where the group is is noted now
 * and then. Debuggers and called functions want to know it at any time. */
static bool
is_noted_rarely(const hd_emit *e)
{
	return e->c->w.lanes < NOTED && !hd_asks_for_thread(e->c) &&
	       !LLVMGetNamedFunction(e->u->m, "llvm.dbg.declare");
}

/* From here on the frame says where one of so many threads is; 0: of a group. */
static void
note_range(hd_emit *e, uint64_t threads)
{
	if (is_noted_rarely(e))
		hd_frame_store(e, hd_i64(e->u, (int64_t)threads),
			       offsetof(hd_frame, range));
}

static void
note_group(hd_emit *e)
{
	hd_frame_store(e, e->blk.tid[0], offsetof(hd_frame, thread_index));
}

/* In front of each group. */
static void
note_sometimes(hd_emit *e)
{
	LLVMBuilderRef b = e->b;
	LLVMBasicBlockRef note, go;
	LLVMValueRef rest;

	if (!is_noted_rarely(e)) {
		note_group(e);
		return;
	}
	note = hd_block(e, "note");
	go = hd_block(e, "noted");
	rest = LLVMBuildAnd(b, e->blk.tid[0], hd_i32(e->u, NOTED - 1), "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, rest, hd_i32(e->u, 0), ""), note,
			go);
	hd_start_block(e, note);
	note_group(e);
	LLVMBuildBr(b, go);
	hd_start_block(e, go);
}

/* A group in the sure part, and all that follow in there, before the one at hand in the loop
 * over the row is emitted as everywhere. Lanes may disagree in something else: this group and
 * the rest of the row then go the other way. */
void
hd_emit_interior(hd_emit *e, int r, const hd_for *x)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	LLVMBasicBlockRef in, other, loop, bail, over, done = e->reg.next;
	LLVMValueRef at, end, go, next;

	hd_check(!e->interior.on);
	if (!e->interior.end)
		return;
	in = hd_block(e, "sure");
	other = hd_block(e, "not.sure");
	loop = hd_block(e, "sure.loop");
	bail = hd_block(e, "sure.bail");
	over = hd_block(e, "sure.over");
	at = hd_alloca(e, u->i32, "sure.x");
	end = LLVMBuildLoad2(b, u->i32, e->interior.end, "sure.end");
	go = LLVMBuildICmp(b, LLVMIntUGE, e->blk.tid[0], e->interior.from, "");
	go = LLVMBuildAnd(b, go, is_inside(e, e->blk.tid[0], end), "");
	LLVMBuildCondBr(b, go, in, other);
	hd_start_block(e, in);
	LLVMBuildStore(b, e->blk.tid[0], at);
	note_range(e, NOTED);
	hd_branch(e, loop);
	e->blk.tid[0] = LLVMBuildLoad2(b, u->i32, at, "tid.x");
	note_sometimes(e);
	promise_x(e);
	e->reg.next = hd_block(e, "sure.next");
	e->interior.on = true;
	hd_emit_region_lanes(e, r, NULL, bail);
	e->interior.on = false;
	hd_start_block(e, bail);
	note_range(e, 0);
	LLVMBuildStore(b, e->blk.tid[0], x->slot);
	LLVMBuildStore(b, hd_i32(u, 0), e->interior.end);
	LLVMBuildBr(b, x->head);
	hd_start_block(e, e->reg.next);
	next = LLVMBuildAdd(b, e->blk.tid[0], hd_i32(u, e->c->w.lanes), "");
	LLVMBuildStore(b, next, at);
	go = LLVMBuildNot(b, LLVMBuildLoad2(b, u->i1, e->skip.row, "stop"), "");
	go = LLVMBuildAnd(b, go, is_inside(e, next, end), "");
	LLVMBuildCondBr(b, go, loop, over);
	hd_start_block(e, over);
	note_range(e, 0);
	LLVMBuildStore(b, e->blk.tid[0], x->slot);
	LLVMBuildBr(b, done);
	e->reg.next = done;
	e->blk.tid[0] = x->now;
	hd_start_block(e, other);
}
