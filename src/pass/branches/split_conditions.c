/* SPDX-License-Identifier: Apache-2.0 */
/* split_conditions: what does not depend on threadIdx.x is asked first.
 *
 *     if (x < n && y < n) A; else B;
 * becomes
 *     if (y < n) { if (x < n) A; else B; } else B;
 *
 * The lanes of a group share a row of the block: a condition without x is a plain branch
 * for them, and the rest needs no mask that spreads it over all lanes. Whether a value
 * depends on x is a guess that costs time if it is wrong, never more. And what compares x with
 * a constant is asked where it is needed, instead of being kept from before a barrier.
 *
 * needs:   normalize
 */
#include "pass/pass.h"

typedef struct leaf {
	LLVMValueRef v;
	bool varies;
} leaf;

typedef HD_VEC(leaf) leaves;

typedef struct state {
	hd_unit *u;
	hd_map varying; /* values that depend on threadIdx.x */
	hd_blocks blocks;
	LLVMBuilderRef b;
} state;

/* ---- what depends on x */

static bool
is_varying(const state *s, LLVMValueRef v)
{
	return hd_map_get(&s->varying, v) != NULL;
}

static bool
is_source(LLVMValueRef i)
{
	int dim;
	enum hd_sreg sreg = hd_sreg_read(i, &dim);

	if (sreg != HD_NOT_SREG)
		return sreg == HD_TID && dim == 0;
	return hd_is_opcode(i, LLVMAlloca) || hd_is_opcode(i, LLVMAtomicRMW) ||
	       hd_is_opcode(i, LLVMAtomicCmpXchg) ||
	       (hd_is_opcode(i, LLVMCall) && !hd_calls_prefix(i, "llvm."));
}

