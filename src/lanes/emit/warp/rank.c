/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that the lanes of a warp take from counters they share: see number_buckets.c for what
 * they replace, and the runtime's warp.c for what the operation is. If all lanes of the warp
 * take part, each looking at those before it, that is one after the other: number =
 * counter[which]++. Lanes that share a counter find it changed by those before them. */
#include "lanes/emit/warp/warp.h"

/* Is b, for each lane, the lanes before it? */
static LLVMValueRef
is_in_order(hd_emit *e, LLVMValueRef before)
{
	LLVMValueRef k[HD_WARP], same;
	LLVMTypeRef t = LLVMVectorType(e->u->i1, HD_WARP);

	for (unsigned l = 0; l < HD_WARP; l++)
		k[l] = hd_i32(e->u, (1u << l) - 1);
	same = LLVMBuildICmp(e->b, LLVMIntEQ, before, LLVMConstVector(k, HD_WARP), "");
	same = LLVMBuildFreeze(e->b, same, "");
	return hd_call(e->b, hd_intrinsic(e->u, "llvm.vector.reduce.and", &t, 1), &same,
		       1, "in.order");
}

static LLVMValueRef
counters(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetOperand(i, 2);

	if (hd_is_opcode(v, LLVMPtrToInt))
		return hd_use(e, LLVMGetOperand(v, 0));
	return LLVMBuildIntToPtr(e->b, hd_use(e, v), e->u->ptr, "");
}

static LLVMValueRef
in_turn(hd_emit *e, LLVMValueRef base, LLVMValueRef which)
{
	LLVMValueRef r = LLVMGetPoison(hd_vector_type(e->c, e->u->i32));

	for (int l = 0; l < HD_WARP; l++) {
		LLVMValueRef k, p, old;

		k = LLVMBuildExtractElement(e->b, which, hd_i64(e->u, l), "");
		k = LLVMBuildSExt(e->b, k, e->u->i64, "");
		p = LLVMBuildGEP2(e->b, e->u->i32, base, &k, 1, "");
		old = LLVMBuildLoad2(e->b, e->u->i32, p, "number");
		LLVMSetAlignment(old, 4);
		LLVMSetAlignment(
			LLVMBuildStore(e->b,
				       LLVMBuildAdd(e->b, old, hd_i32(e->u, 1), ""), p),
			4);
		r = hd_insert_lane(e, r, old, l);
	}
	return LLVMBuildZExt(e->b, r, hd_vector_type(e->c, e->u->i64), "");
}

/* For the lanes in `who`, as bits. */
LLVMValueRef
hd_emit_rank(hd_emit *e, LLVMValueRef i, LLVMValueRef who)
{
	LLVMBasicBlockRef fast, slow, join, from[2];
	LLVMValueRef base = counters(e, i), arg[5], all, r[2], phi;

	hd_check(e->c->warp_vectors && e->c->w.lanes == HD_WARP);
	for (unsigned k = 1; k < 5; k++) /* what is made here is there for both ways */
		arg[k] = hd_vector(e, LLVMGetOperand(i, k));
	all = LLVMBuildICmp(e->b, LLVMIntEQ, who, LLVMConstAllOnes(e->u->i32), "");
	all = LLVMBuildAnd(e->b, all, is_in_order(e, arg[4]), "");
	fast = hd_block(e, "in.turn");
	slow = hd_block(e, "together");
	join = hd_block(e, "taken");
	hd_set_odds(e->u, LLVMBuildCondBr(e->b, all, fast, slow), 1000, 1);
	LLVMPositionBuilderAtEnd(e->b, fast);
	r[0] = in_turn(e, base, arg[3]);
	from[0] = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, slow);
	r[1] = hd_warp_by_runtime(e, i);
	from[1] = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	phi = LLVMBuildPhi(e->b, LLVMTypeOf(r[0]), "numbers");
	LLVMAddIncoming(phi, r, from, 2);
	return phi;
}
