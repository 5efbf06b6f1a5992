/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a long row in which guards on x are known (walk.c).
 *
 *     if (x >= width - t) return;
 *     ...
 *     if (x == 0) ...
 *
 * Where a row of threads begins it is computed from where to where all of these have the
 * same answer for every lane of a group: up to the first bound that is a value, from the
 * last one that is a small constant. The groups in there have a loop of their own, which
 * asks nothing; the others go on as they do everywhere. */
#include "plan.h"

enum { DEPTH = 16, SMALL = 64 };

/* Of a parameter by value that nobody writes. */
static bool
is_field(LLVMValueRef p)
{
	while (hd_is_opcode(p, LLVMGetElementPtr)) {
		for (int k = 1; k < LLVMGetNumOperands(p); k++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(p, (unsigned)k)))
				return false;
		p = LLVMGetOperand(p, 0);
	}
	return LLVMIsAArgument(p) && hd_is_parameter_struct(p);
}

/* The same along the row, and to be had before anything else is computed. */
bool
hd_is_early(LLVMValueRef v, int depth)
{
	LLVMOpcode o;
	int dim;

	if (!LLVMIsAInstruction(v))
		return !LLVMIsAArgument(v) || hd_is_integer(LLVMTypeOf(v));
	if (depth == 0)
		return false;
	switch (hd_sreg_read(v, &dim)) {
	case HD_NOT_SREG:
		break;
	case HD_NTID:
	case HD_NCTAID:
		return true;
	default:
		return dim != 0;
	}
	o = LLVMGetInstructionOpcode(v);
	if (o == LLVMLoad)
		return hd_is_ordinary(v) && hd_is_integer(LLVMTypeOf(v)) &&
		       is_field(LLVMGetOperand(v, 0));
	if (!(o >= LLVMAdd && o <= LLVMXor && !hd_is_division(o)) && o != LLVMZExt &&
	    o != LLVMSExt && o != LLVMTrunc && o != LLVMSelect && o != LLVMICmp)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!hd_is_early(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

LLVMValueRef
hd_build_early(hd_emit *e, LLVMValueRef v)
{
	LLVMValueRef made;
	int dim;

	if (LLVMIsAArgument(v))
		return e->arg[hd_id(e->c, v)];
	if (!LLVMIsAInstruction(v))
		return v;
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return hd_coordinate(e, v);
	made = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		LLVMSetOperand(made, (unsigned)k,
			       hd_build_early(e, LLVMGetOperand(v, (unsigned)k)));
	LLVMInsertIntoBuilder(e->b, made);
	LLVMInstructionSetDebugLoc(made, LLVMGetCurrentDebugLocation2(e->b));
	hd_drop_promises(made);
	return made;
}

/* Is it asked, with others, whether all lanes agree to it? (inner_loops.c) */
static bool
is_of_all(LLVMValueRef cond)
{
	hd_each_use (use, cond) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_calls_prefix(user, HD_ALL) ||
		    (hd_is_opcode(user, LLVMAnd) && is_of_all(user)))
			return true;
	}
	return false;
}

/* x OP bound, or bound OP x, of that dimension. What split_conditions asks first may be
 * frozen. */
bool
hd_read_guard(LLVMValueRef cond, int dim, hd_guard *g)
{
	LLVMValueRef a, b;

	if (hd_is_opcode(cond, LLVMFreeze))
		cond = LLVMGetOperand(cond, 0);
	if (!hd_is_opcode(cond, LLVMICmp))
		return false;
	a = LLVMGetOperand(cond, 0);
	b = LLVMGetOperand(cond, 1);
	g->p = LLVMGetICmpPredicate(cond);
	if (!hd_is_place(a, dim)) {
		LLVMValueRef t = a;

		a = b;
		b = t;
		g->p = hd_swapped_predicate(g->p);
	}
	if (!hd_is_place(a, dim) || LLVMGetIntTypeWidth(LLVMTypeOf(a)) != 32 ||
	    !hd_is_early(b, DEPTH))
		return false;
	g->dim = dim;
	g->factor = hd_place_factor(a, dim);
	g->bound = b;
	g->small = (LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) <= SMALL) ||
		   ((g->p == LLVMIntSGE || g->p == LLVMIntSGT) && is_of_all(cond));
	return true;
}

