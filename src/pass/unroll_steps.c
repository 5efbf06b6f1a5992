/* SPDX-License-Identifier: Apache-2.0 */
/* unroll_steps: short loops with barriers become straight code.
 *
 *     for (int k = 128; k > 0; k >>= 1) {
 *             if (t < k) s[t] += s[t + k];
 *             __syncthreads();
 *     }
 *
 * Each step becomes a region of its own, whose guard compares with a constant: groups
 * without work are known, and so are masks and strides. LLVM unrolls; which loops, and
 * whether they are short, is found here.
 *
 * needs:   normalize
 * ensures: normalize
 */
#include "accesses.h"

enum { MOST_STEPS = 16, MOST_INSNS = 256 };

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_loops loops;
	hd_loop *loop;
	hd_map now; /* of the loop's phis: their value in this round */
	unsigned kind;
	hd_map hint; /* put at a loop for the time being -> what was there */
} state;

/* Marks functions that have such loops. */
#define UNROLLED "heddle-unrolled"

/* ---- how often a loop runs */

typedef struct number {
	bool known;
	int64_t x;
} number;

static const number UNKNOWN = {false, 0};

static unsigned
bits_of(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64
		       ? LLVMGetIntTypeWidth(t)
		       : 0;
}

/* What a value is in this round, from constants alone. */
static number
value_of(state *s, LLVMValueRef v, int depth)
{
	int64_t x[3] = {0};
	number r = {true, 0};
	uintptr_t *now;
	int n;

	if (LLVMIsAConstantInt(v) && bits_of(v))
		return (number){true, LLVMConstIntGetSExtValue(v)};
	if (depth > 8 || !LLVMIsAInstruction(v) || !bits_of(v))
		return UNKNOWN;
	if (hd_is_opcode(v, LLVMPHI)) {
		now = hd_map_get(&s->now, v);
		return now ? *(number *)*now : UNKNOWN;
	}
	n = LLVMGetNumOperands(v);
	if (n < 1 || n > 3 || hd_is_opcode(v, LLVMCall) ||
	    !bits_of(LLVMGetOperand(v, 0)))
		return UNKNOWN;
	for (int k = 0; r.known && k < n; k++) {
		r = value_of(s, LLVMGetOperand(v, (unsigned)k), depth + 1);
		x[k] = r.x;
	}
	r.known = r.known && hd_compute_insn(v, bits_of(LLVMGetOperand(v, 0)), x, &r.x);
	return r;
}

/* The phis of the loop's head, as they are at the start, or in the next round. */
static void
take_phis(state *s, LLVMBasicBlockRef head, bool first)
{
	hd_map next = {0};

	for (LLVMValueRef i = LLVMGetFirstInstruction(head); hd_is_opcode(i, LLVMPHI);
	     i = LLVMGetNextInstruction(i))
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
			int from =
				hd_block_number(&s->blocks, LLVMGetIncomingBlock(i, k));
			number *n;

			if (hd_bit(&s->loop->in, (size_t)from) == first)
				continue;
			n = HD_NEW(&s->u->scratch, number);
			*n = value_of(s, LLVMGetIncomingValue(i, k), 0);
			*hd_map_put(&s->u->scratch, &next, i) = (uintptr_t)n;
		}
	s->now = next;
}

/* 0: nobody knows, or it is more than a few. */
static unsigned
count_steps(state *s, LLVMBasicBlockRef head, LLVMValueRef end)
{
	LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0);
	bool stays = hd_bit(&s->loop->in, (size_t)hd_block_number(&s->blocks, yes));

	take_phis(s, head, true);
	for (unsigned n = 1; n <= MOST_STEPS; n++) {
		number again = value_of(s, LLVMGetCondition(end), 0);

		if (!again.known)
			return 0;
		if ((again.x != 0) != stays)
			return n;
		take_phis(s, head, false);
	}
	return 0;
}

/* ---- which loops */

static bool
is_block_barrier(LLVMValueRef i)
{
	enum hd_barrier kind = hd_barrier_kind(i);

	return kind != HD_NO_BARRIER && kind != HD_BARRIER_WARP;
}

static bool
has_barrier(state *s, const hd_loop *l, unsigned *size)
{
	bool any = false;

	*size = 0;
	hd_each_block (bb, s->fn) {
		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		hd_each_insn (i, bb) {
			any |= is_block_barrier(i);
			*size += !hd_is_debug_call(i);
		}
	}
	return any;
}

