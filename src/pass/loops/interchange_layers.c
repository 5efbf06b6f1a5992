/* SPDX-License-Identifier: Apache-2.0 */
/* interchange_layers: threads that go through layers of memory do so side by side.
 *
 *     for (k = 1; k < nz - 1; k++, c += layer)
 *             to[c] = a * from[c - 1] + b * from[c + 1] + ...;
 * becomes, if layers are far apart and rows of threads long,
 *     for (k = 1; ...; k++) {
 *             c = first + (k - 1) * layer;
 *             to[c] = ...;
 *             __syncthreads();
 *     }
 *
 * Group after group, a block would read one line of every layer, and then the lines that
 * follow. Layers are often a power of two apart: there is no place in a cache for one line of
 * each of many. With a barrier between the rounds all groups of the block do one layer before
 * any does the next. It is no barrier that the program needs. What lives across it is kept
 * for each thread, so loops that carry much, or read little, are left alone; what grows from
 * round to round is computed anew. An x86 follows the lines of many layers by itself, and is
 * faster without.
 *
 * needs:   normalize; passes that remove barriers come before
 */
#include "lanes/read/read.h"
#include "ana/address.h"
#include "pass/loops/unroll.h"
#include "pass/loops/strided_loop.h"

enum {
	LARGE = 2000,    /* instructions of a kernel */
	MOST_PHIS = 32,  /* of a loop */
	LEAST_READS = 3, /* and writes, for each value that is carried on */
	LEAST_ROW = 64,  /* threads side by side */
	STREAMS = 16,    /* that processors read ahead at a time */
	PAGE = 4096,     /* bytes from layer to layer */
	DEPTH = 8,
};

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_ways ways;
	hd_loop *l;
	LLVMBasicBlockRef before, header, latch;
	hd_map in;  /* the blocks of the loop */
	hd_map map; /* what stands for what in the copy that stays as it was */
	LLVMValueRef grows[MOST_PHIS]; /* phis of the header, by the same each round */
	int n;
	int carried, accesses;
	LLVMValueRef stride; /* of the first access with a large one, in elements, */
	uint64_t size;       /* of so many bytes */
} state;

/* ---- which loops */

static bool
is_in_loop(const state *s, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && hd_map_get(&s->in, LLVMGetInstructionParent(v));
}

static bool
is_same_for_all(LLVMValueRef v)
{
	return hd_depends_on(v, HD_TID) == HD_NO;
}

/* One way in, and one back, which is the way out too; for all threads at the same time. */
static bool
find_blocks(state *s)
{
	const hd_loop *l = s->l;
	const hd_ints *pred = &s->ways.blocks.g->pred[l->header];
	LLVMValueRef end;

	if (l->latches.n != 1 || l->exiting.n != 1 ||
	    l->exiting.at[0] != l->latches.at[0] || pred->n != 2 ||
	    !hd_is_innermost(&s->ways.loops, l))
		return false;
	hd_each_bit (n, &l->in)
		*hd_map_put(&s->u->scratch, &s->in, s->ways.block[n]) = 1;
	s->header = s->ways.block[l->header];
	s->latch = s->ways.block[l->latches.at[0]];
	s->before = s->ways.block[pred->at[pred->at[0] == l->latches.at[0]]];
	end = LLVMGetBasicBlockTerminator(s->latch);
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(s->before)) == 1 &&
	       hd_is_opcode(end, LLVMBr) && is_same_for_all(LLVMGetCondition(end));
}

/* Those of which each thread has its own, but that need not be kept, and the others. */
static bool
sort_phis(state *s)
{
	LLVMValueRef start, step;

	hd_each_phi (i, s->header) {
		if (is_same_for_all(i))
			continue;
		if (!hd_is_recurrence(i, &start, &step) || is_in_loop(s, step) ||
		    !is_same_for_all(step))
			s->carried++;
		else if (s->n == MOST_PHIS)
			return false;
		else
			s->grows[s->n++] = i;
	}
	return true;
}

