/* SPDX-License-Identifier: Apache-2.0 */
/* sync_blocks: what a GPU's pace hides where a program lacks a barrier.
 *
 *     for (i = t; i < n; i += 256) a[i] = ...        threads share out a,
 *     for (k = t; k < n; k += m)   ... a[k] ...      and then in another way
 * becomes
 *     for (i = t; i < n; i += 256) a[i] = ...
 *     __syncthreads()
 *     for (k = t; k < n; k += m)   ... a[k] ...
 *
 * On a GPU all threads of a block advance at about the same pace, so the second loop
 * mostly finds what the first one wrote. Here one group after the other goes from barrier
 * to barrier, and it never would. The barrier is put where a barrier of the program proves
 * that all threads pass.
 *
 * What is written before others have read it is found in sync_early.c, and in sync_rounds.c
 * where it is a tile.
 *
 * Likewise blocks: where one reads, after a barrier of its own, a range that others have
 * written, the kernel is marked, and the blocks of a small grid wait for each other at
 * their barriers.
 *
 * keeps:   the CFG
 */
#include "pass/sync/sync_blocks.h"
#include "pass/pass.h"

typedef hd_sync_access access;
typedef hd_sync state;

/* ---- what is read */

static void
number_blocks(state *s)
{
	hd_arena *a = &s->u->scratch;

	s->n = (int)LLVMCountBasicBlocks(s->fn);
	s->block = HD_NEW_ARRAY(a, LLVMBasicBlockRef, (size_t)s->n);
	LLVMGetBasicBlocks(s->fn, s->block);
	s->blocks = hd_number_blocks(a, s->fn);
	s->g = s->blocks.g;
}

/* Atomics, and reads that must not be left out: blocks may wait for each other. */
static bool
may_wait(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore))
		return !hd_is_ordinary(i);
	return hd_is_opcode(i, LLVMAtomicRMW) || hd_is_opcode(i, LLVMAtomicCmpXchg) ||
	       hd_calls(i, "hd_dev_grid_sync");
}

static bool
is_counted(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMStore) &&
	       !LLVMIsAAllocaInst(hd_pointer_root(LLVMGetOperand(i, 1)));
}

static void
add_access(state *s, LLVMValueRef i, int bb, bool before)
{
	bool store = hd_is_opcode(i, LLVMStore);
	access a = {.insn = i,
		    .at = hd_parts_of(s->u, LLVMGetOperand(i, store ? 1 : 0)),
		    .bb = bb,
		    .store = store,
		    .before = before};

	for (LLVMValueRef k = i; k; k = LLVMGetPreviousInstruction(k))
		a.nth += is_counted(k);

	if (!a.at.base || LLVMIsAAllocaInst(a.at.base))
		return;
	a.size =
		(int64_t)hd_size_of(s->u, LLVMTypeOf(store ? LLVMGetOperand(i, 0) : i));
	hd_check(a.nth >= (store ? 1 : 0)); /* it counts itself */
	hd_push(&s->u->scratch, &s->all, a);
}

static void
read_block(state *s, int bb)
{
	size_t first = s->all.n;
	bool before = false;

	hd_each_insn (i, s->block[bb]) {
		enum hd_barrier kind = hd_barrier_kind(i);

		s->waits |= may_wait(i);
		if (kind == HD_NO_BARRIER) {
			if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore))
				add_access(s, i, bb, before);
			continue;
		}
		if (kind != HD_BARRIER_WARP)
			hd_bit_set(&s->meets, (size_t)bb);
		hd_bit_set(&s->any, (size_t)bb);
		before = true;
		for (size_t k = first; k < s->all.n; k++)
			s->all.at[k].after = true;
	}
}

/* ---- indices */

/* The index that goes from element to element: a recurrence, or NULL. */
static const hd_term *
moving_term(const access *a)
{
	LLVMValueRef start, step;

	for (int k = 0; k < a->at.n; k++)
		if (a->at.term[k].scale == a->size &&
		    hd_is_recurrence(a->at.term[k].v, &start, &step))
			return &a->at.term[k];
	return NULL;
}