/* Does x == bound belong to what lies in front of it? */
static bool
includes_bound(const hd_guard *g)
{
	switch (g->p) {
	case LLVMIntULE:
	case LLVMIntSLE:
	case LLVMIntUGT:
	case LLVMIntSGT:
		return true;
	case LLVMIntEQ:
	case LLVMIntNE:
		return g->small;
	default:
		return false;
	}
}

/* Which way all lanes go in the sure part: -1 = this is no guard on x. */
int
hd_sure_way(const hd_emit *e, LLVMValueRef cond)
{
	hd_guard g;

	if (!e->sure || !hd_read_guard(cond, 0, &g))
		return -1;
	switch (g.p) {
	case LLVMIntEQ:
		return 1;
	case LLVMIntNE:
		return 0;
	default:
		return hd_way_for_large(g.p, true) == g.small;
	}
}

static LLVMValueRef
extreme(hd_emit *e, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, p, x, y, ""), x, y, "");
}

/* Up to where the guard says one thing, and from where on the other, as an i64. */
LLVMValueRef
hd_guard_bound(hd_emit *e, const hd_guard *g)
{
	LLVMValueRef bound = hd_build_early(e, g->bound);

	bound = hd_is_unsigned(g->p) ? LLVMBuildZExt(e->b, bound, e->u->i64, "")
				     : LLVMBuildSExt(e->b, bound, e->u->i64, "");
	if (includes_bound(g))
		bound = LLVMBuildAdd(e->b, bound, hd_i64(e->u, 1), "");
	return bound;
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
static bool
note_guards(hd_emit *e, LLVMValueRef *from, LLVMValueRef *end, bool build)
{
	const hd_code *c = e->c;
	bool any = false;
	hd_guard g;

	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (hd_is_opcode(i, LLVMICmp) && hd_read_guard(i, 0, &g)) {
				any = true;
				if (build)
					narrow(e, &g, from, end);
			}
	return any;
}

bool
hd_has_sure_part(hd_emit *e)
{
	const hd_code *c = e->c;

	return hd_does(c->u, HD_TRICK_sure) && hd_does(c->u, HD_TRICK_fast) &&
	       c->long_rows && c->lanes > 1 && !c->group_bytes && !c->dynamic_allocas &&
	       c->np == 0 && !hd_is_large(c) && note_guards(e, NULL, NULL, false);
}

/* Below this x does not wrap around, and neither do a few lanes more. */
enum { LARGEST_X = 1 << 30, NOTED = 512 }; /* threads */

static LLVMValueRef
row_factor(hd_emit *e)
{
	return e->c->row_factor ? hd_i32(e->u, e->c->row_factor) : e->ntid[0];
}

/* Tells LLVM, which can add up indices then. */
static void
promise_x(hd_emit *e)
{
	LLVMValueRef x = LLVMBuildMul(e->b, e->ctaid[0], row_factor(e), "");

	x = LLVMBuildAdd(e->b, x, e->tid[0], "");
	x = LLVMBuildICmp(e->b, LLVMIntULT, x, hd_i32(e->u, LARGEST_X), "");
	hd_call(e->b, hd_intrinsic(e->u, "llvm.assume", NULL, 0), &x, 1, "");
}

/* In front of the loop over a row: threads [sure_from, sure_end) are the sure part. */
void
hd_find_sure_part(hd_emit *e)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	LLVMValueRef from = hd_i64(u, 0), end = hd_i64(u, LARGEST_X), first,
		     row = LLVMBuildZExt(b, e->row_end, u->i64, "");
	int64_t lanes = e->c->lanes;

	if (!e->sure_end)
		return;
	note_guards(e, &from, &end, true);
	first = LLVMBuildMul(b, LLVMBuildZExt(b, e->ctaid[0], u->i64, ""),
			     LLVMBuildZExt(b, row_factor(e), u->i64, ""), "first");
	from = LLVMBuildSub(b, from, first, "");
	from = extreme(e, LLVMIntSGT, from, hd_i64(u, 0));
	from = LLVMBuildAdd(b, extreme(e, LLVMIntSLT, from, row), hd_i64(u, lanes - 1),
			    "");
	from = LLVMBuildAnd(b, from, hd_i64(u, -lanes), "");
	end = LLVMBuildSub(b, end, first, "");
	end = extreme(e, LLVMIntSLT, end, row);
	end = extreme(e, LLVMIntSGT, end, hd_i64(u, 0));
	e->sure_from = LLVMBuildTrunc(b, from, u->i32, "sure.from");
	LLVMBuildStore(b, LLVMBuildTrunc(b, end, u->i32, "sure.end"), e->sure_end);
}