/* A number that grows by a constant from round to round. */
static bool
is_counter(const state *s, LLVMValueRef v, int depth)
{
	LLVMValueRef start, step;

	if (!depth || !is_in_loop(s, v))
		return false;
	if (hd_is_opcode(v, LLVMPHI))
		return hd_is_recurrence(v, &start, &step) && LLVMIsConstant(step);
	if (LLVMIsACastInst(v))
		return is_counter(s, LLVMGetOperand(v, 0), depth - 1);
	return hd_is_opcode(v, LLVMAdd) && LLVMIsConstant(LLVMGetOperand(v, 1)) &&
	       is_counter(s, LLVMGetOperand(v, 0), depth - 1);
}

/* By what an index grows from round to round, if that is not a constant. */
static LLVMValueRef
stride_of(const state *s, LLVMValueRef v, int depth)
{
	LLVMValueRef start, step, found = NULL;

	if (!depth || !is_in_loop(s, v))
		return NULL;
	if (hd_is_opcode(v, LLVMPHI))
		return LLVMGetInstructionParent(v) == s->header &&
				       hd_is_recurrence(v, &start, &step) &&
				       !LLVMIsConstant(step) && !is_in_loop(s, step) &&
				       is_same_for_all(step)
			       ? step
			       : NULL;
	for (unsigned k = 0; hd_is_opcode(v, LLVMMul) && k < 2; k++) {
		LLVMValueRef by = LLVMGetOperand(v, 1 - k);

		if (is_counter(s, LLVMGetOperand(v, k), DEPTH) && !LLVMIsConstant(by) &&
		    !is_in_loop(s, by) && is_same_for_all(by))
			return by;
	}
	if (!LLVMIsABinaryOperator(v) && !LLVMIsACastInst(v))
		return NULL;
	for (int k = 0; !found && k < LLVMGetNumOperands(v); k++)
		found = stride_of(s, LLVMGetOperand(v, (unsigned)k), depth - 1);
	return found;
}

/* Neither shared memory nor a thread's own: those lie close together. */
static bool
note_access(state *s, LLVMValueRef p)
{
	LLVMValueRef root = hd_pointer_root(p), stride;

	if (root && LLVMIsAAllocaInst(root))
		return false;
	if (hd_points_to_shared(p) || !hd_is_opcode(p, LLVMGetElementPtr) ||
	    LLVMGetNumOperands(p) != 2 || hd_depends_on(p, HD_TID) != HD_YES)
		return true;
	stride = stride_of(s, LLVMGetOperand(p, 1), DEPTH);
	if (!stride)
		return true;
	s->accesses++;
	if (!s->stride) {
		s->stride = stride;
		s->size = hd_size_of(s->u, LLVMGetGEPSourceElementType(p));
	}
	return true;
}

/* Nothing in it may wait for other threads, or be seen from outside in some order. */
static bool
note_insn(state *s, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMStore:
		return hd_is_ordinary(i) &&
		       note_access(s, LLVMGetOperand(i, hd_is_opcode(i, LLVMStore)));
	default:
		return hd_keeps_to_itself(i);
	}
}

/* Do its values leave by phis only? */
static bool
leaves_by_phis(const state *s)
{
	hd_each_bit (n, &s->l->in)
		hd_each_insn (i, s->ways.block[n])
			hd_each_use (use, i)
				if (!is_in_loop(s, LLVMGetUser(use)) &&
				    !hd_is_opcode(LLVMGetUser(use), LLVMPHI))
					return false;
	return true;
}

/* If the rounds are few, each access in each of them is a row that is read ahead. */
static bool
is_foreseen(const state *s)
{
	hd_steps t = {.u = s->u,
		      .fn = s->fn,
		      .blocks = s->ways.blocks,
		      .loops = s->ways.loops};
	unsigned rounds = hd_count_steps(&t, s->l, STREAMS);

	return rounds && rounds * (unsigned)s->accesses <= STREAMS;
}

