/* SPDX-License-Identifier: Apache-2.0 */
/* Between which numbers a value lies that is computed from a thread's place in its block,
 * for all lanes of a group, also those behind the end of a row. */
#include "lanes/read/read.h"

enum { DEPTH = 8 };

static const int64_t FAR = (int64_t)1 << 40; /* products of two do not fit, sums do */

static bool
is_within(hd_bounds b)
{
	return b.known && b.low > -FAR && b.high < FAR;
}

static hd_bounds
between(int64_t low, int64_t high)
{
	return (hd_bounds){true, low, high};
}

static hd_bounds
coordinate(const hd_code *c, enum hd_sreg sreg, int dim)
{
	int64_t most = c->block[0] ? (int64_t)c->block[dim] : HD_MAX_THREADS;

	if (sreg == HD_TID)
		return between(0, most + (dim == 0 ? c->w.lanes : 0));
	return sreg == HD_NTID ? between(1, most) : (hd_bounds){0};
}

static hd_bounds
product(hd_bounds x, hd_bounds y)
{
	int64_t p[4] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high},
		low = p[0], high = p[0];

	for (int k = 1; k < 4; k++) {
		low = p[k] < low ? p[k] : low;
		high = p[k] > high ? p[k] : high;
	}
	return between(low, high);
}

static bool
is_small(hd_bounds x)
{
	return x.known && x.low > -(1 << 20) && x.high < 1 << 20;
}

static hd_bounds
of_operands(LLVMValueRef i, hd_bounds x, hd_bounds y)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAdd:
		return between(x.low + y.low, x.high + y.high);
	case LLVMSub:
		return between(x.low - y.high, x.high - y.low);
	case LLVMMul:
		return is_small(x) && is_small(y) ? product(x, y) : (hd_bounds){0};
	case LLVMShl:
		return is_small(x) && y.low == y.high && y.low >= 0 && y.low < 20
			       ? product(x, between((int64_t)1 << y.low,
						    (int64_t)1 << y.low))
			       : (hd_bounds){0};
	case LLVMLShr:
	case LLVMAShr:
		return x.low >= 0 && y.low == y.high && y.low >= 0 && y.low < 32
			       ? between(x.low >> y.low, x.high >> y.low)
			       : (hd_bounds){0};
	case LLVMAnd:
		return x.low < 0 && y.low < 0 ? (hd_bounds){0}
					      : between(0, x.low < 0         ? y.high
							   : y.low < 0       ? x.high
							   : x.high < y.high ? x.high
									     : y.high);
	case LLVMOr:
		return x.low >= 0 && y.low >= 0
			       ? between(x.low < y.low ? x.low : y.low, x.high + y.high)
			       : (hd_bounds){0};
	default:
		return (hd_bounds){0};
	}
}

static bool
fits(hd_bounds b, LLVMTypeRef t)
{
	unsigned bits = LLVMGetIntTypeWidth(t);

	return is_within(b) && bits >= 16 &&
	       (bits > 40 || (b.low >= -((int64_t)1 << (bits - 1)) &&
			      b.high < (int64_t)1 << (bits - 1)));
}

static hd_bounds
bounds(const hd_code *c, LLVMValueRef v, int depth)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	hd_bounds r = {0}, x, y;
	int dim;
	enum hd_sreg sreg;

	if (!hd_is_integer(t) || LLVMGetIntTypeWidth(t) > 64)
		return r;
	if (LLVMIsAConstantInt(v))
		r = between(LLVMConstIntGetSExtValue(v), LLVMConstIntGetSExtValue(v));
	if (!LLVMIsAInstruction(v) || !depth)
		return r;
	sreg = hd_sreg_read(v, &dim);
	if (sreg != HD_NOT_SREG)
		return coordinate(c, sreg, dim);
	if (hd_is_extension(v)) {
		r = bounds(c, LLVMGetOperand(v, 0), depth - 1);
		return hd_is_opcode(v, LLVMSExt) || r.low >= 0 ? r : (hd_bounds){0};
	}
	if (LLVMGetNumOperands(v) != 2 || !LLVMIsABinaryOperator(v))
		return r;
	x = bounds(c, LLVMGetOperand(v, 0), depth - 1);
	y = bounds(c, LLVMGetOperand(v, 1), depth - 1);
	if (!is_within(x) || !is_within(y))
		return r;
	r = of_operands(v, x, y);
	hd_check(!r.known || r.low <= r.high);
	return fits(r, t) ? r : (hd_bounds){0};
}

/* As a number with a sign; what wraps around has none. */
hd_bounds
hd_bounds_of(const hd_code *c, LLVMValueRef v)
{
	return bounds(c, v, DEPTH);
}
