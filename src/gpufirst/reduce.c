/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions: the runtime learns how large the private copies are, so that threads can
 * exchange them.
 *
 *     %r = __kmpc_reduce_nowait(where, thread, n, size, list, combine, lock)
 *     ... __kmpc_end_reduce_nowait(where, thread, lock)
 * becomes
 *     %r = hd_gfx_reduce(n, list, combine, sizes, lock, 0)
 *     ... hd_gfx_end_reduce(sizes, lock, 0) */
#include "gpufirst.h"

/* What is stored as element i of the list; NULL: not found. */
static LLVMValueRef
element(gf *g, LLVMValueRef list, unsigned i)
{
	LLVMValueRef found = NULL;
	int64_t at;

	hd_each_use (use, list) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAStoreInst(user) && i == 0 && LLVMGetOperand(user, 1) == list)
			return LLVMGetOperand(user, 0);
		if (!LLVMIsAGetElementPtrInst(user))
			continue;
		gf_underlying(user, &at, g);
		if (at != (int64_t)i * 8)
			continue;
		hd_each_use (u2, user) {
			LLVMValueRef store = LLVMGetUser(u2);

			if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == user)
				found = LLVMGetOperand(store, 0);
		}
	}
	return found;
}

/* A table of sizes, or NULL as a pointer if they are not known or too large. */
static LLVMValueRef
sizes_of(gf *g, LLVMValueRef call)
{
	LLVMValueRef none = LLVMConstNull(g->u.ptr), list = LLVMGetOperand(call, 4);
	LLVMValueRef size[HD_GF_REDUCE / 8];
	unsigned n = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
	uint64_t words = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3)) / 8;
	uint64_t total = 0;

	if (n > HD_COUNT(size) || words != n)
		return none; /* lengths of arrays are among the elements */
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef p = element(g, list, i);
		uint64_t bytes;

		if (!p || !LLVMIsAAllocaInst(p) ||
		    !LLVMIsAConstantInt(LLVMGetOperand(p, 0)))
			return none;
		bytes = hd_size_of(&g->u, LLVMGetAllocatedType(p)) *
			LLVMConstIntGetZExtValue(LLVMGetOperand(p, 0));
		total += (bytes + 7) & ~7ull;
		size[i] = hd_i32(&g->u, (int64_t)bytes);
	}
	if (total > HD_GF_REDUCE - 16)
		return none;
	return gf_global(g, g->u.m, "reduce.sizes", LLVMConstArray2(g->u.i32, size, n));
}

/* Replace a call that ends the reduction; false: there is none here. */
static bool
replace_end(gf *g, LLVMBasicBlockRef bb, LLVMValueRef sizes)
{
	hd_each_insn (i, bb) {
		bool waits = hd_calls(i, "__kmpc_end_reduce");

		if (!waits && !hd_calls(i, "__kmpc_end_reduce_nowait"))
			continue;
		LLVMPositionBuilderBefore(g->b, i);
		gf_runtime(g, "hd_gfx_end_reduce", 3,
			   (LLVMValueRef[]){sizes, LLVMGetOperand(i, 2),
					    hd_i32(&g->u, waits)});
		LLVMInstructionEraseFromParent(i);
		return true;
	}
	return false;
}

/* The calls that end the reduction are in the cases of the switch on its result, behind
 * as many blocks as the operators need, and in front of where all cases meet. */
static void
replace_ends(gf *g, LLVMValueRef sw, LLVMValueRef sizes)
{
	LLVMBasicBlockRef meet = LLVMGetSwitchDefaultDest(sw);
	HD_VEC(LLVMBasicBlockRef) work = {0};
	hd_map seen = {0};

	*hd_map_put(&g->u.mem, &seen, meet) = 1;
	hd_push(&g->u.mem, &work, LLVMGetInstructionParent(sw));
	for (size_t k = 0; k < work.n; k++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(work.at[k]);

		if (k && replace_end(g, work.at[k], sizes))
			continue;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);

			if (hd_map_get(&seen, next))
				continue;
			*hd_map_put(&g->u.mem, &seen, next) = 1;
			hd_push(&g->u.mem, &work, next);
		}
	}
}

static bool
visit(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	bool waits = strcmp(hd_name(callee), "__kmpc_reduce") == 0;
	LLVMValueRef sizes, r, sw;

	if (!waits && strcmp(hd_name(callee), "__kmpc_reduce_nowait"))
		return false;
	sizes = sizes_of(g, call);
	LLVMPositionBuilderBefore(g->b, call);
	r = gf_runtime(g, "hd_gfx_reduce", 6,
		       (LLVMValueRef[]){LLVMGetOperand(call, 2),
					LLVMGetOperand(call, 4),
					LLVMGetOperand(call, 5), sizes,
					LLVMGetOperand(call, 6), hd_i32(&g->u, waits)});
	/* never 2: the same additions once more, as atomic updates; simplifycfg sees it */
	r = LLVMBuildAnd(g->b, r, hd_i32(&g->u, 1), "");
	sw = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call));
	replace_ends(g, sw, sizes);
	hd_replace(call, r);
	return true;
}

void
hd_gf_reductions(gf *g)
{
	gf_each_call(g, visit);
}
