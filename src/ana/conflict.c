/* SPDX-License-Identifier: Apache-2.0 */
/* Can two threads of a block touch the same byte? Part of eliminate_barriers and
 * forward_across_barriers. */
#include "ana/access.h"

_Static_assert(HD_ADDRESS_TERMS <= 32, "terms are bits of hd_access.added");

enum { PAIR = 8 }; /* the work of looking at two accesses; that of a thread is 1 */

/* What a thread touches: the first byte, seen from what all threads have in common. */
typedef struct spot {
	int64_t at;
	int thread;
} spot;

typedef struct spots {
	spot *at;
	int n;
} spots;

/* Does the thread make this term? Then `start` has it. */
static bool
add_thread_term(hd_threads *t, const hd_term *term, int64_t *start)
{
	const int64_t *x = hd_thread_values(t, term->v);

	for (int k = 0; x && k < t->n; k++)
		if (x[k] > INT32_MAX || x[k] < (term->zext ? 0 : INT32_MIN))
			return false;
	for (int k = 0; x && k < t->n; k++)
		start[k] += x[k] * term->scale;
	return x != NULL;
}

static void
find_start(hd_threads *t, hd_access *a)
{
	enum { LARGE = 1 << 24 };

	hd_check(t->n > 0 && !a->unknown);
	if (a->start)
		return;
	a->start = HD_NEW_ARRAY(&t->u->scratch, int64_t, (size_t)t->n);
	for (int k = 0; k < t->n; k++)
		a->start[k] = a->at.offset;
	for (int k = 0; k < a->at.n; k++)
		if (llabs(a->at.term[k].scale) < LARGE &&
		    add_thread_term(t, &a->at.term[k], a->start))
			a->added |= 1u << k;
}

/* What can be added to the difference of the two, whoever computes them: multiples of
 * this. Terms that are the same for the block cancel out. */
static int64_t
free_step(const hd_access *a, const hd_access *b, bool for_block)
{
	int64_t step = hd_gcd(a->at.wraps, b->at.wraps);
	unsigned gone = 0;

	for (int i = 0; i < a->at.n; i++) {
		int k = 0;

		if (a->added >> i & 1)
			continue;
		while (k < b->at.n &&
		       ((gone | b->added) >> k & 1 ||
			!hd_is_same_term(&a->at.term[i], &b->at.term[k])))
			k++;
		if (k < b->at.n && hd_is_fixed(a->at.term[i].v, for_block))
			gone |= 1u << k;
		else
			step = hd_gcd(step, a->at.term[i].scale);
	}
	for (int k = 0; k < b->at.n; k++)
		if (!((gone | b->added) >> k & 1))
			step = hd_gcd(step, b->at.term[k].scale);
	hd_check(step >= 0);
	return step;
}

static int64_t
modulo(int64_t x, int64_t step)
{
	int64_t r;

	hd_check(step > 0);
	r = x % step;

	return r < 0 ? r + step : r;
}

static int
by_place(const void *x, const void *y)
{
	const spot *a = x, *b = y;

	return (a->at > b->at) - (a->at < b->at);
}

/* In order; `around`: also a step to the left and to the right. */
static spots
spots_of(hd_threads *t, const hd_access *a, int64_t step, bool around)
{
	const hd_bits *come = hd_threads_at(t, LLVMGetInstructionParent(a->insn));
	spots s = {HD_NEW_ARRAY(&t->u->scratch, spot, (size_t)t->n * 3), 0};
	bool sorted = true;

	hd_check(a->start && come); /* a thread reaches it */
	around &= step != 0;
	for (int k = 0; k < t->n; k++) {
		int64_t at = step ? modulo(a->start[k], step) : a->start[k];

		if (!hd_bit(come, (size_t)k))
			continue;
		for (int64_t shift = -around; shift <= around; shift++)
			s.at[s.n++] = (spot){at + shift * step, k};
	}
	for (int k = 1; sorted && k < s.n; k++)
		sorted = s.at[k - 1].at <= s.at[k].at;
	if (!sorted)
		qsort(s.at, (size_t)s.n, sizeof *s.at, by_place);
	t->work -= sorted ? s.n : 12 * s.n;
	return s;
}