static bool
is_layered(state *s)
{
	if (!find_blocks(s) || !hd_all_come_or_return(&s->ways, s->l->header) ||
	    !sort_phis(s))
		return false;
	hd_each_bit (n, &s->l->in)
		hd_each_insn (i, s->ways.block[n])
			if (!note_insn(s, i))
				return false;
	return s->accesses >= LEAST_READS && s->accesses >= LEAST_READS * s->carried &&
	       leaves_by_phis(s) && !is_foreseen(s);
}

/* ---- the work */

/* Threads side by side, as an attribute says; 0: there is none. */
static uint32_t
row_of(LLVMValueRef fn, const char *attr)
{
	const char *shape = hd_string_attr(fn, attr);
	uint32_t block[3] = {0};

	return shape && hd_read_shape(shape, block) ? block[0] : 0;
}

static LLVMValueRef
build_row(state *s, LLVMBuilderRef b)
{
	static const char name[] = "llvm.nvvm.read.ptx.sreg.ntid.x";
	hd_unit *u = s->u;
	LLVMTypeRef type = LLVMFunctionType(u->i32, NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(u->m, name);
	uint32_t known = row_of(s->fn, HD_KNOWN);

	if (known)
		return hd_i32(u, known);
	if (!f)
		f = LLVMAddFunction(u->m, name, type);
	return hd_call(b, f, NULL, 0, "");
}

/* Is it worth it in this launch? The same for all threads. */
static LLVMValueRef
build_choice(state *s, LLVMBuilderRef b)
{
	hd_unit *u = s->u;
	LLVMValueRef wide, apart;

	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(s->before));
	wide = LLVMBuildICmp(b, LLVMIntUGE, build_row(s, b), hd_i32(u, LEAST_ROW),
			     "wide");
	apart = LLVMBuildIntCast2(b, s->stride, u->i64, true, "");
	apart = LLVMBuildMul(b, apart, hd_i64(u, (int64_t)s->size), "apart");
	apart = LLVMBuildICmp(b, LLVMIntUGE, apart, hd_i64(u, PAGE), "");
	return LLVMBuildAnd(b, wide, apart, "in.layers");
}

/* What grows by the same each round needs no value of the round before. */
static void
compute_anew(state *s, LLVMBuilderRef b)
{
	LLVMTypeRef t = s->u->i32;
	LLVMValueRef start, step, by, round, next, from[2],
		at = hd_first_behind_phis(s->header);
	LLVMBasicBlockRef bb[2] = {s->before, s->latch};

	if (!s->n)
		return;
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(s->header));
	round = LLVMBuildPhi(b, t, "round");
	LLVMPositionBuilderBefore(b, at);
	for (int k = 0; k < s->n; k++) {
		t = LLVMTypeOf(s->grows[k]);
		hd_is_recurrence(s->grows[k], &start, &step);
		by = LLVMBuildMul(b, LLVMBuildIntCast2(b, round, t, false, ""), step,
				  "");
		hd_replace(s->grows[k], LLVMBuildAdd(b, start, by, ""));
	}
	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(s->latch));
	next = LLVMBuildAdd(b, round, hd_i32(s->u, 1), "");
	from[0] = hd_i32(s->u, 0);
	from[1] = next;
	LLVMAddIncoming(round, from, bb, 2);
}

static bool
is_latch(void *state, LLVMBasicBlockRef bb)
{
	return bb == ((struct state *)state)->latch;
}

static void
meet_between_rounds(state *s, LLVMBuilderRef b)
{
	LLVMBasicBlockRef meet = hd_join_edges(s->u, s->header, is_latch, s);
	LLVMValueRef i, next;

	for (i = LLVMGetFirstInstruction(meet); hd_is_opcode(i, LLVMPHI); i = next) {
		next = LLVMGetNextInstruction(i);
		hd_replace(i, LLVMGetIncomingValue(i, 0));
	}
	LLVMPositionBuilderBefore(b, i);
	LLVMSetCurrentDebugLocation2(
		b, LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(s->latch)));
	hd_build_barrier(s->u, b);
}

