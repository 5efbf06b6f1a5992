/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory that is overwritten before all have read it (sync_blocks.c).
 *
 *     __syncthreads();
 *     m = sums[0];
 *     ...
 *     sums[t / 32] = ...
 *
 * On a GPU all warps have read right behind the barrier. Here the first one goes on up to
 * the next, and the others read what it has written. Where all threads read one element,
 * or one for each lane, and some thread writes it before there is a barrier, there will be
 * one: at the end of the block that reads, or in front of the store if that stands in the
 * same. So there will be where each thread reads its own element behind a barrier, and others
 * go on to write it by another index, as scans in place do:
 *
 *     __syncthreads();
 *     mine = s[t];
 *     if (2 * t + 1 < n) s[2 * t + 1] += s[2 * t];
 *
 * A barrier of the program in this block proves that all threads come here, and that
 * nobody has a lock: that could only be given back on the way to it. */
#include "ana/barrier.h"
#include "pass/sync/sync_blocks.h"

typedef hd_sync_access access;

/* t & 31 or t % 32, the thread's place in its warp. */
static bool
is_lane(const hd_term *t)
{
	LLVMValueRef v = hd_is_extension(t->v) ? LLVMGetOperand(t->v, 0) : t->v;

	if (hd_is_opcode(v, LLVMAnd))
		return hd_is_int(LLVMGetOperand(v, 1), 31);
	return (hd_is_opcode(v, LLVMURem) || hd_is_opcode(v, LLVMSRem)) &&
	       hd_is_int(LLVMGetOperand(v, 1), 32);
}

/* In one place for all threads, or one for each lane of the warps. */
static bool
is_read_by_all(const access *a)
{
	if (a->store || !hd_is_shared_variable(a->at.base) ||
	    hd_address_depends_on(&a->at, HD_TID) == HD_UNKNOWN)
		return false;
	for (int k = 0; k < a->at.n; k++)
		if (hd_is_thread_term(&a->at.term[k]) && !is_lane(&a->at.term[k]))
			return false;
	return true;
}

/* Without what differs between threads. */
static hd_address
fixed_part(const hd_address *a)
{
	hd_address r = {0};

	for (int k = 0; k < a->n; k++)
		if (!hd_is_thread_term(&a->term[k]))
			r.term[r.n++] = a->term[k];
	return r;
}

/* Does some thread write an element that is read by all? */
static bool
writes(const hd_sync *s, const access *store, const access *load)
{
	hd_address to = fixed_part(&store->at), from = fixed_part(&load->at);

	if (!store->store || !hd_sync_same_base(s->u, store, load) ||
	    !hd_has_same_terms(&to, &from) ||
	    hd_address_depends_on(&store->at, HD_TID) == HD_UNKNOWN)
		return false;
	if (to.n == store->at.n && from.n == load->at.n)
		return store->at.offset < load->at.offset + load->size &&
		       load->at.offset < store->at.offset + store->size;
	return store->size == load->size && store->at.offset <= load->at.offset &&
	       (from.n == load->at.n || !hd_has_thread_terms_of(&store->at, &load->at));
}

static bool
is_read_by_owner(const access *a)
{
	return !a->store && hd_is_shared_variable(a->at.base) && !a->at.anywhere &&
	       hd_is_own_element(&a->at);
}

/* Does some thread write what is another's own element, by an index of another kind? */
static bool
writes_others(const hd_sync *s, const access *store, const access *load)
{
	hd_address to = fixed_part(&store->at), from = fixed_part(&load->at);

	return store->store && store->size == load->size && to.n < store->at.n &&
	       hd_sync_same_base(s->u, store, load) &&
	       hd_address_depends_on(&store->at, HD_TID) != HD_UNKNOWN &&
	       hd_has_same_terms(&to, &from) &&
	       !hd_has_same_terms(&store->at, &load->at);
}

/* In the same block, and all threads come here. */
static bool
is_behind_barrier(const hd_sync *s, const access *a)
{
	return !hd_bit(&s->apart, (size_t)a->bb) &&
	       hd_has_block_barrier(LLVMGetFirstInstruction(s->block[a->bb]), a->insn);
}

/* Do all threads come here, without waiting? */
static bool
is_open(const hd_sync *s, const access *a)
{
	LLVMValueRef load = a->insn;

	if (is_behind_barrier(s, a))
		return true;
	if (hd_bit(&s->apart, (size_t)a->bb))
		return false;
	for (LLVMValueRef i = load; i; i = LLVMGetNextInstruction(i)) {
		if (hd_has_block_barrier(i, LLVMGetNextInstruction(i)))
			return true;
		if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore)
			    ? !hd_is_ordinary(i)
			    : !hd_is_pure(LLVMGetInstructionOpcode(i)))
			return false;
	}
	return false;
}

static bool
is_behind(const hd_sync *s, const access *store, const hd_bits *near)
{
	return hd_bit(near, (size_t)store->bb) &&
	       !hd_has_block_barrier(LLVMGetFirstInstruction(s->block[store->bb]),
				     store->insn);
}

