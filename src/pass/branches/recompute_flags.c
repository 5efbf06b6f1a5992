/* SPDX-License-Identifier: Apache-2.0 */
/* recompute_flags: flags that say which way a thread went are computed from what it was asked.
 *
 *     mine = false;
 *     if (x > i && x < 15 - i) { ...; mine = true; }
 *     __syncthreads();
 *     if (mine) A;
 * becomes
 *     __syncthreads();
 *     if (x > i && x < 15 - i) A;
 *
 * The flag would have to be kept across the barrier for each thread, and is anything when it is
 * read again. A condition can be asked again: remat.c decides whether it is. Then it may be
 * known which lanes are meant, and what does not depend on threadIdx.x is a branch of its own.
 *
 * needs:   normalize
 */
#include "ana/barrier.h"
#include "pass/pass.h"

enum {
	MOST_BLOCKS = 32, /* between the first condition and the flag */
	MOST_CLONES = 24, /* instructions, for one flag */
};

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	hd_blocks blocks;
	LLVMBasicBlockRef *block; /* by number */
	hd_map made;              /* conditions that stand for flags */
	bool dirty;               /* there may be dead instructions */
	/* of one flag */
	LLVMValueRef flag;
	LLVMBasicBlockRef join, start;
	hd_map clone;
	int room;
} state;

/* A way as far as it is known: a constant, a condition, or none of both. */
typedef enum answer { NEVER, ALWAYS, DEPENDS, UNKNOWN } answer;

/* ---- which flags */

/* What can be reached from the beginning of a block before a barrier. */
static hd_bits
reach(const state *s, LLVMBasicBlockRef from)
{
	const hd_graph *g = s->blocks.g;
	hd_bits seen = hd_bits_new(&s->u->scratch, (size_t)g->n);
	hd_ints todo = {0};

	hd_push(&s->u->scratch, &todo, hd_block_number(&s->blocks, from));
	while (todo.n) {
		int n = hd_pop(&todo);

		if (hd_bit(&seen, (size_t)n))
			continue;
		hd_bit_set(&seen, (size_t)n);
		for (size_t k = 0;
		     !hd_has_block_barrier(LLVMGetFirstInstruction(s->block[n]),
					   NULL) &&
		     k < g->succ[n].n;
		     k++)
			hd_push(&s->u->scratch, &todo, g->succ[n].at[k]);
	}
	return seen;
}

/* Is it asked behind a barrier? */
static bool
lives_across(const state *s, LLVMValueRef flag)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(flag);
	hd_bits near = reach(s, bb);

	hd_each_use (use, flag) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMBasicBlockRef at = LLVMGetInstructionParent(user);

		if (at == bb
			    ? hd_has_block_barrier(LLVMGetFirstInstruction(bb), NULL) &&
				      !hd_is_opcode(user, LLVMPHI)
			    : !hd_bit(&near, (size_t)hd_block_number(&s->blocks, at)) ||
				      hd_has_block_barrier(LLVMGetFirstInstruction(at),
							   NULL))
			return true;
	}
	return false;
}

static bool
is_flag(const state *s, LLVMValueRef phi)
{
	bool is[2] = {false, false};

	if (LLVMTypeOf(phi) != s->u->i1)
		return false;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);

		if (!LLVMIsAConstantInt(v))
			return false;
		is[LLVMConstIntGetZExtValue(v)] = true;
	}
	return is[0] && is[1] && lives_across(s, phi);
}

/* ---- ways to the flag */

static bool
flag_from(const state *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef v = hd_incoming(s->flag, bb);

	return v && LLVMConstIntGetZExtValue(v);
}

/* Whether all ways from `from` to `to` and on end at the flag, and with what. */
static answer
look_ahead(const state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	const hd_graph *g = s->blocks.g;
	hd_bits seen = hd_bits_new(&s->u->scratch, (size_t)g->n);
	int join = hd_block_number(&s->blocks, s->join), blocks = 0;
	hd_ints todo = {0};
	bool is[2] = {false, false};

	if (to == s->join)
		return flag_from(s, from) ? ALWAYS : NEVER;
	hd_push(&s->u->scratch, &todo, hd_block_number(&s->blocks, to));
	while (todo.n) {
		int n = hd_pop(&todo);

		if (hd_bit(&seen, (size_t)n))
			continue;
		hd_bit_set(&seen, (size_t)n);
		if (++blocks > MOST_BLOCKS || s->block[n] == s->start ||
		    !g->succ[n].n ||
		    !hd_block_dominates(&s->blocks, s->start, s->block[n]))
			return UNKNOWN;
		for (size_t k = 0; k < g->succ[n].n; k++)
			if (g->succ[n].at[k] == join)
				is[flag_from(s, s->block[n])] = true;
			else
				hd_push(&s->u->scratch, &todo, g->succ[n].at[k]);
	}
	return is[0] && is[1] ? DEPENDS : is[1] ? ALWAYS : NEVER;
}

