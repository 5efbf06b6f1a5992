/* SPDX-License-Identifier: Apache-2.0 */
/* reorder_for_locality: threads that share out elements go through them side by side.
 *
 *     for (i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
 * becomes, for many elements,
 *     for (first = 0; first < n; first += blockDim.x) {
 *             __syncthreads();
 *             i = first + threadIdx.x;
 *             if (i < n) sum += in[i];
 *     }
 *
 * Group after group runs through its loop from one end to the other, and touches a piece of
 * every row of blockDim.x elements. With a barrier between the rounds, all groups do one
 * round before any does the next, and memory is read as it lies there. It is no barrier that
 * the program needs; what lives across it is kept for each thread as across any other.
 *
 * Whether it pays is asked at run time, with what is the same for the whole block: how much
 * memory the loop walks, that every thread has an element, and that no index wraps around.
 * Where the answer is no, the loop runs as it was.
 *
 * needs:   normalize; passes that remove barriers come before
 */
#include "pass/loops/strided_loop.h"

enum {
	MOST_OUT = 16, /* values that live across rounds, or after the loop */
	LARGE = 600,   /* instructions of a kernel */
};

typedef struct carried {
	LLVMValueRef from; /* what the latch gives, in the loop as it was */
	LLVMValueRef phi;  /* of the new loop's header */
	LLVMValueRef now;  /* at the new loop's latch */
	LLVMValueRef out;  /* behind it */
} carried;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	hd_ways ways;
	hd_strided_loop s;
	LLVMBasicBlockRef entry, header, latch, exit, old; /* made here */
	LLVMValueRef first,
		less; /* thread 0's index; is this thread's below the limit? */
	hd_map map;   /* what stands for what, in the new loop */
	carried all[MOST_OUT];
	size_t n;
} state;

static LLVMValueRef
coordinate(state *x, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(x->u->i32, NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(x->u->m, name);

	return hd_call(x->b, f ? f : LLVMAddFunction(x->u->m, name, type), NULL, 0, "");
}

/* ---- the new loop */

static carried *
find_carried(state *x, LLVMValueRef from)
{
	for (size_t k = 0; k < x->n; k++)
		if (x->all[k].from == from)
			return &x->all[k];
	return NULL;
}

static LLVMValueRef
add_carried(state *x, LLVMValueRef from, const char *name)
{
	carried *c = &x->all[x->n++];

	c->from = from;
	c->phi = LLVMBuildPhi(x->b, LLVMTypeOf(from), name);
	return c->phi;
}

/* Values that go from round to round, and those that leave the loop. */
static size_t
count_carried(const state *x)
{
	size_t n = 0;

	hd_each_insn (i, x->s.header)
		n += hd_is_opcode(i, LLVMPHI);
	hd_each_insn (i, x->s.exit)
		n += hd_is_opcode(i, LLVMPHI);
	return n;
}

static bool
is_in_loop(const state *x, LLVMValueRef v)
{
	uintptr_t *n; /* + 1; NULL: a block that was made here */

	if (!LLVMIsAInstruction(v))
		return false;
	n = hd_map_get(&x->ways.blocks.number, LLVMGetInstructionParent(v));
	return n && hd_bit(&x->s.l->in, *n - 1);
}

static bool
keeps(void *arg, LLVMValueRef i)
{
	const state *x = arg;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);

	if (bb == x->s.preheader)
		return !LLVMIsATerminatorInst(i);
	if (!is_in_loop(x, i))
		return false;
	return !(bb == x->s.header && hd_is_opcode(i, LLVMPHI)) &&
	       !(bb == x->s.latch && LLVMIsATerminatorInst(i));
}

static LLVMBasicBlockRef
made_for(const state *x, LLVMBasicBlockRef bb)
{
	return hd_mapped_block(&x->map, bb);
}

static void
build_phis(state *x)
{
	hd_each_phi (i, x->s.header) {
		if (i == x->s.i)
			continue;
		*hd_map_put(&x->u->scratch, &x->map, i) = (uintptr_t)add_carried(
			x, hd_incoming(i, x->s.latch), hd_name(i));
	}
	hd_each_phi (i, x->s.exit) {
		LLVMValueRef v = hd_incoming(i, x->s.latch);

		if (is_in_loop(x, v) && !find_carried(x, v))
			add_carried(x, v, "last");
	}
}

