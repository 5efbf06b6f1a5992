/* SPDX-License-Identifier: Apache-2.0 */
/* How far apart two addresses are, where that is a number: a[3 * i + 2] and a[3 * i]. */
#include "ir/ir.h"

static bool
is_number(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64;
}

/* All indices of a GEP that are numbers, in bytes; false: it has others. */
static bool
known_offset(hd_unit *u, LLVMValueRef p, int64_t *bytes)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
	int64_t sum = 0;

	for (int k = 1; k < LLVMGetNumOperands(p); k++) {
		LLVMValueRef x = LLVMGetOperand(p, (unsigned)k);

		if (!is_number(x))
			return false;
		if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(x);

			sum += (int64_t)LLVMOffsetOfElement(u->dl, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (k > 1)
			t = LLVMGetElementType(t);
		sum += LLVMConstIntGetSExtValue(x) * (int64_t)hd_size_of(u, t);
	}
	*bytes += sum;
	return true;
}

static LLVMValueRef
without_numbers(hd_unit *u, LLVMValueRef p, int64_t *bytes)
{
	while (LLVMIsAGetElementPtrInst(p) && known_offset(u, p, bytes))
		p = LLVMGetOperand(p, 0);
	return p;
}

/* An index without the number that was added to it in the end, and how it was widened. */
enum widened { AS_IT_IS, BY_SIGN, BY_ZEROS };
typedef struct sum {
	LLVMValueRef v;
	enum widened how;
	int64_t more;
	bool exact; /* no overflow in between */
} sum;

static enum widened
how_widened(LLVMValueRef v)
{
	if (hd_is_opcode(v, LLVMZExt))
		return LLVMGetNNeg(v) ? BY_SIGN : BY_ZEROS;
	return hd_is_opcode(v, LLVMSExt) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 64
		       ? BY_SIGN
		       : AS_IT_IS;
}

static sum
read_index(LLVMValueRef v)
{
	sum x = {hd_is_extension(v) ? LLVMGetOperand(v, 0) : v, how_widened(v), 0,
		 true};
	bool is_or = hd_is_opcode(x.v, LLVMOr) && LLVMGetIsDisjoint(x.v);

	if ((!is_or && !hd_is_opcode(x.v, LLVMAdd)) ||
	    !is_number(LLVMGetOperand(x.v, 1)))
		return x;
	x.more = LLVMConstIntGetSExtValue(LLVMGetOperand(x.v, 1));
	if (!is_or && x.how == BY_SIGN)
		x.exact = LLVMGetNSW(x.v);
	else if (!is_or && x.how == BY_ZEROS)
		x.exact = LLVMGetNUW(x.v) && x.more >= 0;
	x.v = LLVMGetOperand(x.v, 0);
	return x;
}

/* Of the last indices of two GEPs that agree in everything else. */
static enum hd_apart
compare_indices(hd_unit *u, LLVMValueRef p, LLVMValueRef q, int64_t *bytes)
{
	unsigned last = (unsigned)LLVMGetNumOperands(p) - 1;
	sum x = read_index(LLVMGetOperand(p, last)),
	    y = read_index(LLVMGetOperand(q, last));

	if (last != 1 || x.v != y.v || x.how != y.how)
		return HD_UNRELATED;
	*bytes += (y.more - x.more) *
		  (int64_t)hd_size_of(u, LLVMGetGEPSourceElementType(p));
	return x.exact && y.exact ? HD_EXACTLY : HD_LIKELY;
}

/* Two GEPs that may have different bases. */
static bool
is_alike(LLVMValueRef p, LLVMValueRef q)
{
	return LLVMIsAGetElementPtrInst(p) && LLVMIsAGetElementPtrInst(q) &&
	       LLVMGetNumOperands(p) == LLVMGetNumOperands(q) &&
	       LLVMGetGEPSourceElementType(p) == LLVMGetGEPSourceElementType(q);
}

enum hd_apart
hd_bytes_between(hd_unit *u, LLVMValueRef p, LLVMValueRef q, int64_t *bytes)
{
	int64_t from = 0, to = 0;

	p = without_numbers(u, p, &from);
	q = without_numbers(u, q, &to);
	*bytes = to - from;
	if (p == q)
		return HD_EXACTLY;
	if (!is_alike(p, q) || LLVMGetOperand(p, 0) != LLVMGetOperand(q, 0))
		return HD_UNRELATED;
	return compare_indices(u, p, q, bytes);
}

bool
hd_is_beside(hd_unit *u, LLVMValueRef p, LLVMValueRef q, LLVMValueRef base[2],
	     int64_t *bytes)
{
	int64_t from = 0, to = 0;

	p = without_numbers(u, p, &from);
	q = without_numbers(u, q, &to);
	*bytes = to - from;
	if (!is_alike(p, q) || compare_indices(u, p, q, bytes) != HD_EXACTLY)
		return false;
	base[0] = LLVMGetOperand(p, 0);
	base[1] = LLVMGetOperand(q, 0);
	return true;
}