/* Is the group of these threads in it? */
static LLVMValueRef
is_inside(hd_emit *e, LLVMValueRef now, LLVMValueRef end)
{
	LLVMValueRef last = LLVMBuildAdd(e->b, now, hd_i32(e->u, e->c->lanes), "");

	return LLVMBuildICmp(e->b, LLVMIntULE, last, end, "is.sure");
}

/* The sure part is where kernels do little for each element, and a word that is stored between
 * others' lines costs a quarter of the time of a stencil: where the group is is noted now
 * and then. Debuggers and called functions want to know it at any time. */
static bool
is_noted_rarely(const hd_emit *e)
{
	return e->c->lanes < NOTED && !hd_asks_for_thread(e->c) &&
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
	hd_frame_store(e, e->tid[0], offsetof(hd_frame, thread_index));
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
	rest = LLVMBuildAnd(b, e->tid[0], hd_i32(e->u, NOTED - 1), "");
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
hd_emit_sure_part(hd_emit *e, int r, const hd_for *x)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	LLVMBasicBlockRef in, other, loop, bail, over, done = e->next;
	LLVMValueRef at, end, go, next;

	if (!e->sure_end)
		return;
	in = hd_block(e, "sure");
	other = hd_block(e, "not.sure");
	loop = hd_block(e, "sure.loop");
	bail = hd_block(e, "sure.bail");
	over = hd_block(e, "sure.over");
	at = hd_alloca(e, u->i32, "sure.x");
	end = LLVMBuildLoad2(b, u->i32, e->sure_end, "sure.end");
	go = LLVMBuildICmp(b, LLVMIntUGE, e->tid[0], e->sure_from, "");
	go = LLVMBuildAnd(b, go, is_inside(e, e->tid[0], end), "");
	LLVMBuildCondBr(b, go, in, other);
	hd_start_block(e, in);
	LLVMBuildStore(b, e->tid[0], at);
	note_range(e, NOTED);
	hd_branch(e, loop);
	e->tid[0] = LLVMBuildLoad2(b, u->i32, at, "tid.x");
	note_sometimes(e);
	promise_x(e);
	e->next = hd_block(e, "sure.next");
	e->sure = true;
	hd_emit_region_lanes(e, r, NULL, bail);
	e->sure = false;
	hd_start_block(e, bail);
	note_range(e, 0);
	LLVMBuildStore(b, e->tid[0], x->slot);
	LLVMBuildStore(b, hd_i32(u, 0), e->sure_end);
	LLVMBuildBr(b, x->head);
	hd_start_block(e, e->next);
	next = LLVMBuildAdd(b, e->tid[0], hd_i32(u, e->c->lanes), "");
	LLVMBuildStore(b, next, at);
	go = LLVMBuildNot(b, LLVMBuildLoad2(b, u->i1, e->stop, "stop"), "");
	go = LLVMBuildAnd(b, go, is_inside(e, next, end), "");
	LLVMBuildCondBr(b, go, loop, over);
	hd_start_block(e, over);
	note_range(e, 0);
	LLVMBuildStore(b, e->tid[0], x->slot);
	LLVMBuildBr(b, done);
	e->next = done;
	e->tid[0] = x->now;
	hd_start_block(e, other);
}