static bool
do_meet(hd_threads *t, const hd_access *a, const hd_access *b, int64_t step)
{
	spots x = spots_of(t, a, step, false), y = spots_of(t, b, step, true);
	int first = 0;

	/* one step to each side is all that can matter */
	hd_check(!step || (a->size <= step && b->size <= step));
	for (int i = 0; i < x.n; i++) {
		while (first < y.n && y.at[first].at + b->size <= x.at[i].at)
			first++;
		for (int k = first; k < y.n && y.at[k].at < x.at[i].at + a->size; k++)
			if (y.at[k].thread != x.at[i].thread)
				return true;
	}
	return false;
}

/* ---- blocks of any shape */

/* v = x * blockDim.dim, or the other way round */
static LLVMValueRef
times_width(LLVMValueRef v, int dim)
{
	for (unsigned k = 0; hd_is_opcode(v, LLVMMul) && k < 2; k++)
		if (hd_is_sreg(LLVMGetOperand(v, k), HD_NTID, dim))
			return LLVMGetOperand(v, 1 - k);
	return NULL;
}

/* threadIdx.z * blockDim.y + threadIdx.y */
static bool
is_row_number(LLVMValueRef v)
{
	for (unsigned k = 0; hd_is_opcode(v, LLVMAdd) && k < 2; k++) {
		LLVMValueRef plane = times_width(LLVMGetOperand(v, k), 1);

		if (plane && hd_is_sreg(plane, HD_TID, 2) &&
		    hd_is_sreg(LLVMGetOperand(v, 1 - k), HD_TID, 1))
			return true;
	}
	return false;
}

/* Is it the thread's number in its block, whatever the shape of that, times something not
 * less than the size, and besides what is the same for the block? */
static bool
has_thread_number(const hd_address *at, int64_t size)
{
	int64_t x = 0, rows = 0;

	for (int k = 0; k < at->n; k++) {
		const hd_term *term = &at->term[k];
		LLVMValueRef row = times_width(term->v, 0);

		if (hd_is_sreg(term->v, HD_TID, 0) && !x)
			x = term->scale;
		else if (row && is_row_number(row) && !rows)
			rows = term->scale;
		else if (!hd_is_fixed(term->v, true))
			return false;
	}
	return x == rows && x >= size;
}

bool
hd_may_meet(hd_threads *t, hd_access *a, hd_access *b)
{
	int64_t step;

	t->work -= PAIR;
	if (t->work < 0)
		return true;
	if (!hd_may_alias(a, b))
		return false;
	if (!hd_has_same_base(a, b))
		return true;
	if (!t->n)
		return !hd_is_same_place(a, b) || !has_thread_number(&a->at, a->size);
	find_start(t, a);
	find_start(t, b);
	step = free_step(a, b, true);
	if (step && (a->size > step || b->size > step))
		return true;
	return do_meet(t, a, b, step);
}

bool
hd_may_overlap(hd_threads *t, hd_access *a, hd_access *b)
{
	int64_t step, apart;

	if (!hd_may_alias(a, b))
		return false;
	if (!hd_has_same_base(a, b))
		return true;
	if (t->n) {
		find_start(t, a);
		find_start(t, b);
	}
	step = free_step(a, b, false);
	for (int k = 0; k < (t->n ? t->n : 1); k++) {
		apart = t->n ? b->start[k] - a->start[k] : b->at.offset - a->at.offset;
		if (step) {
			apart = modulo(apart, step);
			if (apart < a->size || apart > step - b->size)
				return true;
		} else if (apart < a->size && -apart < b->size) {
			return true;
		}
	}
	return false;
}
