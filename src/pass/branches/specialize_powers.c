/* SPDX-License-Identifier: Apache-2.0 */
/* specialize_powers: copies of code in which a power of two is known.
 *
 *     i = 2 * t - (t & (step - 1)); ... s[i] ... s[i + step]
 * becomes
 *     if (step % 32 == 0) A; else if (step == 1) B; else if (step == 2) ...; else as it was
 *
 * Sorting networks, butterflies and the like go through shared memory in such steps. Where
 * the step is a multiple of a group's lanes, these lie side by side; where it is one of a
 * few small numbers, it is known in which order. Whether a value is a power of two, and the
 * same for all threads, is a guess that costs time if it is wrong, never more.
 *
 * needs:   normalize
 */
#include "pass/pass.h"

enum {
	MOST_INSNS = 48, /* of what is copied */
	MOST_PLACES = 4, /* in one function */
	LARGEST = 32,    /* lanes */
	DEPTH = 8,
};

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	LLVMValueRef power, less; /* less: power - 1, or NULL */
	LLVMBasicBlockRef start;  /* of what is copied ... */
	hd_map in;                /* ... its blocks */
	LLVMBasicBlockRef join;   /* behind it */
} state;

/* ---- which values */

/* Is it computed from a thread's coordinates, or from memory? */
static bool
depends(LLVMValueRef v, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v))
		return false;
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return hd_sreg_read(v, &dim) == HD_TID;
	if (!depth || hd_is_opcode(v, LLVMLoad) || hd_is_opcode(v, LLVMCall) ||
	    hd_is_opcode(v, LLVMAlloca) || hd_is_opcode(v, LLVMAtomicRMW))
		return true;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (depends(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

/* The same for all threads: a parameter, or what halves or doubles in a loop. */
static bool
is_common(LLVMValueRef v)
{
	if (!LLVMIsAInstruction(v))
		return LLVMIsAArgument(v) != NULL;
	if (hd_is_opcode(v, LLVMLShr) || hd_is_opcode(v, LLVMAShr) ||
	    hd_is_opcode(v, LLVMShl))
		return LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
		       is_common(LLVMGetOperand(v, 0));
	if (!hd_is_opcode(v, LLVMPHI))
		return false;
	for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
		LLVMValueRef x = LLVMGetIncomingValue(v, k);
		bool steps = hd_is_opcode(x, LLVMLShr) || hd_is_opcode(x, LLVMAShr) ||
			     hd_is_opcode(x, LLVMShl) || hd_is_opcode(x, LLVMPHI);

		if (!LLVMIsAConstantInt(x) && !LLVMIsAArgument(x) && !steps)
			return false;
	}
	return true;
}

/* t & (step - 1), or t ^ step: notes the step. */
static bool
is_trigger(state *s, LLVMValueRef i)
{
	bool and = hd_is_opcode(i, LLVMAnd);

	if ((!and&&!hd_is_opcode(i, LLVMXor)) || !hd_is_integer(LLVMTypeOf(i)) ||
	    LLVMGetIntTypeWidth(LLVMTypeOf(i)) < 32 ||
	    LLVMGetIntTypeWidth(LLVMTypeOf(i)) > 64)
		return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef t = LLVMGetOperand(i, k), y = LLVMGetOperand(i, 1 - k);

		s->less = and ? y : NULL;
		if (and) {
			if (!hd_is_opcode(y, LLVMAdd) ||
			    !hd_is_ones(LLVMGetOperand(y, 1)))
				continue;
			y = LLVMGetOperand(y, 0);
		}
		s->power = y;
		if (is_common(y) && depends(t, DEPTH))
			return true;
	}
	return false;
}

/* ---- what is copied */

static bool
is_in(void *state, LLVMBasicBlockRef bb)
{
	return hd_map_get(&((struct state *)state)->in, bb) != NULL;
}

static bool
keeps(void *state, LLVMValueRef i)
{
	return is_in(state, LLVMGetInstructionParent(i));
}

static LLVMValueRef
first_barrier(LLVMValueRef i)
{
	while (i && hd_barrier_kind(i) == HD_NO_BARRIER)
		i = LLVMGetNextInstruction(i);
	return i;
}

/* All that is reached from the start without going through `end`. False: too much, or
 * there are other ways in or out. */
static bool
reach(state *s, const hd_blocks *blocks, LLVMBasicBlockRef bb, LLVMBasicBlockRef end,
      int *room)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

	if (bb == end || is_in(s, bb))
		return true;
	if (!hd_block_dominates(blocks, s->start, bb) ||
	    first_barrier(LLVMGetFirstInstruction(bb)) || !LLVMGetNumSuccessors(t))
		return false;
	hd_each_insn (i, bb)
		if (--*room < 0)
			return false;
	*hd_map_put(&s->u->scratch, &s->in, bb) = 1;
	for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
		if (!reach(s, blocks, LLVMGetSuccessor(t, k), end, room))
			return false;
	return true;
}

/* The nearest block that all ways lead to. */
static LLVMBasicBlockRef
find_end(state *s)
{
	hd_blocks blocks = hd_number_blocks(&s->u->scratch, s->fn);

	for (LLVMBasicBlockRef end = LLVMGetFirstBasicBlock(s->fn); end;
	     end = LLVMGetNextBasicBlock(end)) {
		int room = MOST_INSNS;

		s->in = (hd_map){0};
		if (end != s->start && hd_is_reached(&blocks, end) &&
		    reach(s, &blocks, s->start, end, &room))
			return end;
	}
	return NULL;
}