void
hd_sync_remark_early(const hd_sync *s, const access *load, const access *store)
{
	hd_remark(s->u, load->insn,
		  "kernel '%s' reads here what other threads may have "
		  "overwritten in line %u, without a barrier between; a "
		  "barrier is added",
		  hd_source_name(s->fn), hd_user_position(store->insn).line);
}

static void
wait_between(hd_sync *s, const access *load, const access *store, bool here)
{
	hd_sync_remark_early(s, load, store);
	if (here)
		hd_push(&s->u->scratch, &s->stores,
			((hd_sync_place){store->bb, store->nth}));
	else
		hd_bit_set(&s->put, (size_t)load->bb);
}

typedef bool is_overwriting(const hd_sync *s, const access *store, const access *load);

static void
check_load(hd_sync *s, const access *load, is_overwriting *writes)
{
	bool last = hd_has_block_barrier(load->insn, NULL);
	hd_bits near;

	if (!last)
		near = hd_sync_reached(s, load->bb, &s->meets, -1);
	for (size_t k = 0; k < s->all.n; k++) {
		const access *w = &s->all.at[k];
		bool here = w->bb == load->bb && w > load &&
			    !hd_has_block_barrier(load->insn, w->insn);

		if ((here || (!last && is_behind(s, w, &near))) && writes(s, w, load)) {
			wait_between(s, load, w, here);
			return;
		}
	}
}

/* ---- what is handed out again
 *
 *     while (next < n) {
 *         ... next ...
 *         if (t == 0) next = atomicAdd(count, 1);
 *         __syncthreads();
 *     }
 *
 * Right for a block of one warp, and often enough for others. Here no barrier stands where
 * `next` is read; one is put in front of the branch to the store. */

/* Whoever owns a lock must not wait for those who want it. Loops with barriers inside are
 * gone through by all threads together, and give nothing to one of them. */
static bool
all_meet_in(const hd_sync *s, const hd_bits *loop)
{
	hd_each_bit (k, &s->meets)
		if (hd_bit(loop, k))
			return true;
	return false;
}

static bool
has_locks(const hd_sync *s)
{
	for (int bb = 0; bb < s->n; bb++) {
		bool takes = false, alone = false;

		hd_each_insn (i, s->block[bb])
			takes |= hd_is_opcode(i, LLVMAtomicCmpXchg) ||
				 (hd_is_opcode(i, LLVMAtomicRMW) &&
				  LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg);
		if (!takes)
			continue;
		for (size_t k = 0; k < s->loops.n; k++)
			alone |= hd_bit(&s->loops.at[k].in, (size_t)bb) &&
				 !all_meet_in(s, &s->loops.at[k].in);
		if (alone)
			return true;
	}
	return false;
}

/* if (t == 0) and the like. */
static bool
is_for_one(LLVMValueRef branch)
{
	LLVMValueRef c;

	if (!hd_is_opcode(branch, LLVMBr) || !LLVMIsConditional(branch))
		return false;
	c = LLVMGetCondition(branch);
	return hd_is_opcode(c, LLVMICmp) &&
	       (LLVMGetICmpPredicate(c) == LLVMIntEQ ||
		LLVMGetICmpPredicate(c) == LLVMIntNE) &&
	       hd_depends_on(c, HD_TID) == HD_YES;
}

/* The next block above, or this one, that all threads pass; -1: there is none. */
static int
common_block(const hd_sync *s, int bb)
{
	while (bb != 0 && !hd_sync_all_pass(s, bb))
		bb = s->g->idom[bb];
	return hd_sync_all_pass(s, bb) ? bb : -1;
}

static bool
is_read_alone(const hd_sync *s, const access *load)
{
	for (int bb = load->bb; bb != 0 && !hd_sync_all_pass(s, bb);) {
		bb = s->g->idom[bb];
		if (is_for_one(LLVMGetBasicBlockTerminator(s->block[bb])))
			return true;
	}
	return false;
}

/* One thread writes, behind a branch that all come to. */
static void
check_next(hd_sync *s, const access *load)
{
	hd_bits near = hd_sync_reached(s, load->bb, &s->meets, -1), around;

	for (size_t k = 0; k < s->all.n; k++) {
		const access *w = &s->all.at[k];
		int at;

		if (!is_behind(s, w, &near) || !writes(s, w, load))
			continue;
		at = common_block(s, w->bb);
		if (at < 0 || at == w->bb || hd_bit(&s->put, (size_t)at))
			continue;
		around = hd_sync_reached(s, load->bb, &s->meets, at);
		if (hd_bit(&around, (size_t)w->bb))
			continue;
		hd_sync_remark_early(s, load, w);
		hd_bit_set(&s->put, (size_t)at);
	}
}

void
hd_sync_early(hd_sync *s)
{
	bool locks = has_locks(s);

	for (size_t k = 0; k < s->all.n; k++) {
		const access *a = &s->all.at[k];

		if (s->g->pos[a->bb] < 0)
			continue;
		if (is_read_by_owner(a) && is_behind_barrier(s, a))
			check_load(s, a, writes_others);
		if (!is_read_by_all(a))
			continue;
		if (is_open(s, a))
			check_load(s, a, writes);
		else if (!locks && !hd_has_block_barrier(a->insn, NULL) &&
			 !is_read_alone(s, a))
			check_next(s, a);
	}
}
