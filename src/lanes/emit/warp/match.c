/* SPDX-License-Identifier: Apache-2.0 */
/* __match_any_sync of groups that are warps: for each lane, the lanes with the same value;
 * see warp.c. */
#include "lanes/emit/warp/warp.h"

/* Bits of the values that may differ: ballots_to_match says so, or a value was narrower. */
static unsigned
width_of(LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetOperand(i, 2), bits = LLVMGetOperand(i, 3);
	uint64_t n = 64;

	if (LLVMIsAConstantInt(bits) && !LLVMIsNull(bits))
		n = LLVMConstIntGetZExtValue(bits);
	else if (hd_is_opcode(v, LLVMZExt))
		n = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0)));
	return n <= 8 ? 8 : n <= 16 ? 16 : n <= 32 ? 32 : 64;
}

/* Each lane is compared with all: its bits are a row of the table. */
static LLVMValueRef
by_rows(hd_emit *e, LLVMValueRef x)
{
	LLVMValueRef r = LLVMGetPoison(hd_vector_type(e->c, e->u->i32));

	for (int l = 0; l < HD_WARP; l++) {
		LLVMValueRef lane = hd_i64(e->u, l), bits;

		bits = hd_splat(e, LLVMBuildExtractElement(e->b, x, lane, ""));
		bits = LLVMBuildICmp(e->b, LLVMIntEQ, x, bits, "");
		bits = LLVMBuildBitCast(e->b, bits, e->u->i32, "");
		r = LLVMBuildInsertElement(e->b, r, bits, lane, "");
	}
	return r;
}

/* For the lanes in `who`, as bits. */
LLVMValueRef
hd_emit_match(hd_emit *e, LLVMValueRef i, LLVMValueRef who)
{
	unsigned width = width_of(i);
	LLVMTypeRef t = LLVMIntTypeInContext(e->u->c, width);
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 2)), r;

	hd_check(e->c->warp_vectors && e->c->w.lanes == HD_WARP);
	x = LLVMBuildTrunc(e->b, x, hd_vector_type(e->c, t), "");
	x = LLVMBuildFreeze(e->b, x, "");
	r = !hd_cpu_of(e->u).x86 && width <= 32 ? hd_match_neon(e, x) : by_rows(e, x);
	r = LLVMBuildAnd(e->b, r, hd_splat(e, who), "same");
	return LLVMBuildZExt(e->b, r, hd_vector_type(e->c, e->u->i64), "");
}
