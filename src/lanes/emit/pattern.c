/* SPDX-License-Identifier: Apache-2.0 */
/* The scalar form of values with a pattern: what all lanes have in common (read/pattern.c). */
#include "lanes/emit/emit.h"

static LLVMValueRef
less(hd_emit *e, LLVMValueRef x, int64_t by)
{
	if (!by)
		return x;
	if (LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind)
		return hd_offset(e->u, e->b, x, -by, "");
	return LLVMBuildSub(e->b, x, LLVMConstInt(LLVMTypeOf(x), (uint64_t)by, true),
			    "");
}

/* What all lanes have in common. */
LLVMValueRef
hd_common_base(hd_emit *e, LLVMValueRef v)
{
	const hd_pattern *p = hd_pattern_of(e->c, v);

	return less(e, hd_use(e, v), p && p->affine ? p->off[0] : 0);
}

/* The same, of an instruction in the node being emitted, from its operands. */
LLVMValueRef
hd_pattern_base(hd_emit *e, LLVMValueRef i)
{
	const hd_pattern *p = hd_pattern_of(e->c, i);
	LLVMValueRef r, x = LLVMGetOperand(i, 0), y;
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	hd_pattern of;

	hd_check(p != NULL);
	if (p->absorbs)
		return hd_common_base(e, x);
	if (o == LLVMOr)
		return LLVMBuildAdd(e->b, hd_common_base(e, x),
				    hd_common_base(e, LLVMGetOperand(i, 1)), "");
	if (o == LLVMXor) { /* the low bits are the lanes' */
		hd_describe_pattern(e->c, x, &of);
		y = LLVMGetOperand(i, 1);
		y = LLVMConstInt(LLVMTypeOf(y),
				 LLVMConstIntGetZExtValue(y) >> of.zeros << of.zeros,
				 false);
		return LLVMBuildXor(e->b, hd_common_base(e, x), y, "");
	}
	r = LLVMInstructionClone(i);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		LLVMSetOperand(r, (unsigned)k,
			       hd_common_base(e, LLVMGetOperand(i, (unsigned)k)));
	LLVMInsertIntoBuilder(e->b, r);
	hd_drop_flags(r);
	return r;
}

/* The same from lane 0 of a vector. */
LLVMValueRef
hd_pattern_base_of(hd_emit *e, LLVMValueRef v, LLVMValueRef all)
{
	hd_check(hd_pattern_of(e->c, v));
	return less(e, LLVMBuildExtractElement(e->b, all, hd_i64(e->u, 0), ""),
		    hd_pattern_of(e->c, v)->off[0]);
}
