/* SPDX-License-Identifier: Apache-2.0 */
/* Integers as sums of products of at most two values. Part of bypass_tiles. */
#include "ana/polynomial.h"
#include "ana/address.h"

enum { DEPTH = 12 };

/* Two reads of the same coordinate are one value. */
static bool
is_same(LLVMValueRef x, LLVMValueRef y)
{
	int dim_x, dim_y;
	enum hd_sreg what;

	if (x == y || !x || !y)
		return x == y;
	if (!LLVMIsAInstruction(x) || !LLVMIsAInstruction(y))
		return false;
	what = hd_sreg_read(x, &dim_x);
	return what != HD_NOT_SREG && what == hd_sreg_read(y, &dim_y) && dim_x == dim_y;
}

static bool
add_product(hd_polynomial *p, LLVMValueRef a, LLVMValueRef b, int64_t by)
{
	if (!a) {
		a = b;
		b = NULL;
	}
	hd_check(p->n >= 0 && p->n <= HD_POLYNOMIAL_TERMS);
	if (!by)
		return true;
	for (int k = 0; k < p->n; k++) {
		hd_product *t = &p->term[k];

		if ((is_same(t->a, a) && is_same(t->b, b)) ||
		    (is_same(t->a, b) && is_same(t->b, a))) {
			t->by += by;
			if (!t->by)
				*t = p->term[--p->n];
			return true;
		}
	}
	if (p->n == HD_POLYNOMIAL_TERMS)
		return false;
	p->term[p->n++] = (hd_product){a, b, by};
	return true;
}

bool
hd_add_polynomial(hd_polynomial *p, const hd_polynomial *q, int64_t by)
{
	for (int k = 0; k < q->n; k++)
		if (!add_product(p, q->term[k].a, q->term[k].b, q->term[k].by * by))
			return false;
	return true;
}

bool
hd_is_zero(const hd_polynomial *p)
{
	for (int k = 0; k < p->n; k++)
		hd_check(p->term[k].by); /* those that are gone leave the sum */
	return p->n == 0;
}

static bool
add_products(hd_polynomial *p, const hd_polynomial *x, const hd_polynomial *y,
	     int64_t by)
{
	for (int j = 0; j < x->n; j++)
		for (int k = 0; k < y->n; k++) {
			const hd_product *s = &x->term[j], *t = &y->term[k];

			if ((s->b && t->a) || (t->b && s->a))
				return false;
			if (s->b   ? !add_product(p, s->a, s->b, s->by * t->by * by)
			    : t->b ? !add_product(p, t->a, t->b, s->by * t->by * by)
				   : !add_product(p, s->a, t->a, s->by * t->by * by))
				return false;
		}
	return true;
}

/* Only coordinates and constants: no block has threads on both sides of an overflow. */
static bool
is_coordinate(LLVMValueRef v, int depth)
{
	if (LLVMIsAConstantInt(v))
		return true;
	if (!LLVMIsAInstruction(v) || !depth)
		return false;
	if (hd_sreg_read(v, &(int){0}) != HD_NOT_SREG)
		return true;
	return (hd_is_opcode(v, LLVMAdd) || hd_is_opcode(v, LLVMShl) ||
		hd_is_opcode(v, LLVMMul) || hd_is_opcode(v, LLVMOr)) &&
	       is_coordinate(LLVMGetOperand(v, 0), depth - 1) &&
	       is_coordinate(LLVMGetOperand(v, 1), depth - 1);
}

/* Adds v * by. Sums and products are those of numbers that overflow alike, so that nothing
 * else has to be known about them. */
static bool
add(hd_polynomial *p, LLVMValueRef v, int64_t by, int depth)
{
	hd_polynomial x = {0}, y = {0};
	LLVMOpcode o;

	if (llabs(by) > INT32_MAX)
		return false;
	if (LLVMIsAConstantInt(v)) {
		int64_t k = LLVMConstIntGetSExtValue(v);

		return llabs(k) <= INT32_MAX && add_product(p, NULL, NULL, k * by);
	}
	if (!LLVMIsAInstruction(v))
		return LLVMIsAArgument(v) && add_product(p, v, NULL, by);
	if (!depth)
		return false;
	o = LLVMGetInstructionOpcode(v);
	if (hd_is_extension(v))
		return is_coordinate(LLVMGetOperand(v, 0), depth)
			       ? add(p, LLVMGetOperand(v, 0), by, depth - 1)
			       : LLVMIsAArgument(LLVMGetOperand(v, 0)) &&
					 add_product(p, v, NULL, by);
	if (o == LLVMAdd || o == LLVMSub || (o == LLVMOr && LLVMGetIsDisjoint(v)))
		return add(p, LLVMGetOperand(v, 0), by, depth - 1) &&
		       add(p, LLVMGetOperand(v, 1), o == LLVMSub ? -by : by, depth - 1);
	if (o == LLVMShl && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
	    LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) < 31)
		return add(p, LLVMGetOperand(v, 0),
			   by << LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)),
			   depth - 1);
	if (o == LLVMMul)
		return add(&x, LLVMGetOperand(v, 0), 1, depth - 1) &&
		       add(&y, LLVMGetOperand(v, 1), 1, depth - 1) &&
		       add_products(p, &x, &y, by);
	return hd_sreg_read(v, &(int){0}) != HD_NOT_SREG && add_product(p, v, NULL, by);
}

/* An index, as it was before it was made as wide as an address. */
static LLVMValueRef
narrow(LLVMValueRef index)
{
	return hd_is_extension(index) ? LLVMGetOperand(index, 0) : index;
}

