/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of device code: functions have new versions, and the addresses of shared
 * variables are known only while a block runs. */
#include "lanes/emit/emit.h"

static LLVMValueRef
new_function_of(void *arg, LLVMValueRef leaf)
{
	hd_emit *e = arg;
	uintptr_t *p = hd_map_get(&e->c->l->functions, leaf);

	return p ? (LLVMValueRef)*p : NULL;
}

static LLVMValueRef
shared_address(hd_emit *e, LLVMValueRef g)
{
	uintptr_t *at = hd_map_get(&e->l->shared, g);

	if (hd_is_dynamic_shared(g)) {
		if (!e->c->is_kernel)
			return hd_frame_load(e, e->u->ptr,
					     offsetof(hd_frame, dynamic_shared),
					     "dynamic_shared");
		return hd_offset(e->u, e->b, e->blk.shared, e->l->shared_bytes,
				 "dynamic_shared");
	}
	if (!at)
		at = hd_map_get(&e->c->l->shared, g);
	hd_check(at != NULL);
	return hd_offset(e->u, e->b, e->blk.shared, (int64_t)*at - 1, hd_name(g));
}

static LLVMValueRef
build_aggregate(hd_emit *e, LLVMValueRef k)
{
	LLVMValueRef r = LLVMGetPoison(LLVMTypeOf(k));
	bool vector = LLVMGetTypeKind(LLVMTypeOf(k)) == LLVMVectorTypeKind;

	for (int i = 0; i < LLVMGetNumOperands(k); i++) {
		LLVMValueRef x = hd_constant(e, LLVMGetOperand(k, (unsigned)i));

		r = vector ? LLVMBuildInsertElement(e->b, r, x, hd_i32(e->u, i), "")
			   : LLVMBuildInsertValue(e->b, r, x, (unsigned)i, "");
	}
	return r;
}

/* A constant that mentions shared memory is only known while a block runs. */
static LLVMValueRef
build_expression(hd_emit *e, LLVMValueRef k)
{
	unsigned n = (unsigned)LLVMGetNumOperands(k);
	LLVMValueRef *op = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	for (unsigned i = 0; i < n; i++)
		op[i] = hd_constant(e, LLVMGetOperand(k, i));
	switch (LLVMGetConstOpcode(k)) {
	case LLVMGetElementPtr:
		return LLVMBuildInBoundsGEP2(e->b, LLVMGetGEPSourceElementType(k),
					     op[0], op + 1, n - 1, "");
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc:
		return LLVMBuildCast(e->b, LLVMGetConstOpcode(k), op[0], LLVMTypeOf(k),
				     "");
	case LLVMAdd:
	case LLVMSub:
	case LLVMXor:
		return LLVMBuildBinOp(e->b, LLVMGetConstOpcode(k), op[0], op[1], "");
	default:
		hd_bug("constant expression of opcode %d on shared memory",
		       (int)LLVMGetConstOpcode(k));
	}
}

LLVMValueRef
hd_constant(hd_emit *e, LLVMValueRef k)
{
	hd_check(LLVMIsAConstant(k));
	if (!hd_mentions_shared(k))
		return hd_map_constant(e->u, k, new_function_of, e);
	if (hd_is_shared_variable(k))
		return shared_address(e, k);
	return LLVMIsAConstantExpr(k) ? build_expression(e, k) : build_aggregate(e, k);
}
