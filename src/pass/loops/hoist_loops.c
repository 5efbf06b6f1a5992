/* SPDX-License-Identifier: Apache-2.0 */
/* hoist_loops: a loop that does the same for every thread of a launch runs once for it.
 *
 *     __global__ void k(float *out, const float *in, int n) {
 *             float total = 0;
 *             for (int i = 0; i < n; i++) total += in[i];
 *             out[threadIdx.x] = in[threadIdx.x] / total;
 *     }
 * becomes
 *     float hd.launch.k(out, in, n) { the loop; return total; }
 *     ... float total = hd.launch.k(out, in, n); ...
 *
 * of which the lowering makes a call in front of all blocks. The loop stands before
 * anything that the kernel does to memory, and every thread runs through it. Whoever wrote
 * to what it reads, in the same launch, would race with the threads that have not read it
 * yet. Kernels with atomics or fences may know better: they are left alone.
 *
 * needs:   inline_functions
 */
#include "pass/pass.h"

enum { MOST_VALUES = 4 };

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_map varies;           /* values that are not the same for the whole launch */
	hd_bits reached, passed; /* blocks: all threads reach them, and leave them */
	LLVMBasicBlockRef end;   /* the one behind them */
	LLVMValueRef loop;       /* what ends the first loop among them, or NULL */
	HD_VEC(LLVMValueRef) values;
} state;

/* Intrinsics that only compute. */
static bool
only_computes(LLVMValueRef i)
{
	LLVMValueRef fn = hd_callee(i);
	LLVMAttributeRef memory;
	int dim;

	if (!fn || !LLVMGetIntrinsicID(fn) || hd_sreg_read(i, &dim) != HD_NOT_SREG ||
	    hd_has_attr(fn, "convergent"))
		return false;
	memory = LLVMGetEnumAttributeAtIndex(
		fn, LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName("memory", 6));
	return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

static bool
is_pure(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int dim;

	if (o == LLVMStore || o == LLVMAtomicRMW || o == LLVMAtomicCmpXchg ||
	    o == LLVMFence || o == LLVMRet || o == LLVMUnreachable)
		return false;
	return o != LLVMCall || hd_sreg_read(i, &dim) != HD_NOT_SREG ||
	       hd_is_debug_call(i) || only_computes(i);
}

static bool
is_same(const state *s, LLVMValueRef v)
{
	return !LLVMIsAInstruction(v) || !hd_map_get(&s->varies, v);
}

static bool
may_be_same(const state *s, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
	int n = hd_block_number(&s->blocks, bb);

	if (!hd_bit(&s->reached, (size_t)n) || o == LLVMAlloca)
		return false;
	if (o == LLVMPHI) {
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
			if (!is_same(s, LLVMGetIncomingValue(i, k)))
				return false;
		return true;
	}
	if (!hd_bit(&s->passed, (size_t)n) || !is_pure(i))
		return false;
	if (o == LLVMCall && !only_computes(i))
		return false; /* coordinates */
	if (o == LLVMLoad &&
	    (!hd_is_ordinary(i) || hd_points_to_shared(LLVMGetOperand(i, 0))))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (!is_same(s, LLVMGetOperand(i, (unsigned)k)))
			return false;
	return true;
}

/* ---- blocks that all threads reach */

static bool
gets_through(const state *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

	hd_each_insn (i, bb)
		if (!is_pure(i))
			return false;
	return hd_is_opcode(t, LLVMBr) &&
	       (!LLVMIsConditional(t) || is_same(s, LLVMGetCondition(t)));
}

static bool
is_reached_by_all(const state *s, int n)
{
	const hd_ints *pred = &s->blocks.g->pred[n];

	for (size_t k = 0; k < pred->n; k++)
		if (!hd_bit(&s->reached, (size_t)pred->at[k]) ||
		    !hd_bit(&s->passed, (size_t)pred->at[k]))
			return false;
	return true;
}

/* Everything is the same until it turns out not to be. */
static void
find_same(state *s)
{
	bool changed = true;

	while (changed) {
		changed = false;
		hd_each_block (bb, s->fn) {
			int n = hd_block_number(&s->blocks, bb);

			if (hd_bit(&s->reached, (size_t)n) &&
			    (!hd_is_reached(&s->blocks, bb) ||
			     !is_reached_by_all(s, n))) {
				hd_bit_clear(&s->reached, (size_t)n);
				changed = true;
			}
			if (hd_bit(&s->passed, (size_t)n) && !gets_through(s, bb)) {
				hd_bit_clear(&s->passed, (size_t)n);
				changed = true;
			}
			hd_each_insn (i, bb)
				if (is_same(s, i) && !may_be_same(s, i)) {
					*hd_map_put(&s->u->scratch, &s->varies, i) = 1;
					changed = true;
				}
		}
	}
}

static bool
is_inside(const state *s, LLVMBasicBlockRef bb)
{
	size_t n = (size_t)hd_block_number(&s->blocks, bb);

	return hd_bit(&s->reached, n) && hd_bit(&s->passed, n);
}

/* One block behind all of them, and some loop in front of it. */
static bool
find_end(state *s)
{
	s->end = NULL;
	hd_each_block (bb, s->fn) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

		if (!is_inside(s, bb))
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(t, k);

			if (!s->loop && hd_block_dominates(&s->blocks, to, bb))
				s->loop = t;
			if (is_inside(s, to))
				continue;
			if (s->end && s->end != to)
				return false;
			s->end = to;
		}
	}
	return s->loop && s->end &&
	       hd_bit(&s->reached, (size_t)hd_block_number(&s->blocks, s->end));
}