static bool
is_from(LLVMValueRef v, LLVMValueRef root, int depth)
{
	if (v == root)
		return true;
	if (!depth || !LLVMIsAInstruction(v) || hd_is_opcode(v, LLVMPHI) ||
	    hd_is_opcode(v, LLVMLoad))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (is_from(LLVMGetOperand(v, (unsigned)k), root, depth - 1))
			return true;
	return false;
}

/* Are there accesses at places that follow from it? */
static bool
has_access(state *s, LLVMValueRef trigger)
{
	hd_each_block (bb, s->fn) {
		if (!is_in(s, bb))
			continue;
		hd_each_insn (i, bb)
			if ((hd_is_opcode(i, LLVMLoad) &&
			     is_from(LLVMGetOperand(i, 0), trigger, DEPTH)) ||
			    (hd_is_opcode(i, LLVMStore) &&
			     is_from(LLVMGetOperand(i, 1), trigger, DEPTH)))
				return true;
	}
	return false;
}

/* ---- copies */

/* What is used behind it comes from a phi there. */
static void
join_values(state *s)
{
	hd_each_block (bb, s->fn) {
		if (!is_in(s, bb))
			continue;
		hd_each_insn (i, bb) {
			LLVMValueRef phi = NULL;
			LLVMUseRef next;

			for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = next) {
				LLVMValueRef user = LLVMGetUser(use);

				next = LLVMGetNextUse(use);
				if (keeps(s, user) ||
				    LLVMGetInstructionParent(user) == s->join)
					continue;
				if (!phi) {
					LLVMPositionBuilderBefore(
						s->b, LLVMGetFirstInstruction(s->join));
					phi = LLVMBuildPhi(s->b, LLVMTypeOf(i), "");
				}
				for (int k = 0; k < LLVMGetNumOperands(user); k++)
					if (LLVMGetOperand(user, (unsigned)k) == i)
						LLVMSetOperand(user, (unsigned)k, phi);
				next = LLVMGetFirstUse(i);
			}
			if (!phi)
				continue;
			hd_each_block (from, s->fn) {
				LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

				for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
					if (LLVMGetSuccessor(t, k) == s->join)
						LLVMAddIncoming(phi, &i, &from, 1);
			}
		}
	}
}

/* With the power as given; returns where it begins. */
static LLVMBasicBlockRef
copy(state *s, LLVMValueRef power, LLVMValueRef less)
{
	hd_map map = {0};

	*hd_map_put(&s->u->scratch, &map, s->power) = (uintptr_t)power;
	if (s->less)
		*hd_map_put(&s->u->scratch, &map, s->less) = (uintptr_t)less;
	hd_clone_insns(s->u, s->fn, s->fn, &map, keeps, s);
	hd_leave_copies(&map, s->join);
	return hd_mapped_block(&map, s->start);
}

/* `from` has led to the start so far. */
static void
choose(state *s, LLVMBasicBlockRef from)
{
	LLVMTypeRef t = LLVMTypeOf(s->power);
	LLVMValueRef zero = LLVMConstNull(t), bits, many, less;
	LLVMBasicBlockRef next = from, to;

	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
	LLVMPositionBuilderAtEnd(s->b, from);
	bits = LLVMConstInt(t, LARGEST - 1, false);
	less = LLVMConstInt(t, (uint64_t)__builtin_ctz(LARGEST), false);
	many = LLVMBuildShl(s->b, LLVMBuildLShr(s->b, s->power, less, ""), less,
			    "many");
	less = LLVMBuildAdd(s->b, many, LLVMConstInt(t, ~0ull, true), "");
	bits = LLVMBuildICmp(s->b, LLVMIntEQ, LLVMBuildAnd(s->b, s->power, bits, ""),
			     zero, "");
	to = copy(s, many, less);
	next = hd_new_block(s->u, s->fn, "few");
	LLVMBuildCondBr(s->b, bits, to, next);
	for (uint64_t k = 1; k < LARGEST; k *= 2) {
		LLVMValueRef is;

		LLVMPositionBuilderAtEnd(s->b, next);
		is = LLVMBuildICmp(s->b, LLVMIntEQ, s->power, LLVMConstInt(t, k, false),
				   "");
		to = copy(s, LLVMConstInt(t, k, false), LLVMConstInt(t, k - 1, false));
		next = 2 * k < LARGEST ? hd_new_block(s->u, s->fn, "few") : s->start;
		LLVMBuildCondBr(s->b, is, to, next);
	}
}

static void
fix(state *s, LLVMValueRef trigger)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(trigger), end;
	LLVMValueRef barrier = first_barrier(trigger);

	if (barrier)
		hd_split_block(s->u, barrier);
	s->start = hd_split_block(s->u, trigger);
	end = find_end(s);
	if (!end || !has_access(s, trigger)) {
		s->in = (hd_map){0};
		return;
	}
	s->join = hd_join_edges(s->u, end, is_in, s);
	join_values(s);
	if (!is_trigger(s, trigger)) /* phis were built anew */
		return;
	if (hd_is_kernel(s->u, s->fn) || hd_string_attr(s->fn, HD_KNOWN))
		hd_remark(s->u, trigger,
			  "kernel '%s' has copies of the code that follows for "
			  "powers of two, in which the pattern of accesses is "
			  "known",
			  hd_source_name(s->fn));
	choose(s, bb);
}

bool
hd_pass_specialize_powers(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u, .fn = fn};
	HD_VEC(LLVMValueRef) places = {0};

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (is_trigger(&s, i))
				hd_push(&u->scratch, &places, i);
	s.b = LLVMCreateBuilderInContext(u->c);
	for (size_t k = 0; k < places.n && k < MOST_PLACES; k++)
		if (!keeps(&s, places.at[k])) /* has been copied */
			fix(&s, places.at[k]);
	LLVMDisposeBuilder(s.b);
	return places.n > 0;
}
