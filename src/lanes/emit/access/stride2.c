/* SPDX-License-Identifier: Apache-2.0 */
/* Stride 2, every other element: a[2 * i], a[2 * i + 1], the parts of complex numbers and
 * points.
 *
 * Twice as many elements are loaded, without a gap, and half of them kept. What lies
 * between the first and the last lane's element belongs to the same object; nothing behind
 * the last one is touched. Stores write the other half back as they found it, which only
 * shared memory allows: no other group runs meanwhile, and around it is room. */
#include "lanes/emit/access/access.h"

typedef unsigned index_fn(unsigned k, unsigned lanes);

static LLVMValueRef
shuffle(hd_emit *e, LLVMValueRef a, LLVMValueRef b, unsigned n, index_fn *index)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	for (unsigned k = 0; k < n; k++)
		at[k] = hd_i32(e->u, index(k, (unsigned)e->c->w.lanes));
	return LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(at, n), "");
}

/* Of the elements 0 .. W - 1 and W - 1 .. 2 W - 2. */
static unsigned
every_other(unsigned k, unsigned lanes)
{
	return 2 * k < lanes ? 2 * k : 2 * k + 1;
}

static unsigned
even(unsigned k, unsigned lanes)
{
	(void)lanes;
	return 2 * k;
}

static unsigned
odd(unsigned k, unsigned lanes)
{
	(void)lanes;
	return 2 * k + 1;
}

static unsigned
in_turn(unsigned k, unsigned lanes)
{
	return k % 2 ? lanes + k / 2 : k / 2;
}

static LLVMValueRef
load(hd_emit *e, LLVMValueRef i, unsigned n, int64_t first, hd_here h)
{
	LLVMTypeRef t = hd_access_type(i);
	int64_t size = (int64_t)hd_size_of(e->u, t);
	LLVMValueRef at = hd_offset(e->u, e->b, h.row, first * size, ""),
		     r = LLVMBuildLoad2(e->b, LLVMVectorType(t, n), at, "");

	hd_check(h.row != NULL);
	LLVMSetAlignment(r, LLVMGetAlignment(i) < size ? LLVMGetAlignment(i)
						       : (unsigned)size);
	return r;
}

/* h.row is the address of the first lane's element. */
LLVMValueRef
hd_load_stride2(hd_emit *e, LLVMValueRef i, hd_here h)
{
	unsigned n = (unsigned)e->c->w.lanes;
	LLVMValueRef low = load(e, i, n, 0, h), high = load(e, i, n, (int64_t)n - 1, h);

	hd_note_access(e->l, i, HD_STRIDE2);
	return shuffle(e, low, high, n, every_other);
}

void
hd_store_stride2(hd_emit *e, LLVMValueRef i, hd_here h)
{
	unsigned n = (unsigned)e->c->w.lanes;
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)),
		     old = load(e, i, 2 * n, 0, h),
		     none = LLVMGetPoison(LLVMTypeOf(old)), s;

	hd_note_access(e->l, i, HD_STRIDE2);
	if (h.mask)
		x = LLVMBuildSelect(e->b, h.mask, x, shuffle(e, old, none, n, even),
				    "");
	s = LLVMBuildStore(e->b,
			   shuffle(e, x, shuffle(e, old, none, n, odd), 2 * n, in_turn),
			   h.row);
	LLVMSetAlignment(s, LLVMGetAlignment(old));
}
