/* SPDX-License-Identifier: Apache-2.0 */
/* Static loops. clang gives each thread one contiguous piece; on a GPU, neighbouring
 * threads should have neighbouring iterations:
 *
 *     __kmpc_for_static_init_4(..., 34, &last, &lb, &ub, &st, 1, 1)
 *     for (iv = lb; iv <= ub; iv += 1)
 * becomes
 *     hd_gfx_static_4(..., 34, &last, &lb, &ub, &st, 1, 1)
 *     for (iv = lb; iv <= ub; iv = saturated(iv + st))
 *
 * Loops that do not look so stay as they are. Needs clang's names of blocks.
 *
 * Loops whose pieces threads ask for get a variable that remembers where they are:
 *
 *     __kmpc_dispatch_init_4(where, thread, 35, 0, 99, 1, 1)
 * becomes
 *     hd_gfx_dispatch_init_4(&loop.state, 35, 0, 99, 1, 1) */
#include "gpufirst.h"

/* The variable that starts as *lower: the only one that is stored so. */
static LLVMValueRef
loop_variable(LLVMValueRef lower)
{
	hd_each_use (use, lower) {
		LLVMValueRef load = LLVMGetUser(use);

		if (!LLVMIsALoadInst(load))
			continue;
		hd_each_use (u2, load) {
			LLVMValueRef store = LLVMGetUser(u2);

			if (LLVMIsAStoreInst(store) &&
			    LLVMGetOperand(store, 0) == load &&
			    LLVMIsAAllocaInst(LLVMGetOperand(store, 1)))
				return LLVMGetOperand(store, 1);
		}
	}
	return NULL;
}

/* iv = iv + 1, where the loop repeats; returns the addition. */
static LLVMValueRef
increment(LLVMValueRef iv)
{
	LLVMValueRef found = NULL;

	hd_each_use (use, iv) {
		LLVMValueRef store = LLVMGetUser(use), add;
		LLVMBasicBlockRef bb;

		if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 1) != iv)
			continue;
		bb = LLVMGetInstructionParent(store);
		if (!hd_has_prefix(LLVMGetBasicBlockName(bb), "omp.inner.for.inc"))
			continue;
		add = LLVMGetOperand(store, 0);
		if (!hd_is_opcode(add, LLVMAdd) || found ||
		    !LLVMIsAConstantInt(LLVMGetOperand(add, 1)) ||
		    LLVMConstIntGetSExtValue(LLVMGetOperand(add, 1)) != 1)
			return NULL;
		found = add;
	}
	return found;
}

/* One for all loops of a function: they come one after the other. */
static LLVMValueRef
loop_state(gf *g, LLVMValueRef call)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
	LLVMTypeRef t = LLVMArrayType2(g->u.i64, sizeof(hd_gf_dispatch) / 8);
	LLVMValueRef first = LLVMGetFirstInstruction(entry);

	if (LLVMIsAAllocaInst(first) && strcmp(hd_name(first), "loop.state") == 0)
		return first;
	LLVMPositionBuilderBefore(g->b, first);
	return LLVMBuildAlloca(g->b, t, "loop.state");
}

static void
visit_dispatch(gf *g, LLVMValueRef call, const char *kind)
{
	LLVMValueRef args[8] = {loop_state(g, call)};
	unsigned n = (unsigned)hd_arg_count(call);

	for (unsigned i = 2; i < n; i++) /* not where, nor which thread */
		args[i - 1] = LLVMGetOperand(call, i);
	LLVMPositionBuilderBefore(g->b, call);
	hd_replace(call, gf_runtime(g, hd_format(&g->u.mem, "hd_gfx_dispatch_%s", kind),
				    n - 1, args));
}

static bool
visit(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	static const char prefix[] = "__kmpc_for_static_init_";
	const char *kind = hd_name(callee) + sizeof prefix - 1;
	LLVMValueRef schedule, iv, add, args[9], stride, sum;
	LLVMTypeRef t;
	bool is_unsigned;

	if (hd_has_prefix(hd_name(callee), "__kmpc_dispatch_init_") ||
	    hd_has_prefix(hd_name(callee), "__kmpc_dispatch_next_")) {
		visit_dispatch(g, call, hd_name(callee) + strlen("__kmpc_dispatch_"));
		return true;
	}
	if (!hd_has_prefix(hd_name(callee), prefix))
		return false;
	schedule = LLVMGetOperand(call, 2);
	if (!LLVMIsAConstantInt(schedule) ||
	    (LLVMConstIntGetZExtValue(schedule) & 0xffff) != 34)
		return false;
	iv = loop_variable(LLVMGetOperand(call, 4));
	add = iv ? increment(iv) : NULL;
	if (!add)
		return false;
	for (unsigned i = 0; i < 9; i++)
		args[i] = LLVMGetOperand(call, i);
	LLVMPositionBuilderBefore(g->b, call);
	gf_runtime(g, hd_format(&g->u.mem, "hd_gfx_static_%s", kind), 9, args);
	t = LLVMTypeOf(add);
	is_unsigned = strchr(kind, 'u') != NULL;
	LLVMPositionBuilderBefore(g->b, add);
	stride = LLVMBuildLoad2(g->b, t, args[6], "stride");
	sum = gf_call(g,
		      hd_intrinsic(&g->u,
				   is_unsigned ? "llvm.uadd.sat" : "llvm.sadd.sat", &t,
				   1),
		      2, (LLVMValueRef[]){LLVMGetOperand(add, 0), stride});
	hd_replace(add, sum);
	LLVMInstructionEraseFromParent(call);
	return true;
}

void
hd_gf_loops(gf *g)
{
	gf_each_call(g, visit);
}