/* Pointers that are read from memory are the same if they are read from the same place. */
bool
hd_sync_same_base(hd_unit *u, const access *a, const access *b)
{
	hd_address p, q;

	if (!hd_is_opcode(a->at.base, LLVMLoad) || !hd_is_opcode(b->at.base, LLVMLoad))
		return hd_is_same_value(a->at.base, b->at.base);
	p = hd_parts_of(u, LLVMGetOperand(a->at.base, 0));
	q = hd_parts_of(u, LLVMGetOperand(b->at.base, 0));
	return p.base && q.base && p.offset == q.offset &&
	       hd_is_same_value(p.base, q.base) && hd_has_same_terms(&p, &q);
}

/* Does every thread read, element by element, what all of them have written? */
static bool
reads_range_of(const access *load, const access *store, enum hd_sreg what)
{
	return moving_term(load) && hd_address_depends_on(&load->at, HD_TID) == HD_NO &&
	       hd_address_depends_on(&load->at, HD_CTAID) == HD_NO &&
	       hd_address_depends_on(&store->at, what) == HD_YES;
}

/* Threads share out the elements, for the store and the load, by different steps. */
static bool
shares_out_otherwise(const access *load, const access *store)
{
	const hd_term *l = moving_term(load), *w = moving_term(store);
	LLVMValueRef lfrom, lstep, wfrom, wstep;

	if (!l || !w || load->at.n != store->at.n ||
	    !hd_is_recurrence(l->v, &lfrom, &lstep) ||
	    !hd_is_recurrence(w->v, &wfrom, &wstep))
		return false;
	return LLVMGetInstructionParent(l->v) != LLVMGetInstructionParent(w->v) &&
	       !hd_is_same_value(lstep, wstep) &&
	       hd_depends_on(lfrom, HD_TID) == HD_YES &&
	       hd_depends_on(wfrom, HD_TID) == HD_YES;
}

/* ---- ways through the kernel */

hd_bits
hd_sync_reached(const hd_sync *s, int from, const hd_bits *stop, int wall)
{
	hd_arena *m = &s->u->scratch;
	hd_bits seen = hd_bits_new(m, (size_t)s->n);
	hd_ints todo = {0};

	hd_check(from >= 0 && from < s->n && s->n == s->g->n);
	if (from != wall)
		hd_push(m, &todo, from);
	while (todo.n) {
		int n = hd_pop(&todo);

		for (size_t k = 0; k < s->g->succ[n].n; k++) {
			int to = s->g->succ[n].at[k];

			if (hd_bit(&seen, (size_t)to))
				continue;
			hd_bit_set(&seen, (size_t)to);
			if (to != wall && !(stop && hd_bit(stop, (size_t)to)))
				hd_push(m, &todo, to);
		}
	}
	return seen;
}

/* After `a`, up to barriers, or not minding them. */
static hd_bits
reached(state *s, const access *a, bool up_to_barriers, int wall)
{
	if (up_to_barriers && a->after)
		return hd_bits_new(&s->u->scratch, (size_t)s->n);
	return hd_sync_reached(s, a->bb, up_to_barriers ? &s->any : NULL, wall);
}

static bool
is_in_same_loops(const state *s, int a, int b)
{
	for (size_t k = 0; k < s->loops.n; k++)
		if (hd_bit(&s->loops.at[k].in, (size_t)a) !=
		    hd_bit(&s->loops.at[k].in, (size_t)b))
			return false;
	return true;
}

static bool
is_passed_with(const state *s, int first, int second)
{
	return hd_graph_dominates(s->g, first, second) && s->back->pos[first] >= 0 &&
	       s->back->pos[second] >= 0 && hd_graph_dominates(s->back, second, first);
}

bool
hd_sync_all_pass(const hd_sync *s, int bb)
{
	hd_each_bit (k, &s->meets)
		if (!hd_bit(&s->apart, k) && is_in_same_loops(s, bb, (int)k) &&
		    (is_passed_with(s, bb, (int)k) || is_passed_with(s, (int)k, bb)))
			return true;
	return false;
}

