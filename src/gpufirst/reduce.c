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

/* The calls that end the reduction are in the cases of the switch on its result. */
static void
replace_ends(gf *g, LLVMBasicBlockRef bb, LLVMValueRef sizes, int depth)
{
	LLVMValueRef end;

	hd_each_insn (i, bb)
		if (hd_calls(i, "__kmpc_end_reduce") ||
		    hd_calls(i, "__kmpc_end_reduce_nowait")) {
			bool waits = hd_calls(i, "__kmpc_end_reduce");

			LLVMPositionBuilderBefore(g->b, i);
			gf_runtime(g, "hd_gfx_end_reduce", 3,
				   (LLVMValueRef[]){sizes, LLVMGetOperand(i, 2),
						    hd_i32(&g->u, waits)});
			LLVMInstructionEraseFromParent(i);
			return;
		}
	end = LLVMGetBasicBlockTerminator(bb);
	if (hd_has_prefix(LLVMGetBasicBlockName(bb), ".omp.reduction.default"))
		return;
	for (unsigned i = 0; depth < 16 && i < LLVMGetNumSuccessors(end); i++)
		replace_ends(g, LLVMGetSuccessor(end, i), sizes, depth + 1);
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
	for (unsigned i = 0; i < LLVMGetNumSuccessors(sw); i++)
		replace_ends(g, LLVMGetSuccessor(sw, i), sizes, 0);
	hd_replace(call, r);
	return true;
}

void
hd_gf_reductions(gf *g)
{
	gf_each_call(g, visit);
}