/* ---- conditions */

static bool
is_arithmetic(LLVMValueRef v)
{
	int dim;

	return hd_is_arithmetic(v) || hd_is_opcode(v, LLVMFCmp) ||
	       hd_sreg_read(v, &dim) != HD_NOT_SREG;
}

/* The value where the flag is; NULL: it is not known there. */
static LLVMValueRef
again(state *s, LLVMValueRef v)
{
	LLVMBasicBlockRef bb;
	LLVMValueRef r;
	uintptr_t *slot;

	if (!LLVMIsAInstruction(v))
		return v;
	bb = LLVMGetInstructionParent(v);
	if (bb != s->join && hd_block_dominates(&s->blocks, bb, s->join))
		return v;
	slot = hd_map_get(&s->clone, v);
	if (slot)
		return (LLVMValueRef)*slot;
	if (!is_arithmetic(v) || s->room-- <= 0)
		return NULL;
	r = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++) {
		LLVMValueRef op = LLVMGetOperand(v, (unsigned)k);

		op = LLVMIsAFunction(op) ? op : again(s, op);
		if (!op) {
			LLVMDeleteInstruction(r);
			return NULL;
		}
		LLVMSetOperand(r, (unsigned)k, op);
	}
	LLVMInsertIntoBuilder(s->b, r);
	s->dirty = true;
	*hd_map_put(&s->u->scratch, &s->clone, v) = (uintptr_t)r;
	return r;
}

/* `a && b` or `a || b`, of which the second may be poison unless the first asks for it. */
static LLVMValueRef
both(state *s, LLVMValueRef a, LLVMValueRef b)
{
	return hd_is_int(b, 1)
		       ? a
		       : LLVMBuildSelect(s->b, a, b, LLVMConstNull(s->u->i1), "");
}

static LLVMValueRef
either(state *s, LLVMValueRef a, LLVMValueRef b)
{
	return hd_is_int(b, 0)
		       ? a
		       : LLVMBuildSelect(s->b, a, LLVMConstInt(s->u->i1, 1, false), b,
					 "");
}

static LLVMIntPredicate
opposite(LLVMIntPredicate p)
{
	switch (p) {
	case LLVMIntEQ:
		return LLVMIntNE;
	case LLVMIntNE:
		return LLVMIntEQ;
	case LLVMIntUGT:
		return LLVMIntULE;
	case LLVMIntUGE:
		return LLVMIntULT;
	case LLVMIntULT:
		return LLVMIntUGE;
	case LLVMIntULE:
		return LLVMIntUGT;
	case LLVMIntSGT:
		return LLVMIntSLE;
	case LLVMIntSGE:
		return LLVMIntSLT;
	case LLVMIntSLT:
		return LLVMIntSGE;
	default:
		return LLVMIntSGT;
	}
}

/* Down to the single comparisons, so that they can be told from each other. */
static LLVMValueRef
negate(state *s, LLVMValueRef v)
{
	LLVMValueRef x, y;

	if (hd_is_opcode(v, LLVMICmp))
		return LLVMBuildICmp(s->b, opposite(LLVMGetICmpPredicate(v)),
				     LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), "");
	if (!LLVMIsAInstruction(v) || LLVMGetNumOperands(v) < 2)
		return LLVMBuildNot(s->b, v, "");
	x = LLVMGetOperand(v, 0);
	y = LLVMGetOperand(v, 1);
	if (hd_is_opcode(v, LLVMOr))
		return both(s, negate(s, x), negate(s, y));
	if (hd_is_opcode(v, LLVMAnd))
		return either(s, negate(s, x), negate(s, y));
	if (hd_is_opcode(v, LLVMSelect) && hd_is_int(y, 1))
		return both(s, negate(s, x), negate(s, LLVMGetOperand(v, 2)));
	if (hd_is_opcode(v, LLVMSelect) && hd_is_int(LLVMGetOperand(v, 2), 0))
		return either(s, negate(s, x), negate(s, y));
	if (hd_is_opcode(v, LLVMXor) && hd_is_int(y, 1))
		return x;
	return LLVMBuildNot(s->b, v, "");
}

static LLVMValueRef follow(state *s, LLVMBasicBlockRef at);

/* What the flag is when a thread has left `from` for `to`. NULL: cannot be said. */
static LLVMValueRef
go(state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	answer a = look_ahead(s, from, to);

	if (a == ALWAYS || a == NEVER)
		return LLVMConstInt(s->u->i1, a == ALWAYS, false);
	return a == UNKNOWN ? NULL : follow(s, to);
}