static bool
becomes_varying(const state *s, LLVMValueRef i)
{
	if (is_varying(s, i))
		return false;
	if (is_source(i))
		return true;
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (is_varying(s, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

static void
find_varying(state *s, LLVMValueRef fn)
{
	bool changed = true;

	while (changed) {
		changed = false;
		hd_each_block (bb, fn)
			hd_each_insn (i, bb)
				if (becomes_varying(s, i)) {
					*hd_map_put(&s->u->scratch, &s->varying, i) = 1;
					changed = true;
				}
	}
}

/* ---- conditions */

/* `a && b` or `a || b`, of which LLVM has two forms each: is it this one? */
static bool
is_logic(LLVMValueRef c, bool both, bool *lazy)
{
	LLVMValueRef fixed;

	if (hd_is_opcode(c, both ? LLVMAnd : LLVMOr))
		return true;
	if (!hd_is_opcode(c, LLVMSelect))
		return false;
	fixed = LLVMGetOperand(c, both ? 2 : 1);
	if (!hd_is_int(fixed, !both))
		return false;
	*lazy = true;
	return true;
}

static void
collect(state *s, LLVMValueRef c, bool both, leaves *to, bool *lazy)
{
	bool l = false;

	if (!is_logic(c, both, &l)) {
		hd_push(&s->u->scratch, to, ((leaf){c, is_varying(s, c)}));
		return;
	}
	*lazy |= l;
	collect(s, LLVMGetOperand(c, 0), both, to, lazy);
	collect(s, LLVMGetOperand(c, hd_is_opcode(c, LLVMSelect) && !both ? 2 : 1),
		both, to, lazy);
}

static bool
is_mixed(const leaves *l)
{
	size_t n = 0;

	for (size_t k = 0; k < l->n; k++)
		n += l->at[k].varies;
	return n && n < l->n;
}

/* Those of one kind, in their order. With lazy conditions one of them may be poison where
 * an earlier one, which is not asked before it any more, made that harmless. */
static LLVMValueRef
combine(state *s, const leaves *from, bool varying, bool both, bool lazy)
{
	LLVMValueRef r = NULL;

	for (size_t k = 0; k < from->n; k++) {
		LLVMValueRef v = from->at[k].v;

		if (from->at[k].varies != varying)
			continue;
		if (lazy && !varying)
			v = LLVMBuildFreeze(s->b, v, "");
		if (!r)
			r = v;
		else if (lazy)
			r = both ? LLVMBuildSelect(s->b, r, v, LLVMConstNull(s->u->i1),
						   "")
				 : LLVMBuildSelect(s->b, r,
						   LLVMConstInt(s->u->i1, 1, false), v,
						   "");
		else
			r = both ? LLVMBuildAnd(s->b, r, v, "")
				 : LLVMBuildOr(s->b, r, v, "");
	}
	return r;
}

/* ---- edges */

/* The phis of `at` have what they get from `old` from `now`, too. */
static void
add_edge(LLVMBasicBlockRef at, LLVMBasicBlockRef old, LLVMBasicBlockRef now)
{
	hd_each_phi (phi, at) {
		LLVMValueRef v = hd_incoming(phi, old);

		LLVMAddIncoming(phi, &v, &now, 1);
	}
}

/* The same, but instead. */
static void
move_edge(state *s, LLVMBasicBlockRef at, LLVMBasicBlockRef old, LLVMBasicBlockRef now)
{
	hd_each_phi (phi, at) {
		LLVMValueRef r = hd_renew_phi(s->b, phi, old, now);

		if (is_varying(s, phi))
			*hd_map_put(&s->u->scratch, &s->varying, r) = 1;
		hd_replace(phi, r);
	}
}

/* Back edges stay as they are: a loop has one. */
static bool
goes_back(const state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	return hd_block_dominates(&s->blocks, to, from);
}

static bool
split(state *s, LLVMBasicBlockRef bb, bool both)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb), first;
	LLVMBasicBlockRef yes = LLVMGetSuccessor(t, 0), no = LLVMGetSuccessor(t, 1);
	LLVMBasicBlockRef early = both ? no : yes, late = both ? yes : no, next;
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(t);
	bool lazy = false;
	leaves l = {0};

	if (yes == no || goes_back(s, bb, yes) || goes_back(s, bb, no))
		return false;
	collect(s, LLVMGetCondition(t), both, &l, &lazy);
	if (!is_mixed(&l))
		return false;
	next = LLVMInsertBasicBlockInContext(s->u->c, late, "then");
	add_edge(early, bb, next);
	move_edge(s, late, bb, next);
	LLVMPositionBuilderAtEnd(s->b, next);
	LLVMSetCurrentDebugLocation2(s->b, loc);
	LLVMBuildCondBr(s->b, combine(s, &l, true, both, lazy), yes, no);
	LLVMPositionBuilderBefore(s->b, t);
	LLVMSetCurrentDebugLocation2(s->b, loc);
	first = combine(s, &l, false, both, lazy);
	LLVMBuildCondBr(s->b, first, both ? next : yes, both ? no : next);
	LLVMInstructionEraseFromParent(t);
	return true;
}

/* threadIdx.x against a constant, asked again where it is needed: there it may be known which
 * lanes are meant, and nothing has to be kept for it. */
static bool
ask_again(state *s, LLVMValueRef t)
{
	LLVMValueRef cmp = LLVMGetCondition(t), x, again;

	if (!hd_is_opcode(cmp, LLVMICmp) ||
	    LLVMGetInstructionParent(cmp) == LLVMGetInstructionParent(t))
		return false;
	x = LLVMGetOperand(cmp, 0);
	if (!hd_is_sreg(x, HD_TID, 0) || !LLVMIsAConstantInt(LLVMGetOperand(cmp, 1)))
		return false;
	again = LLVMInstructionClone(cmp);
	LLVMPositionBuilderBefore(s->b, t);
	LLVMInsertIntoBuilder(s->b, again);
	LLVMSetCondition(t, again);
	return true;
}

bool
hd_pass_split_conditions(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u};
	HD_VEC(LLVMBasicBlockRef) blocks = {0};
	bool changed = false;

	find_varying(&s, fn);
	s.blocks = hd_number_blocks(&u->scratch, fn);
	hd_each_block (bb, fn)
		if (hd_is_reached(&s.blocks, bb))
			hd_push(&u->scratch, &blocks, bb);
	s.b = LLVMCreateBuilderInContext(u->c);
	for (size_t k = 0; k < blocks.n; k++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(blocks.at[k]);
		bool lazy, both;

		if (!hd_is_opcode(t, LLVMBr) || !LLVMIsConditional(t))
			continue;
		changed |= ask_again(&s, t);
		both = is_logic(LLVMGetCondition(t), true, &lazy);
		if (both || is_logic(LLVMGetCondition(t), false, &lazy))
			changed |= split(&s, blocks.at[k], both);
	}
	LLVMDisposeBuilder(s.b);
	return changed;
}
