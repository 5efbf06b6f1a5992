/* SPDX-License-Identifier: Apache-2.0 */
/* specialize_trip_counts: a version for launches that leave a loop with the rounds in
 * front of it.
 *
 *     if (n > 0) { round 0; if (n != 1) { round 1; if (n != 2) for (i = 2; ...) ... } }
 * gets a version beside it that has
 *     round 0; round 1;
 *
 * for launches with n == 2: all that lead to the last question before the loop, and there the
 * other way. What is asked is computed from the kernel's parameters, by a function that is
 * called once for a launch ("hd.suits."). In straight code it is known who has stored what a
 * thread reads: bypass_rewritten_tiles takes tiles out of this version, or the version away.
 *
 * needs:   peel_iterations
 * ensures: normalize
 */
#include "ana/access.h"
#include "ana/barrier.h"
#include "pass/pass.h"

enum { MOST_QUESTIONS = 8, DEPTH = 6 };

typedef struct question {
	LLVMValueRef cond; /* a comparison */
	bool answer;
} question;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn; /* the version for a known block shape */
	hd_blocks blocks;
	LLVMBasicBlockRef *block; /* by number */
	question asked[MOST_QUESTIONS];
	int n;
} state;

/* ---- what launches are asked */

/* An integer from parameters that can be computed at any time. */
static bool
is_of_launch(LLVMValueRef v, int depth)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
		return false;
	if (!LLVMIsAInstruction(v))
		return LLVMIsAConstantInt(v) || LLVMIsAArgument(v);
	if (!depth || !hd_is_pure(LLVMGetInstructionOpcode(v)) ||
	    hd_is_division(LLVMGetInstructionOpcode(v)))
		return false;
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
		if (!is_of_launch(LLVMGetOperand(v, k), depth - 1))
			return false;
	return true;
}

static bool
is_question(LLVMValueRef end)
{
	LLVMValueRef cond;

	if (!hd_is_opcode(end, LLVMBr) || !LLVMIsConditional(end) ||
	    LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1))
		return false;
	cond = LLVMGetCondition(end);
	return hd_is_opcode(cond, LLVMICmp) && is_of_launch(cond, DEPTH);
}

/* Does one way lead there, but for those around the loop? */
static bool
has_one_way(const hd_graph *g, const hd_loop *l, int n)
{
	int ways = 0;

	for (size_t k = 0; k < g->pred[n].n; k++)
		ways += n != l->header || !hd_bit(&l->in, (size_t)g->pred[n].at[k]);
	return ways == 1;
}

/* Those on every way to the loop, the last one first: that one goes the other way. */
static bool
find_questions(state *s, const hd_loop *l)
{
	const hd_graph *g = s->blocks.g;

	s->n = 0;
	for (int n = l->header; n != g->entry; n = g->idom[n]) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(s->block[g->idom[n]]);

		if (!has_one_way(g, l, n) || !is_question(end))
			continue;
		if (s->n == MOST_QUESTIONS)
			return false;
		s->asked[s->n].cond = LLVMGetCondition(end);
		s->asked[s->n].answer = LLVMGetSuccessor(end, 0) == s->block[n];
		s->n++;
	}
	if (!s->n)
		return false;
	s->asked[0].answer = !s->asked[0].answer;
	return true;
}

static bool
find_loop(state *s)
{
	hd_loops loops;

	s->blocks = hd_number_blocks(&s->u->scratch, s->fn);
	if (!hd_graph_is_reducible(s->blocks.g))
		return false;
	s->block =
		HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef, (size_t)s->blocks.g->n);
	LLVMGetBasicBlocks(s->fn, s->block);
	loops = hd_graph_loops(&s->u->scratch, s->blocks.g);
	for (size_t k = 0; k < loops.n; k++)
		if (hd_barriers_of_loop(s->block, &loops.at[k]) & HD_HAS_PLAIN &&
		    find_questions(s, &loops.at[k]))
			return true;
	return false;
}

/* ---- the function that asks */

