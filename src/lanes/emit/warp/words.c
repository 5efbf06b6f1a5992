/* SPDX-License-Identifier: Apache-2.0 */
/* Masks of warps as words, and warp operations that the runtime works out. */
#include "lanes/emit/warp/warp.h"

LLVMTypeRef
hd_warp_mask_type(hd_emit *e)
{
	return LLVMVectorType(e->u->i1, HD_WARP);
}

LLVMValueRef
hd_warp_bits(hd_emit *e, LLVMValueRef mask)
{
	return mask ? LLVMBuildBitCast(e->b, mask, e->u->i32, "bits")
		    : LLVMConstAllOnes(e->u->i32);
}

LLVMValueRef
hd_warp_lanes(hd_emit *e, LLVMValueRef bits)
{
	return LLVMBuildBitCast(e->b, bits, hd_warp_mask_type(e), "");
}

LLVMValueRef
hd_gone_bits(hd_emit *e)
{
	return hd_warp_bits(
		e, LLVMBuildLoad2(e->b, hd_warp_mask_type(e), e->warp.gone, "gone"));
}

LLVMValueRef
hd_warp_words(hd_emit *e, LLVMValueRef v)
{
	return LLVMBuildFreeze(e->b,
			       LLVMBuildTrunc(e->b, hd_vector(e, v),
					      hd_vector_type(e->c, e->u->i32), ""),
			       "");
}

LLVMValueRef
hd_warp_field(hd_emit *e, size_t offset)
{
	hd_check(offset < sizeof(hd_warp_args));
	if (!e->warp.args) {
		e->warp.args = hd_alloca(
			e, LLVMArrayType2(e->u->i64, sizeof(hd_warp_args) / 8), "warp");
		LLVMSetAlignment(e->warp.args, 64);
	}
	return hd_offset(e->u, e->b, e->warp.args, (int64_t)offset, "");
}

static void
pass(hd_emit *e, LLVMValueRef v, size_t offset)
{
	LLVMSetAlignment(
		LLVMBuildStore(e->b, hd_vector(e, v), hd_warp_field(e, offset)), 4);
}

LLVMValueRef
hd_warp_by_runtime(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i64);
	LLVMValueRef arg[4], r;

	hd_check(e->c->warp_vectors && e->c->w.lanes == HD_WARP);
	pass(e, LLVMGetOperand(i, 1), offsetof(hd_warp_args, mask));
	pass(e, LLVMGetOperand(i, 2), offsetof(hd_warp_args, value));
	pass(e, LLVMGetOperand(i, 3), offsetof(hd_warp_args, a));
	pass(e, LLVMGetOperand(i, 4), offsetof(hd_warp_args, b));
	arg[0] = hd_warp_field(e, 0);
	arg[1] = hd_use(e, LLVMGetOperand(i, 0));
	arg[2] = hd_warp_bits(e, e->mask);
	arg[3] = hd_gone_bits(e);
	hd_call_abi(e, "hd_abi_warp_vector", arg);
	r = LLVMBuildLoad2(e->b, t, hd_warp_field(e, offsetof(hd_warp_args, result)),
			   "");
	LLVMSetAlignment(r, 8);
	return r;
}
