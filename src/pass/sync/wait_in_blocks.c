/* SPDX-License-Identifier: Apache-2.0 */
/* wait_in_blocks: threads that wait for other threads of their block let these run.
 *
 *     while (!ready)                            (volatile, in shared memory)
 *             ;
 * becomes
 *     while (!ready)
 *             wait for nobody but oneself;
 *
 * which is a warp operation: the others come to their turn. And kernels with locks,
 *
 *     while (atomicCAS(lock, 0, 1) != 0)
 *             ;
 *
 * are marked: whoever has the lock must be able to go on while others try, so that they
 * cannot be lanes of one group. A loop waits if all its ends depend on what was read in one
 * place, or on a lock. CAS loops that put a new value where an old one was get ahead anyway.
 * Kernels that poll (poll_loops.c) are marked, too: their blocks take turns. And those that
 * wait for other blocks (spin_loops.c) tell the runtime in every round, so that these can run.
 *
 * needs:   normalize
 */
#include "pass/sync/wait_loops.h"

enum { DEPTH = 8 };

typedef struct state {
	hd_unit *u;
	hd_wait_loop at;
	bool locks, reads; /* what the ends of the loop depend on */
} state;

bool
hd_is_in_wait_loop(const hd_wait_loop *l, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) &&
	       hd_bit(&l->loop->in,
		      (size_t)hd_block_number(l->blocks, LLVMGetInstructionParent(v)));
}

/* In unoptimised code. */
LLVMValueRef
hd_wait_source(LLVMValueRef v)
{
	LLVMValueRef variable, from;

	for (int depth = DEPTH; depth && hd_is_opcode(v, LLVMLoad); depth--) {
		variable = LLVMGetOperand(v, 0);
		from = NULL;
		if (!LLVMIsAAllocaInst(variable))
			return v;
		hd_each_use (use, variable) {
			LLVMValueRef i = LLVMGetUser(use);

			if (hd_is_opcode(i, LLVMStore) && !from)
				from = LLVMGetOperand(i, 0);
			else if (!hd_is_opcode(i, LLVMLoad) &&
				 !hd_is_lifetime_call(i) && !hd_is_debug_call(i))
				return v;
		}
		if (!from || from == variable)
			return v;
		v = from;
	}
	return v;
}

/* Of a constant, if it is another constant. */
bool
hd_is_lock(LLVMValueRef i)
{
	LLVMValueRef x, y;

	if (hd_is_opcode(i, LLVMAtomicCmpXchg)) {
		x = hd_wait_source(LLVMGetOperand(i, 1));
		y = hd_wait_source(LLVMGetOperand(i, 2));
		return LLVMIsAConstantInt(x) && LLVMIsAConstantInt(y) && x != y;
	}
	return hd_is_opcode(i, LLVMAtomicRMW) &&
	       LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg &&
	       LLVMIsAConstantInt(hd_wait_source(LLVMGetOperand(i, 1)));
}

bool
hd_is_wait_read(LLVMValueRef i)
{
	return hd_is_atomic_read(i) ||
	       (hd_is_opcode(i, LLVMAtomicRMW) &&
		LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpAdd &&
		hd_is_int(hd_wait_source(LLVMGetOperand(i, 1)), 0));
}

/* Of shared memory, always in the same place. */
static bool
is_shared_read(const state *s, LLVMValueRef i)
{
	LLVMValueRef p;

	if (hd_is_opcode(i, LLVMLoad) ? hd_is_ordinary(i) : !hd_is_wait_read(i))
		return false;
	p = hd_wait_source(LLVMGetOperand(i, 0));
	return hd_points_to_shared(p) && !hd_is_in_wait_loop(&s->at, p);
}

static bool
has_lock(const state *s)
{
	hd_each_bit (n, &s->at.loop->in)
		hd_each_insn (i, s->at.block[n])
			if (hd_is_lock(i))
				return true;
	return false;
}

/* Does it depend on what others do? A choice of constants does if there is a lock. */
static bool
depends(state *s, LLVMValueRef v, int depth)
{
	bool any = false, constants = true;

	v = hd_wait_source(v);
	if (!depth || !hd_is_in_wait_loop(&s->at, v))
		return false;
	if (hd_is_lock(v))
		return s->locks = true;
	if (is_shared_read(s, v))
		return s->reads = true;
	if (hd_is_opcode(v, LLVMPHI)) {
		for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
			constants &= LLVMIsConstant(LLVMGetIncomingValue(v, k)) ||
				     LLVMGetIncomingValue(v, k) == v;
		return constants && has_lock(s) ? s->locks = true : false;
	}
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
		any |= depends(s, LLVMGetOperand(v, k), depth - 1);
	return any;
}

