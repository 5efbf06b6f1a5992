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
	int64_t sum = 0;

	hd_each_index (x, u, p) {
		if (x.v && !is_number(x.v))
			return false;
		sum += x.v ? LLVMConstIntGetSExtValue(x.v) * x.bytes : x.bytes;
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

/* An index without the numbers that were added to it, and how it was widened: `whole` plus
 * `more`; `part[0]` plus `part[1]` plus `inside` plus `more`, where whole is a sum. */
enum widened { AS_IT_IS, BY_SIGN, BY_ZEROS };
typedef struct sum {
	LLVMValueRef whole, part[2];
	enum widened how;
	int64_t more, inside;
	bool exact, exact_inside; /* no overflow in between */
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

static bool
is_sum(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMAdd) ||
	       (hd_is_opcode(v, LLVMOr) && LLVMGetIsDisjoint(v));
}

/* Does it stay a sum when it is widened? */
static bool
is_exact(LLVMValueRef add, enum widened how)
{
	if (!hd_is_opcode(add, LLVMAdd) || how == AS_IT_IS)
		return true;
	return how == BY_SIGN ? LLVMGetNSW(add) : LLVMGetNUW(add);
}

/* v without the number that is added to it. */
static LLVMValueRef
take_number(LLVMValueRef v, enum widened how, int64_t *number, bool *exact)
{
	int64_t n;

	if (!is_sum(v) || !is_number(LLVMGetOperand(v, 1)))
		return v;
	n = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
	*number += n;
	*exact &= is_exact(v, how) && (how != BY_ZEROS || n >= 0);
	return LLVMGetOperand(v, 0);
}

static sum
read_index(LLVMValueRef v)
{
	sum x = {.how = how_widened(v), .exact = true};

	x.whole = take_number(hd_is_extension(v) ? LLVMGetOperand(v, 0) : v, x.how,
			      &x.more, &x.exact);
	x.part[0] = x.whole;
	if (!is_sum(x.whole))
		return x;
	x.exact_inside = is_exact(x.whole, x.how);
	for (unsigned k = 0; k < 2; k++)
		x.part[k] = take_number(LLVMGetOperand(x.whole, k), x.how, &x.inside,
					&x.exact_inside);
	return x;
}

/* Of an index in which two GEPs differ, whose elements have `size` bytes. */
static enum hd_apart
compare_sums(LLVMValueRef v, LLVMValueRef w, int64_t size, int64_t *bytes)
{
	sum x = read_index(v), y = read_index(w);
	bool same = x.whole == y.whole, exact = x.exact && y.exact;

	if (x.how != y.how || x.part[0] != y.part[0] || x.part[1] != y.part[1])
		return HD_UNRELATED;
	*bytes += (y.more + y.inside - x.more - x.inside) * size;
	if (!same)
		exact &= x.exact_inside && y.exact_inside;
	return exact ? HD_EXACTLY : HD_LIKELY;
}

/* Two GEPs with the same types, whose indices differ in one place at most that is no number. */
static enum hd_apart
compare_indices(hd_unit *u, LLVMValueRef p, LLVMValueRef q, int64_t *bytes)
{
	enum hd_apart known = HD_EXACTLY;
	hd_index y = {0};
	bool differ = false;

	hd_each_index (x, u, p) {
		y = hd_next_index(u, q, y);
		if (!x.v && x.bytes != y.bytes && (int)x.k < LLVMGetNumOperands(p) - 1)
			return HD_UNRELATED; /* of another type */
		if (!x.v) {
			*bytes += y.bytes - x.bytes;
			continue;
		}
		if (x.v == y.v)
			continue;
		if (is_number(x.v) && is_number(y.v)) {
			*bytes += (LLVMConstIntGetSExtValue(y.v) -
				   LLVMConstIntGetSExtValue(x.v)) *
				  x.bytes;
			continue;
		}
		if (differ)
			return HD_UNRELATED;
		differ = true;
		known = compare_sums(x.v, y.v, x.bytes, bytes);
		if (known == HD_UNRELATED)
			return known;
	}
	return known;
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
