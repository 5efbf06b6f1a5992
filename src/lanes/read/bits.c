/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of what looks at single bits: x & 31, x >> 5, x ^ step, and of comparisons. Groups
 * begin at multiples of their lanes, so lanes differ in low bits that are zero in lane 0. */
#include "lanes/read/read.h"

/* threadIdx.x < 64, or > 63: a whole group is on one side. Nor do lanes differ that are
 * compared with the same lanes of another group. */
bool
hd_lanes_agree(const hd_code *c, LLVMValueRef cmp)
{
	LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
	LLVMValueRef v = LLVMGetOperand(cmp, 0), y = LLVMGetOperand(cmp, 1);
	hd_shape x = hd_shape_of(c, v), to = hd_shape_of(c, y);
	unsigned zeros = hd_min(x.zeros, to.zeros);
	bool past = p == LLVMIntUGT || p == LLVMIntULE || p == LLVMIntSGT ||
		    p == LLVMIntSLE;

	hd_check(hd_is_opcode(cmp, LLVMICmp));
	if (!hd_is_integer(LLVMTypeOf(v)))
		return false;
	if (to.stride == x.stride && hd_stays_below(c, v, zeros) &&
	    hd_stays_below(c, y, zeros))
		return true;
	return p != LLVMIntEQ && p != LLVMIntNE && hd_is_small_int(y) &&
	       hd_stays_below(c, v,
			      hd_min(hd_zeros_of(LLVMConstIntGetZExtValue(y) + past),
				     x.zeros));
}

/* The low bits of a value that are ones for sure: those of step - 1. */
static unsigned
ones_of(const hd_code *c, LLVMValueRef v)
{
	if (hd_is_small_int(v))
		return hd_zeros_of(~LLVMConstIntGetZExtValue(v));
	if (!hd_is_opcode(v, LLVMAdd) || !hd_is_ones(LLVMGetOperand(v, 1)) ||
	    !hd_is_lane_uniform(c, LLVMGetOperand(v, 0)))
		return 0;
	return hd_shape_of(c, LLVMGetOperand(v, 0)).zeros;
}

/* x & (step - 1), x ^ step, where the step is a multiple of the lanes. */
static hd_shape
many_shape(const hd_code *c, LLVMValueRef i)
{
	bool swap = hd_is_lane_uniform(c, LLVMGetOperand(i, 0));
	LLVMValueRef v = LLVMGetOperand(i, swap), by = LLVMGetOperand(i, !swap);
	hd_shape x = hd_shape_of(c, v), y = hd_shape_of(c, by);

	if (hd_is_opcode(i, LLVMXor) && y.kind == HD_AFFINE && !y.stride &&
	    hd_stays_below(c, v, hd_min(x.zeros, y.zeros)))
		return (hd_shape){HD_AFFINE, x.stride, hd_min(x.zeros, y.zeros)};
	if (hd_is_opcode(i, LLVMAnd) &&
	    hd_stays_below(c, v, hd_min(x.zeros, ones_of(c, by))))
		return x;
	return hd_uniform_or_varying(c, i);
}

/* threadIdx.x & 31 and threadIdx.x >> 5: lanes differ in low bits only, which are zero in
 * lane 0; those are kept, or all dropped. */
hd_shape
hd_bits_shape(const hd_code *c, LLVMValueRef i)
{
	LLVMValueRef by = LLVMGetOperand(i, 1);
	hd_shape x = hd_shape_of(c, LLVMGetOperand(i, 0));
	uint64_t k = hd_is_small_int(by) ? LLVMConstIntGetZExtValue(by) : 0, low = 0;
	bool and = hd_is_opcode(i, LLVMAnd);

	hd_check(LLVMGetNumOperands(i) == 2);
	for (int l = 0; l < c->w.lanes; l++)
		low |= (uint64_t)x.stride * (uint64_t)l;
	if (hd_is_opcode(i, LLVMXor) || !k ||
	    !hd_stays_below(c, LLVMGetOperand(i, 0), x.zeros) || (!and&&k > 62))
		return many_shape(c, i);
	if (and&&(low & k) == low)
		return (hd_shape){HD_AFFINE, x.stride, k >> x.zeros ? x.zeros : 63};
	if (and? (low & k) == 0 : low >> k == 0)
		return (hd_shape){HD_AFFINE, 0, and? x.zeros : 0};
	return hd_uniform_or_varying(c, i);
}