/* Do threads part here by their indices, and not at the end of a loop? */
static bool
parts_threads(const state *s, int bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(s->block[bb]);

	if (!hd_is_opcode(end, LLVMBr) || !LLVMIsConditional(end) ||
	    hd_depends_on(LLVMGetCondition(end), HD_TID) != HD_YES)
		return false;
	for (size_t k = 0; k < s->g->succ[bb].n; k++)
		if (!is_in_same_loops(s, bb, s->g->succ[bb].at[k]))
			return false;
	return s->g->succ[bb].n == 2;
}

/* Barriers may have partners on the other side of a branch, which another one would not have:
 *
 *     if (t < 32) { ... __syncthreads(); ... } else { ... __syncthreads(); ... }
 */
static void
find_apart(state *s, int bb)
{
	hd_bits side[2];
	bool meets[2] = {false, false};

	for (int n = 0; n < 2; n++) {
		int to = s->g->succ[bb].at[n];

		side[n] = hd_sync_reached(s, to, NULL, bb);
		hd_bit_set(&side[n], (size_t)to);
		hd_each_bit (k, &s->meets)
			meets[n] |= hd_bit(&side[n], k);
	}
	for (int one = 0; one < 2; one++)
		hd_each_bit (k, &s->meets)
			if (hd_bit(&side[one], k) && meets[!one] &&
			    !hd_bit(&side[!one], k))
				hd_bit_set(&s->apart, k);
}

/* A block, above the loop of the load, whose end all threads pass on the way. */
static int
place_between(state *s, const access *store, const access *load)
{
	int bb = hd_block_number(&s->blocks,
				 LLVMGetInstructionParent(moving_term(load)->v));
	hd_bits around;

	do
		bb = s->g->idom[bb];
	while (bb != 0 && !hd_sync_all_pass(s, bb));
	if (!hd_sync_all_pass(s, bb))
		return -1;
	around = reached(s, store, true, bb);
	return hd_bit(&around, (size_t)load->bb) ? -1 : bb;
}

/* ---- the pass */

static void
remark(const state *s, const access *load, const access *store, const char *what)
{
	hd_remark(s->u, load->insn,
		  "kernel '%s' reads here what other threads have written "
		  "in line %u, without a barrier between; %s",
		  hd_source_name(s->fn), hd_user_position(store->insn).line, what);
}

/* Where not all threads pass, shared memory that is written and read again tells that the
 * program counts on a warp's lockstep. */
static void
meet_as_warps(state *s, const access *store, const access *load)
{
	int bb = hd_block_number(&s->blocks,
				 LLVMGetInstructionParent(moving_term(load)->v));

	if (hd_is_shared_variable(load->at.base) && reads_range_of(load, store, HD_TID))
		hd_bit_set(&s->warps, (size_t)s->g->idom[bb]);
}

static void
check_pair(state *s, const access *store, const access *load, bool near)
{
	int at;

	if (!hd_sync_same_base(s->u, store, load))
		return;
	if (!near) {
		if (s->paced || s->waits || !reads_range_of(load, store, HD_CTAID))
			return;
		s->paced = true;
		remark(s, load, store, "the blocks of small grids are kept in step");
		return;
	}
	if (!shares_out_otherwise(load, store) && !reads_range_of(load, store, HD_TID))
		return;
	at = place_between(s, store, load);
	if (at < 0)
		meet_as_warps(s, store, load);
	if (at < 0 || hd_bit(&s->put, (size_t)at))
		return;
	hd_bit_set(&s->put, (size_t)at);
	remark(s, load, store, "a barrier is added before the loop");
}

static void
check_store(state *s, const access *store)
{
	hd_bits near, far;

	if (hd_address_depends_on(&store->at, HD_TID) != HD_YES)
		return;
	near = reached(s, store, true, -1);
	far = reached(s, store, false, -1);
	for (size_t k = 0; k < s->all.n; k++) {
		access *load = &s->all.at[k];
		bool is_near = hd_bit(&near, (size_t)load->bb) && !load->before;

		if (!load->store && load->size == store->size && moving_term(load) &&
		    (is_near || hd_bit(&far, (size_t)load->bb)))
			check_pair(s, store, load, is_near);
	}
}