/* What it is behind `at`: a chain of conditions, each of which may settle it. */
static LLVMValueRef
follow(state *s, LLVMBasicBlockRef at)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(at), c, way[2];
	unsigned settled;

	if (!hd_is_opcode(t, LLVMBr))
		return NULL;
	if (!LLVMIsConditional(t))
		return go(s, at, LLVMGetSuccessor(t, 0));
	c = again(s, LLVMGetCondition(t));
	for (unsigned k = 0; k < 2; k++)
		way[k] = c ? go(s, at, LLVMGetSuccessor(t, k)) : NULL;
	if (!way[0] || !way[1])
		return NULL;
	settled = LLVMIsAConstantInt(way[0]) ? 0 : 1;
	if (!LLVMIsAConstantInt(way[settled]))
		return NULL;
	if (settled)
		c = negate(s, c);
	return hd_is_int(way[settled], 1) ? either(s, c, way[!settled])
					  : both(s, negate(s, c), way[!settled]);
}

static LLVMBasicBlockRef
dominator(const state *s, LLVMBasicBlockRef bb)
{
	int n = s->blocks.g->idom[hd_block_number(&s->blocks, bb)];

	return n < 0 ? NULL : s->block[n];
}

/* Does a thread come to the flag again without being asked again? */
static bool
comes_back(const state *s)
{
	const hd_graph *g = s->blocks.g;
	hd_bits seen = hd_bits_new(&s->u->scratch, (size_t)g->n);
	int join = hd_block_number(&s->blocks, s->join);
	int start = hd_block_number(&s->blocks, s->start);
	hd_ints todo = {0};

	hd_push(&s->u->scratch, &todo, join);
	while (todo.n) {
		int n = hd_pop(&todo);

		for (size_t k = 0; n != start && k < g->succ[n].n; k++) {
			int to = g->succ[n].at[k];

			if (to == join)
				return true;
			if (hd_bit(&seen, (size_t)to))
				continue;
			hd_bit_set(&seen, (size_t)to);
			hd_push(&s->u->scratch, &todo, to);
		}
	}
	return false;
}

static bool
trace(state *s, LLVMValueRef flag)
{
	LLVMValueRef v, t;
	LLVMBasicBlockRef start;

	s->flag = flag;
	s->join = LLVMGetInstructionParent(flag);
	start = dominator(s, s->join);
	if (!start || start == s->join)
		return false;
	t = LLVMGetBasicBlockTerminator(start);
	s->start = start;
	if (comes_back(s))
		return false;
	s->clone = (hd_map){0};
	s->room = MOST_CLONES;
	LLVMPositionBuilderBefore(s->b, hd_first_behind_phis(s->join));
	LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(t));
	v = follow(s, start);
	if (!v)
		return false;
	if (LLVMInstructionGetDebugLoc(t))
		hd_remark(s->u, t,
			  "kernel '%s' computes this again after a barrier instead "
			  "of keeping it",
			  hd_source_name(s->fn));
	hd_replace(flag, v);
	*hd_map_put(&s->u->scratch, &s->made, v) = 1;
	return true;
}

/* ---- the pass */

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u, .fn = fn};
	bool any = false;

	s.blocks = hd_number_blocks(&u->scratch, fn);
	s.block = HD_NEW_ARRAY(&u->scratch, LLVMBasicBlockRef, (size_t)s.blocks.g->n);
	LLVMGetBasicBlocks(fn, s.block);
	s.b = LLVMCreateBuilderInContext(u->c);
	hd_each_block (bb, fn)
		hd_each_phi (i, bb)
			if (hd_is_reached(&s.blocks, bb) && is_flag(&s, i))
				any |= trace(&s, i);
	if (any)
		hd_copy_forks(u, fn, &s.made);
	LLVMDisposeBuilder(s.b);
	return any || s.dirty;
}

static bool
meets(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		if (hd_has_block_barrier(LLVMGetFirstInstruction(bb), NULL))
			return true;
	return false;
}

/* A version without its tiles has barriers that order nothing, and they will go. */
static bool
is_without_tiles(LLVMValueRef fn)
{
	if (!hd_string_attr(fn, HD_APART))
		return false;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if ((hd_is_opcode(i, LLVMLoad) &&
			     hd_points_to_shared(LLVMGetOperand(i, 0))) ||
			    (hd_is_opcode(i, LLVMStore) &&
			     hd_points_to_shared(LLVMGetOperand(i, 1))))
				return false;
	return true;
}

bool
hd_pass_recompute_flags(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && meets(fn) && !is_without_tiles(fn))
			any |= change(u, fn);
	return any; /* what flags were found by is dead; and values may leave loops now */
}