/* Everything up to where a thread's own round begins. */
static LLVMValueRef
build_header(state *x)
{
	LLVMTypeRef t = LLVMTypeOf(x->s.i);
	LLVMValueRef base, i;

	LLVMPositionBuilderAtEnd(x->b, x->header);
	base = LLVMBuildPhi(x->b, t, "first");
	build_phis(x);
	hd_build_barrier(x->u, x->b);
	i = coordinate(x, "llvm.nvvm.read.ptx.sreg.tid.x");
	i = LLVMBuildAdd(x->b, base, LLVMBuildZExtOrBitCast(x->b, i, t, ""), "i");
	*hd_map_put(&x->u->scratch, &x->map, x->s.i) = (uintptr_t)i;
	x->less = LLVMBuildICmp(x->b, x->s.less, i, x->s.limit, "mine");
	return base;
}

/* A thread that is done keeps what it has. */
static void
build_latch(state *x, LLVMValueRef base)
{
	LLVMBasicBlockRef body = made_for(x, x->s.latch);
	LLVMValueRef next;

	LLVMPositionBuilderAtEnd(x->b, body);
	LLVMBuildBr(x->b, x->latch);
	LLVMPositionBuilderAtEnd(x->b, x->latch);
	for (size_t k = 0; k < x->n; k++) {
		LLVMValueRef v = hd_mapped(&x->map, x->all[k].from);

		x->all[k].now = LLVMBuildPhi(x->b, LLVMTypeOf(v), "");
		LLVMAddIncoming(x->all[k].now, &v, &body, 1);
		LLVMAddIncoming(x->all[k].now, &x->all[k].phi, &x->header, 1);
	}
	next = LLVMBuildAdd(x->b, base, hd_mapped(&x->map, x->s.step), "next");
	LLVMBuildCondBr(x->b, LLVMBuildICmp(x->b, x->s.less, next, x->s.limit, ""),
			x->header, x->exit);
	LLVMAddIncoming(base, &x->first, &x->entry, 1);
	LLVMAddIncoming(base, &next, &x->latch, 1);
	for (size_t k = 0; k < x->n; k++)
		LLVMAddIncoming(x->all[k].phi, &x->all[k].now, &x->latch, 1);
	/* before the first round */
	hd_each_phi (i, x->s.header) {
		LLVMValueRef init;

		if (i == x->s.i)
			continue;
		init = hd_mapped(&x->map, hd_incoming(i, x->s.preheader));
		LLVMAddIncoming(hd_mapped(&x->map, i), &init, &x->entry, 1);
	}
	for (size_t k = 0; k < x->n; k++) {
		LLVMValueRef none = LLVMConstNull(LLVMTypeOf(x->all[k].phi));

		if (LLVMCountIncoming(x->all[k].phi) == 1)
			LLVMAddIncoming(x->all[k].phi, &none, &x->entry, 1);
	}
}

/* Every thread had an element: on to where the old loop leads. */
static void
build_exit(state *x)
{
	LLVMPositionBuilderAtEnd(x->b, x->exit);
	for (size_t k = 0; k < x->n; k++) {
		x->all[k].out = LLVMBuildPhi(x->b, LLVMTypeOf(x->all[k].now), "");
		LLVMAddIncoming(x->all[k].out, &x->all[k].now, &x->latch, 1);
	}
	LLVMBuildBr(x->b, x->s.exit);
	hd_each_phi (i, x->s.exit) {
		LLVMValueRef v = hd_incoming(i, x->s.latch);

		if (is_in_loop(x, v))
			v = find_carried(x, v)->out;
		LLVMAddIncoming(i, &v, &x->exit, 1);
	}
}

/* ---- the pass */

static void
make_blocks(state *x)
{
	hd_unit *u = x->u;

	x->entry = hd_new_block(u, x->fn, "rounds.entry");
	x->header = hd_new_block(u, x->fn, "rounds");
	x->latch = hd_new_block(u, x->fn, "rounds.next");
	x->exit = hd_new_block(u, x->fn, "rounds.end");
	x->old = hd_new_block(u, x->fn, "rounds.not");
	*hd_map_put(&u->scratch, &x->map, LLVMBasicBlockAsValue(x->s.preheader)) =
		(uintptr_t)LLVMBasicBlockAsValue(x->entry);
}