/* ---- what is taken out */

static bool
is_used_behind(const state *s, LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAInstruction(user) || hd_is_debug_call(user))
			continue;
		if (!is_inside(s, LLVMGetInstructionParent(user)) &&
		    !(hd_is_opcode(user, LLVMPHI) &&
		      LLVMGetInstructionParent(user) == s->end && is_same(s, user)))
			return true;
	}
	return false;
}

/* Does it hang on a loop, or on which way was taken? */
static bool
takes_long(const state *s, LLVMValueRef v, int depth)
{
	if (!LLVMIsAInstruction(v))
		return false;
	if (hd_is_opcode(v, LLVMPHI) || !depth)
		return true;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (takes_long(s, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

static bool
find_values(state *s)
{
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb) {
			LLVMTypeKind t = LLVMGetTypeKind(LLVMTypeOf(i));

			if ((!is_inside(s, bb) &&
			     (bb != s->end || !hd_is_opcode(i, LLVMPHI))) ||
			    t == LLVMVoidTypeKind || !is_same(s, i) ||
			    !is_used_behind(s, i) || !takes_long(s, i, 8))
				continue;
			if (t == LLVMStructTypeKind || t == LLVMArrayTypeKind ||
			    t == LLVMVectorTypeKind || LLVMTypeOf(i) == s->u->i1)
				return false;
			hd_push(&s->u->scratch, &s->values, i);
		}
	return s->values.n && s->values.n <= MOST_VALUES;
}

static bool
keeps(void *arg, LLVMValueRef i)
{
	const state *s = arg;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);

	return LLVMIsATerminatorInst(i)
		       ? is_inside(s, bb)
		       : is_same(s, i) && (is_inside(s, bb) ||
					   (bb == s->end && hd_is_opcode(i, LLVMPHI)));
}

/* The loop as a function of the kernel's parameters. */
static LLVMValueRef
outline(state *s)
{
	hd_unit *u = s->u;
	unsigned n = LLVMCountParams(s->fn);
	LLVMTypeRef *param = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1),
		    field[MOST_VALUES], t;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef fn, r;
	hd_map map = {0};
	uintptr_t *end;

	LLVMGetParamTypes(LLVMGlobalGetValueType(s->fn), param);
	for (size_t k = 0; k < s->values.n; k++)
		field[k] = LLVMTypeOf(s->values.at[k]);
	t = LLVMStructTypeInContext(u->c, field, (unsigned)s->values.n, false);
	fn = LLVMAddFunction(u->m,
			     hd_format(&u->scratch, HD_LAUNCH "%s", hd_name(s->fn)),
			     LLVMFunctionType(t, param, n, false));
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	hd_add_attr(u, fn, "nounwind");
	hd_add_attr(u, fn, "alwaysinline"); /* faults have a source line then */
	for (unsigned k = 0; k < n; k++)
		*hd_map_put(&u->scratch, &map, LLVMGetParam(s->fn, k)) =
			(uintptr_t)LLVMGetParam(fn, k);
	/* it comes first even if nothing is copied from it */
	*hd_map_put(&u->scratch, &map,
		    LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(s->fn))) =
		(uintptr_t)LLVMBasicBlockAsValue(hd_new_block(u, fn, "entry"));
	end = hd_map_put(&u->scratch, &map, LLVMBasicBlockAsValue(s->end));
	*end = (uintptr_t)LLVMBasicBlockAsValue(hd_new_block(u, fn, "end"));
	hd_clone_insns(u, s->fn, fn, &map, keeps, s);
	LLVMPositionBuilderAtEnd(b, hd_mapped_block(&map, s->end));
	r = LLVMGetPoison(t);
	for (size_t k = 0; k < s->values.n; k++)
		r = LLVMBuildInsertValue(
			b, r, (LLVMValueRef)*hd_map_get(&map, s->values.at[k]),
			(unsigned)k, "");
	LLVMBuildRet(b, r);
	LLVMDisposeBuilder(b);
	return fn;
}

