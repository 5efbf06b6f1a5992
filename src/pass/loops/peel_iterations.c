/* SPDX-License-Identifier: Apache-2.0 */
/* peel_iterations: the first rounds of a loop with barriers stand in front of it, where a guard
 * on threadIdx.x moves from round to round.
 *
 *     for (i = 0; i < n; i++) {
 *             if (x > i && x < 15 - i) ...
 *             __syncthreads(); ...
 *     }
 *
 * A block that takes a few steps on its tile before it writes has such loops, and n is often
 * two. In a round of its own the guard compares with a constant: it is known which lanes go
 * on, and that what they read lies side by side. Only rows of one group gain: of longer ones,
 * most groups are inside anyway.
 *
 * needs:   normalize (values leave loops by phis)
 * ensures: normalize
 */
#include "ana/barrier.h"
#include "pass/pass.h"

enum {
	ROUNDS = 2,
	MOST_INSNS = 128, /* of the loop */
	WIDEST = 32,      /* rows */
	DEPTH = 8,
};

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_loops loops;
	hd_map in;                             /* blocks of the loop at hand */
	LLVMBasicBlockRef header, latch, from; /* from: leads to the loop */
	hd_map map; /* of the loop -> of the round in front of it */
} state;

/* ---- which loops */

static bool
is_in(const state *s, LLVMBasicBlockRef bb)
{
	return hd_map_get(&s->in, bb) != NULL;
}

/* One way in, one way round. */
static bool
read_loop(state *s, const hd_loop *l)
{
	s->in = (hd_map){0};
	s->header = s->latch = s->from = NULL;
	hd_each_block (bb, s->fn) {
		int n = hd_block_number(&s->blocks, bb);

		if (n == l->header)
			s->header = bb;
		if (hd_bit(&l->in, (size_t)n))
			*hd_map_put(&s->u->scratch, &s->in, bb) = 1;
	}
	hd_each_block (bb, s->fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef *to = is_in(s, bb) ? &s->latch : &s->from;

			if (LLVMGetSuccessor(end, k) != s->header)
				continue;
			if (*to)
				return false;
			*to = bb;
		}
	}
	return s->from && s->latch;
}

static bool
has_barrier(const state *s, const hd_loop *l, int room)
{
	bool any = false;

	hd_each_block (bb, s->fn) {
		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		hd_each_insn (i, bb) {
			any |= hd_is_block_barrier(i);
			if (room-- == 0)
				return false;
		}
	}
	return any;
}

static bool
holds_loop(const state *s, const hd_loop *l)
{
	for (size_t k = 0; k < s->loops.n; k++)
		if (&s->loops.at[k] != l &&
		    hd_bit(&l->in, (size_t)s->loops.at[k].header))
			return true;
	return false;
}

/* A number that is known in the first round and changes by a known number. */
static bool
is_counter(const state *s, LLVMValueRef v)
{
	LLVMValueRef next;

	if (!hd_is_opcode(v, LLVMPHI) || LLVMGetInstructionParent(v) != s->header ||
	    !LLVMIsAConstantInt(hd_incoming(v, s->from)))
		return false;
	next = hd_incoming(v, s->latch);
	return hd_is_opcode(next, LLVMAdd) && LLVMGetOperand(next, 0) == v &&
	       LLVMIsAConstantInt(LLVMGetOperand(next, 1));
}

/* A sum of a counter and constants, or of threadIdx.x and anything. */
static bool
counts(const state *s, LLVMValueRef v, bool threads, int depth)
{
	LLVMValueRef x, y;
	int dim;

	if (threads && hd_sreg_read(v, &dim) == HD_TID)
		return dim == 0;
	if (!threads && is_counter(s, v))
		return true;
	if (!depth || (!hd_is_opcode(v, LLVMAdd) && !hd_is_opcode(v, LLVMSub)))
		return false;
	x = LLVMGetOperand(v, 0);
	y = LLVMGetOperand(v, 1);
	return (counts(s, x, threads, depth - 1) &&
		(threads || LLVMIsAConstantInt(y))) ||
	       (counts(s, y, threads, depth - 1) && (threads || LLVMIsAConstantInt(x)));
}

/* Do its values leave by phis only? */
static bool
leaves_by_phis(const state *s)
{
	hd_each_block (bb, s->fn) {
		if (!is_in(s, bb))
			continue;
		hd_each_insn (i, bb)
			hd_each_use (use, i) {
				LLVMValueRef user = LLVMGetUser(use);

				if (!is_in(s, LLVMGetInstructionParent(user)) &&
				    !hd_is_opcode(user, LLVMPHI))
					return false;
			}
	}
	return true;
}

