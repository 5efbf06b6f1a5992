/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of the first lanes alone, where that is known when code is made: vectors of as
 * many elements, without a mask. What was written by fewer lanes can be read back by them
 * without a way through memory; and nobody reads what has not been written. */
#include "lanes.h"

/* How many lanes are here, if those are the first ones and it is known now: 0 = not so. */
unsigned
hd_first_lanes(hd_emit *e)
{
	unsigned lanes = (unsigned)e->c->lanes, n = 0;

	if (!e->mask || !LLVMIsConstant(e->mask))
		return 0;
	for (unsigned k = 0; k < lanes; k++) {
		LLVMValueRef x = LLVMGetAggregateElement(e->mask, k);

		if (!x || !LLVMIsAConstantInt(x) || (!LLVMIsNull(x) && n < k))
			return 0;
		n += !LLVMIsNull(x);
	}
	return n;
}

/* The first elements of a vector that has `from`; those beyond its end are nobody's. */
static LLVMValueRef
resized(hd_emit *e, LLVMValueRef x, unsigned from, unsigned to)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, to);

	for (unsigned k = 0; k < to; k++)
		at[k] = k < from ? hd_i32(e->u, k) : LLVMGetPoison(e->u->i32);
	return LLVMBuildShuffleVector(e->b, x, LLVMGetPoison(LLVMTypeOf(x)),
				      LLVMConstVector(at, to), "");
}

LLVMValueRef
hd_load_first(hd_emit *e, LLVMTypeRef t, unsigned align, unsigned n)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, LLVMVectorType(t, n), e->row, "");

	LLVMSetAlignment(r, align);
	return resized(e, r, n, (unsigned)e->c->lanes);
}

void
hd_store_first(hd_emit *e, LLVMValueRef x, unsigned align, unsigned n)
{
	x = LLVMBuildStore(e->b, resized(e, x, (unsigned)e->c->lanes, n), e->row);
	LLVMSetAlignment(x, align);
}