static bool
waits(state *s, const hd_loop *l)
{
	s->at.loop = l;
	s->locks = s->reads = false;
	for (size_t k = 0; k < l->exiting.n; k++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(s->at.block[l->exiting.at[k]]);

		if ((!hd_is_opcode(end, LLVMBr) && !hd_is_opcode(end, LLVMSwitch)) ||
		    !depends(s, LLVMGetOperand(end, 0), DEPTH))
			return false;
	}
	return l->exiting.n > 0;
}

static void
let_others_run(state *s, const hd_loop *l)
{
	for (size_t k = 0; k < l->latches.n; k++)
		hd_yield_before(s->u, LLVMGetBasicBlockTerminator(
					      s->at.block[l->latches.at[k]]));
}

/* A lock of the whole grid, or nothing but waiting. */
static bool
spins(const state *s, bool locks)
{
	if (!locks)
		return hd_is_spin_loop(&s->at);
	hd_each_bit (n, &s->at.loop->in)
		hd_each_insn (i, s->at.block[n])
			if (hd_is_lock(i) &&
			    !hd_points_to_shared(hd_wait_array(LLVMGetOperand(i, 0))))
				return true;
	return false;
}

/* ---- other blocks run */

typedef struct edges {
	LLVMBasicBlockRef *latch;
	size_t n;
} edges;

static bool
leads_back(void *state, LLVMBasicBlockRef bb)
{
	edges *e = state;

	for (size_t k = 0; k < e->n; k++)
		if (e->latch[k] == bb)
			return true;
	return false;
}

/* Who goes round again tells the runtime. */
static void
let_blocks_run(state *s, LLVMValueRef fn, const hd_loop *l)
{
	LLVMTypeRef type = LLVMFunctionType(s->u->void_type, NULL, 0, false);
	LLVMValueRef spin = LLVMGetNamedFunction(s->u->m, HD_SPIN);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(s->u->c);
	edges e = {HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef, l->latches.n),
		   l->latches.n};
	LLVMBasicBlockRef again;

	if (!spin)
		spin = LLVMAddFunction(s->u->m, HD_SPIN, type);
	for (size_t k = 0; k < e.n; k++)
		e.latch[k] = s->at.block[l->latches.at[k]];
	hd_remark(s->u, LLVMGetBasicBlockTerminator(e.latch[0]),
		  "kernel '%s' waits here for other blocks, which run meanwhile",
		  hd_source_name(fn));
	again = hd_join_edges(s->u, s->at.block[l->header], leads_back, &e);
	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(again));
	hd_call(b, spin, NULL, 0, "");
	LLVMDisposeBuilder(b);
	hd_add_string_attr(s->u, fn, HD_SPINS, "");
}

bool
hd_pass_wait_in_blocks(hd_unit *u, LLVMValueRef fn)
{
	hd_blocks blocks = hd_number_blocks(&u->scratch, fn);
	state s = {.u = u, .at = {.blocks = &blocks}};
	bool changed = false;
	hd_loops loops;
	hd_bits spinning;

	if (!(hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN)) ||
	    !hd_graph_is_reducible(blocks.g))
		return false;
	s.at.block = HD_NEW_ARRAY(&u->scratch, LLVMBasicBlockRef, (size_t)blocks.g->n);
	LLVMGetBasicBlocks(fn, s.at.block);
	loops = hd_graph_loops(&u->scratch, blocks.g);
	spinning = hd_bits_new(&u->scratch, loops.n);
	for (size_t k = 0; k < loops.n; k++) {
		bool waiting = waits(&s, &loops.at[k]),
		     polls = !waiting && hd_is_poll_loop(&s.at);

		if ((waiting && s.reads) || polls)
			let_others_run(&s, &loops.at[k]);
		if (spins(&s, waiting && s.locks))
			hd_bit_set(&spinning, k);
		if (waiting && s.locks)
			hd_add_string_attr(u, fn, HD_LOCKS, "");
		if (polls) {
			hd_remark(
				u,
				LLVMGetBasicBlockTerminator(
					s.at.block[loops.at[k].latches.at[0]]),
				"kernel '%s' polls here until other threads have "
				"written: threads take turns, and so do blocks of small "
				"grids",
				hd_source_name(fn));
			hd_add_string_attr(u, fn, HD_POLLS, "");
		}
		changed |= waiting || polls;
	}
	hd_each_bit (k, &spinning) {
		let_blocks_run(&s, fn, &loops.at[k]);
		changed = true;
	}
	return changed;
}