static bool
has_guard(const state *s)
{
	hd_each_block (bb, s->fn) {
		if (!is_in(s, bb))
			continue;
		hd_each_insn (i, bb)
			for (unsigned k = 0; hd_is_opcode(i, LLVMICmp) && k < 2; k++)
				if (counts(s, LLVMGetOperand(i, k), true, DEPTH) &&
				    counts(s, LLVMGetOperand(i, 1 - k), false, DEPTH))
					return true;
	}
	return false;
}

/* ---- a round in front of the loop */

static bool
is_copied(void *state, LLVMValueRef i)
{
	struct state *s = state;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);

	return is_in(s, bb) && !(bb == s->header && hd_is_opcode(i, LLVMPHI));
}

static LLVMBasicBlockRef
copy_of(const state *s, LLVMBasicBlockRef bb)
{
	return hd_mapped_block(&s->map, bb);
}

static void
redirect(LLVMBasicBlockRef bb, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	bool found = false;

	hd_check(old != new);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
		if (LLVMGetSuccessor(end, k) == old) {
			LLVMSetSuccessor(end, k, new);
			found = true;
		}
	hd_check(found);
}

/* What goes round comes from the round in front of the loop first. */
static void
renew_phis(state *s)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(s->u->c);
	LLVMValueRef next;

	for (LLVMValueRef phi = LLVMGetFirstInstruction(s->header);
	     hd_is_opcode(phi, LLVMPHI); phi = next) {
		LLVMValueRef v = hd_incoming(phi, s->latch), made,
			     first = hd_mapped(&s->map, v);
		LLVMBasicBlockRef round = copy_of(s, s->latch);

		hd_check(LLVMCountIncoming(phi) == 2 && round != s->latch);
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(b, phi);
		made = LLVMBuildPhi(b, LLVMTypeOf(phi), hd_name(phi));
		LLVMAddIncoming(made, &first, &round, 1);
		LLVMAddIncoming(made, &v, &s->latch, 1);
		hd_replace(phi, made);
	}
	LLVMDisposeBuilder(b);
}

static void
peel(state *s)
{
	hd_unit *u = s->u;
	LLVMValueRef end;

	s->map = (hd_map){0};
	for (LLVMValueRef phi = LLVMGetFirstInstruction(s->header);
	     hd_is_opcode(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi))
		*hd_map_put(&u->scratch, &s->map, phi) =
			(uintptr_t)hd_incoming(phi, s->from);
	hd_clone_insns(u, s->fn, s->fn, &s->map, is_copied, s);
	redirect(s->from, s->header, copy_of(s, s->header));
	redirect(copy_of(s, s->latch), copy_of(s, s->header), s->header);
	end = LLVMGetBasicBlockTerminator(copy_of(s, s->latch));
	LLVMSetMetadata(end, LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9), NULL);
	hd_each_block (bb, s->fn)
		if (!is_in(s, bb))
			hd_leave_copies(&s->map, bb);
	renew_phis(s);
	s->from = copy_of(s, s->latch);
}

/* ---- the pass */

/* The first loop that has not been seen to yet. */
static bool
find_loop(state *s, const hd_map *seen)
{
	s->blocks = hd_number_blocks(&s->u->scratch, s->fn);
	if (!hd_graph_is_reducible(s->blocks.g))
		return false;
	s->loops = hd_graph_loops(&s->u->scratch, s->blocks.g);
	for (size_t k = 0; k < s->loops.n; k++) {
		const hd_loop *l = &s->loops.at[k];

		if (has_barrier(s, l, MOST_INSNS) && !holds_loop(s, l) &&
		    read_loop(s, l) && !hd_map_get(seen, s->header) && has_guard(s) &&
		    leaves_by_phis(s))
			return true;
	}
	return false;
}

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	const char *shape = hd_string_attr(fn, HD_KNOWN);
	state s = {.u = u, .fn = fn};
	hd_map seen = {0};
	uint32_t block[3];
	bool any = false;

	if (!shape || !hd_has_body(fn) || !hd_read_shape(shape, block) ||
	    block[1] < 2 || block[0] > WIDEST)
		return false;
	while (find_loop(&s, &seen)) {
		*hd_map_put(&u->scratch, &seen, s.header) = 1;
		hd_remark(u, LLVMGetBasicBlockTerminator(s.latch),
			  "kernel '%s' peels %d iterations of this loop: its guard "
			  "on threadIdx.x changes",
			  hd_source_name(fn), ROUNDS);
		for (int k = 0; k < ROUNDS; k++)
			peel(&s);
		any = true;
	}
	if (any)
		hd_add_string_attr(u, fn, HD_PEELED, "");
	return any;
}

bool
hd_pass_peel_iterations(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m)
		if (change(u, fn)) {
			hd_mark_changed(u, fn);
			any = true;
		}
	return any;
}