static bool
find(state *s)
{
	hd_arena *a = &s->u->scratch;

	number_blocks(s);
	s->meets = hd_bits_new(a, (size_t)s->n);
	s->apart = hd_bits_new(a, (size_t)s->n);
	s->any = hd_bits_new(a, (size_t)s->n);
	s->put = hd_bits_new(a, (size_t)s->n);
	s->warps = hd_bits_new(a, (size_t)s->n);
	for (int k = 0; k < s->n; k++)
		read_block(s, k);
	if (!hd_bits_count(&s->meets))
		return false;
	s->back = hd_graph_from_end(a, &s->blocks, s->fn);
	if (!hd_graph_is_reducible(s->g))
		return false;
	s->loops = hd_graph_loops(a, s->g);
	for (int k = 0; k < s->n; k++)
		if (s->g->pos[k] >= 0 && parts_threads(s, k))
			find_apart(s, k);
	for (size_t k = 0; k < s->all.n; k++)
		if (s->all.at[k].store && s->g->pos[s->all.at[k].bb] >= 0)
			check_store(s, &s->all.at[k]);
	hd_sync_early(s);
	hd_sync_rounds(s);
	return s->paced || hd_bits_count(&s->put) || hd_bits_count(&s->warps) ||
	       s->stores.n;
}

static void
put_barrier(hd_unit *u, LLVMValueRef before)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMPositionBuilderBefore(b, before);
	hd_build_barrier(u, b);
	LLVMDisposeBuilder(b);
}

static LLVMValueRef
store_at(LLVMBasicBlockRef bb, int nth)
{
	hd_each_insn (i, bb)
		if (is_counted(i) && --nth == 0)
			return i;
	return LLVMGetBasicBlockTerminator(bb);
}

/* `s` was found in this function, or in a copy with the same blocks. */
static void
mend(const state *s, LLVMValueRef fn)
{
	hd_arena *a = &s->u->scratch;
	LLVMBasicBlockRef *block =
		HD_NEW_ARRAY(a, LLVMBasicBlockRef, LLVMCountBasicBlocks(fn));

	LLVMGetBasicBlocks(fn, block);
	hd_check((int)LLVMCountBasicBlocks(fn) == s->n);
	hd_each_bit (k, &s->put)
		put_barrier(s->u, LLVMGetBasicBlockTerminator(block[k]));
	for (size_t k = 0; k < s->stores.n; k++)
		put_barrier(s->u,
			    store_at(block[s->stores.at[k].bb], s->stores.at[k].nth));
	hd_each_bit (k, &s->warps)
		hd_meet_before(s->u, LLVMGetBasicBlockTerminator(block[k]));
	if (hd_bits_count(&s->warps))
		hd_set_depths(s->u, fn);
	if (s->paced)
		hd_add_string_attr(s->u, fn, HD_PACED, "");
}

/* Or a version of one. */
static bool
is_kernel(hd_unit *u, LLVMValueRef fn)
{
	return hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN);
}

/* In unoptimised code variables live in memory: a copy without them is read. */
static bool
sync_by_copy(hd_unit *u)
{
	LLVMModuleRef original = u->m, copy = LLVMCloneModule(original);
	bool changed = false;

	u->m = copy;
	hd_run_llvm(u, "function(sroa<preserve-cfg>,instsimplify)");
	hd_each_function (fn, copy) {
		state s = {.u = u, .fn = fn};

		u->m = copy;
		if (!hd_has_body(fn) || !is_kernel(u, fn) || !find(&s))
			continue;
		u->m = original;
		mend(&s, LLVMGetNamedFunction(original, hd_name(fn)));
		changed = true;
	}
	u->m = original;
	LLVMDisposeModule(copy);
	return changed;
}

bool
hd_pass_sync_blocks(hd_unit *u)
{
	bool changed = false;

	if (u->opt.debug_device || u->opt.opt_level == 0)
		return sync_by_copy(u);
	hd_each_function (fn, u->m) {
		state s = {.u = u, .fn = fn};

		if (!hd_has_body(fn) || !is_kernel(u, fn) || !find(&s))
			continue;
		mend(&s, fn);
		changed = true;
	}
	return changed;
}