static LLVMValueRef
compute(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef v)
{
	LLVMValueRef i;

	if (LLVMIsAArgument(v)) {
		LLVMValueRef from = LLVMGetParamParent(v);

		for (unsigned k = 0; k < LLVMCountParams(from); k++)
			if (LLVMGetParam(from, k) == v)
				return LLVMGetParam(fn, k);
	}
	if (!LLVMIsAInstruction(v))
		return v;
	i = LLVMInstructionClone(v);
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
		LLVMSetOperand(i, k, compute(b, fn, LLVMGetOperand(v, k)));
	LLVMInsertIntoBuilder(b, i);
	LLVMInstructionSetDebugLoc(i, NULL);
	return i;
}

/* A question that is not come to may have no answer, but one before it says no then. */
static void
write_asking(state *s, LLVMValueRef kernel)
{
	hd_unit *u = s->u;
	unsigned n = LLVMCountParams(kernel);
	LLVMTypeRef *param = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef all = LLVMConstInt(u->i1, 1, false), fn;

	LLVMGetParamTypes(LLVMGlobalGetValueType(kernel), param);
	fn = LLVMAddFunction(u->m,
			     hd_format(&u->scratch, HD_SUITS "%s", hd_name(kernel)),
			     LLVMFunctionType(u->i1, param, n, false));
	hd_add_attr(u, fn, "nounwind");
	hd_add_attr(u, fn, "alwaysinline");
	LLVMPositionBuilderAtEnd(b, hd_new_block(u, fn, "entry"));
	for (int k = s->n - 1; k >= 0; k--) {
		LLVMValueRef is = compute(b, fn, s->asked[k].cond);

		is = LLVMBuildFreeze(b, is, "");
		if (!s->asked[k].answer)
			is = LLVMBuildNot(b, is, "");
		all = LLVMBuildAnd(b, all, is, "suits");
	}
	LLVMBuildRet(b, all);
	LLVMDisposeBuilder(b);
}

/* ---- the version */

static bool
is_same(LLVMValueRef a, LLVMValueRef b)
{
	return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b) &&
	       hd_is_same_value(LLVMGetOperand(a, 0), LLVMGetOperand(b, 0)) &&
	       hd_is_same_value(LLVMGetOperand(a, 1), LLVMGetOperand(b, 1));
}

/* Wherever the same is asked. */
static void
answer(state *s, LLVMValueRef fn)
{
	HD_VEC(LLVMValueRef) ends = {0};
	HD_VEC(LLVMValueRef) answers = {0};

	hd_each_block (bb, fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		for (int k = 0; is_question(end) && k < s->n; k++) {
			if (!is_same(LLVMGetCondition(end), s->asked[k].cond))
				continue;
			hd_push(&s->u->scratch, &ends, end);
			hd_push(&s->u->scratch, &answers,
				LLVMConstInt(s->u->i1, s->asked[k].answer, false));
			break;
		}
	}
	for (size_t k = 0; k < ends.n; k++)
		LLVMSetCondition(ends.at[k], answers.at[k]);
}

static bool
change(hd_unit *u, LLVMValueRef kernel)
{
	state s = {.u = u, .fn = hd_known_version(kernel)};
	LLVMValueRef direct;

	if (!s.fn || !hd_string_attr(s.fn, HD_PEELED) || hd_direct_version(kernel) ||
	    !find_loop(&s))
		return false;
	direct = hd_clone_function(
		u, s.fn,
		hd_format(&u->scratch, "%s" HD_DIRECT_SUFFIX, hd_name(kernel)));
	s.fn = direct;
	if (!find_loop(&s)) /* there, too */
		hd_bug("a loop is not in a copy of its kernel");
	write_asking(&s, kernel);
	answer(&s, direct);
	hd_add_string_attr(u, direct, HD_APART, "");
	hd_mark_changed(u, direct);
	return true;
}

bool
hd_pass_specialize_trip_counts(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	if (!hd_does(u, HD_TRICK_tiles))
		return false;
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++)
		any |= change(u, kernels.at[k]);
	return any;
}