/* Is there no loop with a barrier in this one? */
static bool
is_innermost(state *s, const hd_loop *l)
{
	unsigned size;

	for (size_t k = 0; k < s->loops.n; k++)
		if (&s->loops.at[k] != l &&
		    hd_bit(&l->in, (size_t)s->loops.at[k].header) &&
		    has_barrier(s, &s->loops.at[k], &size))
			return false;
	return true;
}

static LLVMBasicBlockRef
block_at(state *s, int n)
{
	hd_each_block (bb, s->fn)
		if (hd_block_number(&s->blocks, bb) == n)
			return bb;
	hd_bug("no such block");
}

static bool
is_short(state *s, hd_loop *l)
{
	LLVMValueRef end;
	unsigned size, steps;

	if (l->latches.n != 1 || !has_barrier(s, l, &size) || !is_innermost(s, l))
		return false;
	end = LLVMGetBasicBlockTerminator(block_at(s, l->latches.at[0]));
	if (LLVMGetNumSuccessors(end) != 2)
		return false;
	s->loop = l;
	steps = count_steps(s, block_at(s, l->header), end);
	return steps && steps * size <= MOST_INSNS;
}

/* ---- the work */

static bool
is_candidate(LLVMValueRef fn)
{
	return hd_has_body(fn) && !hd_has_attr(fn, "optnone") && !hd_known_version(fn);
}

static void
put_hint(state *s, LLVMValueRef end, const char *name)
{
	LLVMValueRef old = LLVMGetMetadata(end, s->kind);

	hd_loop_hint(s->u, end, name, 1);
	*hd_map_put(&s->u->mem, &s->hint, LLVMGetMetadata(end, s->kind)) =
		(uintptr_t)old;
}

/* Steps are unrolled, and nothing else is. */
static bool
mark_loops(state *s)
{
	hd_bits chosen;
	bool any = false;

	s->blocks = hd_number_blocks(&s->u->scratch, s->fn);
	if (!hd_graph_is_reducible(s->blocks.g))
		return false;
	s->loops = hd_graph_loops(&s->u->scratch, s->blocks.g);
	chosen = hd_bits_new(&s->u->scratch, s->loops.n);
	for (size_t k = 0; k < s->loops.n; k++)
		if (is_short(s, &s->loops.at[k])) {
			hd_bit_set(&chosen, k);
			any = true;
		}
	for (size_t k = 0; any && k < s->loops.n; k++)
		for (size_t j = 0; j < s->loops.at[k].latches.n; j++)
			put_hint(s,
				 LLVMGetBasicBlockTerminator(
					 block_at(s, s->loops.at[k].latches.at[j])),
				 hd_bit(&chosen, k) ? "unroll.full" : "unroll.disable");
	return any;
}

static void
take_hints_away(state *s, LLVMValueRef fn)
{
	hd_each_block (bb, fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		LLVMValueRef hint = LLVMGetMetadata(end, s->kind);
		uintptr_t *old = hint ? hd_map_get(&s->hint, hint) : NULL;

		if (old)
			LLVMSetMetadata(end, s->kind, (LLVMValueRef)*old);
	}
}

static bool
is_unrolled(LLVMValueRef fn)
{
	return hd_string_attr(fn, UNROLLED) != NULL;
}

bool
hd_pass_unroll_steps(hd_unit *u)
{
	state s = {.u = u, .kind = LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9)};
	bool any = false;

	if (u->opt.opt_level < 2 || u->opt.debug_device || !hd_does(u, HD_TRICK_steps))
		return false;
	hd_each_function (fn, u->m) {
		s.fn = fn;
		if (!is_candidate(fn) || !mark_loops(&s))
			continue;
		hd_add_string_attr(u, fn, UNROLLED, "1");
		any = true;
	}
	if (!any)
		return false;
	hd_leave_alone(u, is_unrolled);
	hd_run_llvm(u, "function(loop-unroll<O2;no-peeling;no-runtime;no-partial>)");
	hd_each_function (fn, u->m)
		if (is_unrolled(fn))
			take_hints_away(&s, fn);
	hd_normalize(u);
	hd_leave_alone(u, NULL);
	hd_each_function (fn, u->m)
		LLVMRemoveStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
						 UNROLLED, sizeof UNROLLED - 1);
	return true;
}