static void
reorder(state *x)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(x->s.guard), choice, base;

	x->n = 0;
	x->map = (hd_map){0};
	LLVMPositionBuilderBefore(x->b, t);
	LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(t));
	x->first = hd_first_of(x->u, x->b, x->s.start, &x->s);
	choice = hd_build_choice(x->u, x->b, x->fn, &x->s, x->first,
				 hd_bring_up(&x->s, x->b, x->s.step));
	make_blocks(x);
	base = build_header(x);
	hd_clone_insns(x->u, x->fn, x->fn, &x->map, keeps, x);
	LLVMPositionBuilderAtEnd(x->b, x->entry);
	LLVMBuildBr(x->b, x->header);
	LLVMPositionBuilderAtEnd(x->b, x->header);
	LLVMBuildCondBr(x->b, x->less, made_for(x, x->s.header), x->latch);
	build_latch(x, base);
	build_exit(x);
	hd_detour(x->b, &x->s, choice, x->entry, x->old);
}

static void
remark(const state *x)
{
	hd_remark(x->u, LLVMGetBasicBlockTerminator(x->s.latch),
		  "the groups of kernel '%s' run this loop iteration by "
		  "iteration if it is long: elements of %lld bytes, one %s "
		  "apart",
		  hd_source_name(x->fn), (long long)x->s.least,
		  x->s.over_grid ? "grid" : "block");
}

/* Loops over the grid first, one of a kernel: in its copy the other way may follow. */
static bool
take_parts(hd_unit *u, LLVMValueRef fn)
{
	hd_ways w;
	hd_strided_loop s;

	if (!hd_find_ways(&w, u, fn))
		return false;
	for (size_t k = 0; k < w.loops.n; k++) {
		if (!hd_is_strided_loop(&w, &w.loops.at[k], &s) ||
		    !hd_part_grid(&w, &s))
			continue;
		hd_remark(u, LLVMGetBasicBlockTerminator(s.latch),
			  "each block of kernel '%s' takes a contiguous range of "
			  "elements if this loop is long",
			  hd_source_name(fn));
		return true;
	}
	return false;
}

/* One loop at a time: the blocks are others afterwards. */
static bool
reorder_one(hd_unit *u, LLVMValueRef fn, LLVMBuilderRef b, hd_map *done)
{
	state x = {.u = u, .fn = fn, .b = b};

	if (!hd_find_ways(&x.ways, u, fn))
		return false;
	for (size_t k = 0; k < x.ways.loops.n; k++) {
		LLVMBasicBlockRef header = x.ways.block[x.ways.loops.at[k].header];
		uintptr_t *was =
			hd_map_put(&u->scratch, done, LLVMBasicBlockAsValue(header));

		if (*was)
			continue;
		*was = 1;
		if (!hd_is_strided_loop(&x.ways, &x.ways.loops.at[k], &x.s) ||
		    !hd_may_pay(u, &x.s) || !hd_is_plain_preheader(&x.ways, &x.s) ||
		    count_carried(&x) > MOST_OUT)
			continue;
		remark(&x);
		reorder(&x);
		*hd_map_put(&u->scratch, done, LLVMBasicBlockAsValue(x.header)) = 1;
		return true;
	}
	return false;
}

/* A kernel, or a version of one, that is not so large that copies of loops matter. */
static bool
suits(hd_unit *u, LLVMValueRef fn)
{
	int n = 0;

	if (!hd_has_body(fn) ||
	    !(hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN)) ||
	    hd_string_attr(fn, HD_PACED))
		return false;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			if (++n > LARGE || hd_barrier_kind(i) > HD_BARRIER)
				return false;
		}
	return true;
}

bool
hd_pass_reorder_for_locality(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m) {
		LLVMBuilderRef b;
		hd_map done = {0};

		if (!suits(u, fn) || hd_known_version(fn))
			continue;
		changed |= hd_read_rows(u, fn);
		changed |= take_parts(u, fn);
		b = LLVMCreateBuilderInContext(u->c);
		while (reorder_one(u, fn, b, &done))
			changed = true;
		LLVMDisposeBuilder(b);
	}
	return changed;
}