static bool
is_copied(void *state, LLVMValueRef i)
{
	return is_in_loop(state, i);
}

/* Beside the loop: the same, for when the choice is no. */
static void
copy_loop(state *s, LLVMBuilderRef b, LLVMValueRef choice)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(s->before);

	hd_clone_insns(s->u, s->fn, s->fn, &s->map, is_copied, s);
	for (size_t k = 0; k < s->l->targets.n; k++)
		hd_leave_copies(&s->map, s->ways.block[s->l->targets.at[k]]);
	LLVMPositionBuilderBefore(b, end);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(end));
	LLVMBuildCondBr(b, choice, s->header, hd_mapped_block(&s->map, s->header));
	LLVMInstructionEraseFromParent(end);
}

/* One loop at a time: the blocks are others afterwards. */
static bool
change_one(hd_unit *u, LLVMValueRef fn, LLVMBuilderRef b, hd_map *done)
{
	hd_ways ways;

	if (!hd_find_ways(&ways, u, fn))
		return false;
	for (size_t k = 0; k < ways.loops.n; k++) {
		state s = {.u = u, .fn = fn, .ways = ways, .l = &ways.loops.at[k]};
		uintptr_t *was =
			hd_map_put(&u->scratch, done,
				   LLVMBasicBlockAsValue(ways.block[s.l->header]));

		if (*was)
			continue;
		*was = 1;
		if (!is_layered(&s))
			continue;
		hd_remark(u, LLVMGetBasicBlockTerminator(s.latch),
			  "the groups of kernel '%s' run this loop layer by layer "
			  "if layers are far apart",
			  hd_source_name(fn));
		copy_loop(&s, b, build_choice(&s, b));
		compute_anew(&s, b);
		meet_between_rounds(&s, b);
		*hd_map_put(&u->scratch, done,
			    hd_mapped(&s.map, LLVMBasicBlockAsValue(s.header))) = 1;
		return true;
	}
	return false;
}

static bool
suits(hd_unit *u, LLVMValueRef fn)
{
	int n = 0;

	if (!hd_has_body(fn) || hd_string_attr(fn, HD_PACED) ||
	    (!hd_is_kernel(u, fn) && !hd_string_attr(fn, HD_KNOWN)))
		return false;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (++n > LARGE || hd_barrier_kind(i) != HD_NO_BARRIER)
				return false;
	return true;
}

static bool
has_layers(hd_unit *u, LLVMValueRef fn)
{
	hd_ways ways;

	if (!suits(u, fn) || !hd_find_ways(&ways, u, fn))
		return false;
	for (size_t k = 0; k < ways.loops.n; k++) {
		state s = {.u = u, .fn = fn, .ways = ways, .l = &ways.loops.at[k]};

		if (is_layered(&s))
			return true;
	}
	return false;
}

/* With barriers, kernels gain from knowing the shape of their blocks. */
static bool
add_known_versions(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m) {
		LLVMValueRef known;

		if (!hd_is_kernel(u, fn) || hd_known_version(fn) ||
		    row_of(fn, HD_BLOCK) < LEAST_ROW || !has_layers(u, fn))
			continue;
		known = hd_add_known_version(u, fn);
		if (!known)
			continue;
		hd_mark_changed(u, known);
		any = true;
	}
	if (any)
		hd_normalize_changed(u);
	return any;
}

bool
hd_pass_interchange_layers(hd_unit *u)
{
	bool changed;

	changed = add_known_versions(u);
	hd_each_function (fn, u->m) {
		LLVMBuilderRef b;
		hd_map done = {0};

		if (!suits(u, fn))
			continue;
		b = LLVMCreateBuilderInContext(u->c);
		while (change_one(u, fn, b, &done))
			changed = true;
		LLVMDisposeBuilder(b);
	}
	return changed;
}