bool
hd_add_pointer(hd_unit *u, hd_polynomial *p, LLVMValueRef v, LLVMValueRef *base)
{
	while (hd_is_opcode(v, LLVMGetElementPtr)) {
		uint64_t size = hd_size_of(u, LLVMGetGEPSourceElementType(v));

		if (LLVMGetNumOperands(v) != 2 ||
		    !add(p, narrow(LLVMGetOperand(v, 1)), (int64_t)size, DEPTH))
			return false;
		v = LLVMGetOperand(v, 0);
	}
	*base = v;
	return true;
}

/* By how much, if it is threadIdx. */
static int64_t
step_of(LLVMValueRef v, const int64_t d[3])
{
	int dim;

	return v && LLVMIsAInstruction(v) && hd_sreg_read(v, &dim) == HD_TID ? d[dim]
									     : 0;
}

bool
hd_growth(const hd_polynomial *p, const int64_t d[3], hd_polynomial *to)
{
	*to = (hd_polynomial){0};
	for (int k = 0; k < p->n; k++) {
		const hd_product *t = &p->term[k];
		int64_t a = step_of(t->a, d), b = step_of(t->b, d);

		if (!t->b && !add_product(to, NULL, NULL, a * t->by))
			return false;
		if (t->b && !(add_product(to, t->a, NULL, b * t->by) &&
			      add_product(to, t->b, NULL, a * t->by) &&
			      add_product(to, NULL, NULL, a * b * t->by)))
			return false;
	}
	return true;
}

static LLVMValueRef
build(LLVMBuilderRef b, const hd_polynomial *p, LLVMTypeRef type)
{
	LLVMValueRef sum = LLVMConstNull(type);

	for (int k = 0; k < p->n; k++) {
		const hd_product *t = &p->term[k];
		LLVMValueRef x = LLVMConstInt(type, (uint64_t)t->by, true);

		if (t->a)
			x = LLVMBuildMul(
				b, x, LLVMBuildIntCast2(b, t->a, type, true, ""), "");
		if (t->b)
			x = LLVMBuildMul(
				b, x, LLVMBuildIntCast2(b, t->b, type, true, ""), "");
		sum = LLVMBuildAdd(b, sum, x, "");
	}
	return sum;
}

static LLVMValueRef
index_of_thread(LLVMBuilderRef b, LLVMValueRef index, const int64_t d[3])
{
	LLVMValueRef x = narrow(index), r;
	hd_polynomial p = {0}, more;

	hd_check(add(&p, x, 1, DEPTH) && hd_growth(&p, d, &more));
	if (hd_is_zero(&more))
		return index;
	r = LLVMBuildAdd(b, x, build(b, &more, LLVMTypeOf(x)), "");
	if (hd_is_opcode(r, LLVMAdd) && hd_is_opcode(index, LLVMSExt) &&
	    LLVMIsABinaryOperator(x))
		LLVMSetNSW(r, LLVMGetNSW(x));
	return x == index ? r
			  : LLVMBuildCast(b, LLVMGetInstructionOpcode(index), r,
					  LLVMTypeOf(index), "");
}

LLVMValueRef
hd_pointer_of_thread(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p, const int64_t d[3])
{
	LLVMValueRef base, index;

	if (!hd_is_opcode(p, LLVMGetElementPtr))
		return p;
	base = hd_pointer_of_thread(u, b, LLVMGetOperand(p, 0), d);
	index = index_of_thread(b, LLVMGetOperand(p, 1), d);
	return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(p), base, &index, 1, "");
}

/* ---- numbers that do not wrap */

/* What the thread adds to it does not make it wrap, or that is undefined. */
static bool
is_exact(LLVMValueRef v, int depth)
{
	LLVMOpcode o;

	if (hd_depends_on(v, HD_TID) == HD_NO ||
	    hd_sreg_read(v, &(int){0}) != HD_NOT_SREG)
		return true;
	if (!LLVMIsAInstruction(v))
		return false;
	o = LLVMGetInstructionOpcode(v);
	if (!depth || !LLVMIsABinaryOperator(v) ||
	    (o == LLVMOr
		     ? !LLVMGetIsDisjoint(v)
		     : (o != LLVMAdd && o != LLVMSub && o != LLVMMul && o != LLVMShl) ||
			       !LLVMGetNSW(v)))
		return false;
	return is_exact(LLVMGetOperand(v, 0), depth - 1) &&
	       is_exact(LLVMGetOperand(v, 1), depth - 1);
}

/* Addresses wrap as 64-bit numbers do. */
static bool
is_exact_index(LLVMValueRef index)
{
	if (hd_is_opcode(index, LLVMSExt) ||
	    (hd_is_opcode(index, LLVMZExt) && LLVMGetNNeg(index)))
		return is_exact(LLVMGetOperand(index, 0), DEPTH);
	return !hd_is_extension(index) && LLVMGetIntTypeWidth(LLVMTypeOf(index)) == 64;
}

LLVMValueRef
hd_pointer_beside(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p, const int64_t d[3])
{
	hd_polynomial at = {0}, more;
	LLVMValueRef base, bytes;

	hd_check(hd_add_pointer(u, &at, p, &base) && hd_growth(&at, d, &more));
	if (hd_is_zero(&more))
		return p;
	for (LLVMValueRef q = p; q != base; q = LLVMGetOperand(q, 0))
		if (!is_exact_index(LLVMGetOperand(q, 1)))
			return NULL;
	bytes = build(b, &more, u->i64);
	return LLVMBuildGEP2(b, u->i8, p, &bytes, 1, "");
}