static void
replace_behind(state *s, LLVMValueRef v, LLVMValueRef with)
{
	LLVMUseRef use = LLVMGetFirstUse(v), next;

	for (; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (!LLVMIsAInstruction(user) ||
		    is_inside(s, LLVMGetInstructionParent(user)))
			continue;
		if (hd_is_opcode(user, LLVMPHI) &&
		    LLVMGetInstructionParent(user) == s->end)
			continue;
		for (int k = 0; k < LLVMGetNumOperands(user); k++)
			if (LLVMGetOperand(user, (unsigned)k) == v)
				LLVMSetOperand(user, (unsigned)k, with);
	}
}

static void
call_instead(state *s, LLVMValueRef launch)
{
	hd_unit *u = s->u;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	unsigned n = LLVMCountParams(s->fn);
	LLVMValueRef *arg = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1);
	LLVMValueRef at = hd_first_behind_phis(s->end), call;

	LLVMPositionBuilderBefore(b, at);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(at));
	LLVMGetParams(s->fn, arg);
	call = hd_call(b, launch, arg, n, "launch");
	for (size_t k = 0; k < s->values.n; k++)
		replace_behind(s, s->values.at[k],
			       LLVMBuildExtractValue(b, call, (unsigned)k, ""));
	LLVMDisposeBuilder(b);
}

/* ---- kernels */

/* A thread may wait for others. */
static bool
has_order(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMOpcode o = LLVMGetInstructionOpcode(i);
			int dim;

			if (o == LLVMAtomicRMW || o == LLVMAtomicCmpXchg ||
			    o == LLVMFence)
				return true;
			if (o == LLVMCall && hd_sreg_read(i, &dim) == HD_NOT_SREG &&
			    hd_barrier_kind(i) != HD_BARRIER && !hd_is_debug_call(i) &&
			    !only_computes(i))
				return true;
		}
	return false;
}

static bool
hoist(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u, .fn = fn};
	size_t n = LLVMCountBasicBlocks(fn);

	if (has_order(fn))
		return false;
	s.blocks = hd_number_blocks(&u->scratch, fn);
	s.reached = hd_bits_new(&u->scratch, n);
	s.passed = hd_bits_new(&u->scratch, n);
	for (size_t k = 0; k < n; k++) {
		hd_bit_set(&s.reached, k);
		hd_bit_set(&s.passed, k);
	}
	find_same(&s);
	if (!find_end(&s) || !find_values(&s))
		return false;
	hd_remark(u, s.loop,
		  "kernel '%s' runs this loop once per launch: it computes "
		  "the same for every thread",
		  hd_source_name(fn));
	call_instead(&s, outline(&s));
	return true;
}

bool
hd_pass_hoist_loops(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			changed |= hoist(u, fn);
	if (changed)
		hd_run_llvm(u, "function(loop-simplify,lcssa,loop(loop-deletion),"
			       "simplifycfg,adce)");
	return changed;
}
