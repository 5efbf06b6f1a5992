/* SPDX-License-Identifier: Apache-2.0 */
/* Which integers are never negative: places in blocks and grids, and what is computed from
 * them without wrapping around. */
#include "ir.h"

#include "frame.h"

enum { DEPTH = 10, MOST_ASKED = 64, MOST_PHIS = 8 };

/* One question: what has been asked for it, and the phis of which it is assumed so far. */
typedef struct question {
	LLVMValueRef phi[MOST_PHIS];
	int phis, asked;
} question;

static bool is_counted(question *q, LLVMValueRef v, uint64_t *most, int depth);

/* The largest number of a type, with a sign. */
static uint64_t
largest(LLVMValueRef v)
{
	return (1ull << (LLVMGetIntTypeWidth(LLVMTypeOf(v)) - 1)) - 1;
}

/* All bits up to the highest one. */
static uint64_t
filled(uint64_t n)
{
	return n ? UINT64_MAX >> __builtin_clzll(n) : 0;
}

static bool
sreg_counts(enum hd_sreg sreg, uint64_t *most)
{
	*most = sreg == HD_TID    ? HD_MAX_THREADS - 1
		: sreg == HD_NTID ? HD_MAX_THREADS
				  : INT32_MAX;
	return true;
}

/* A sum, product or shift: of what is small, or of which C says that it does not wrap. */
static bool
fits(LLVMValueRef i, bool wraps, uint64_t r, uint64_t *most)
{
	bool small = !wraps && r <= largest(i);

	*most = small ? r : largest(i);
	return small || LLVMGetNSW(i);
}

/* What comes out of two operands that are not negative and at most x and y. */
static bool
both_count(LLVMValueRef i, uint64_t x, uint64_t y, uint64_t *most)
{
	uint64_t r = 0;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAdd: {
		bool wraps = __builtin_add_overflow(x, y, &r);

		return fits(i, wraps, r, most);
	}
	case LLVMMul: {
		bool wraps = __builtin_mul_overflow(x, y, &r);

		return fits(i, wraps, r, most);
	}
	case LLVMShl: {
		bool wraps = y > 31 || __builtin_mul_overflow(x, 1ull << y, &r);

		return fits(i, wraps, r, most);
	}
	case LLVMOr:
	case LLVMXor:
		*most = filled(x | y);
		return true;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		*most = x;
		return true;
	case LLVMURem:
	case LLVMSRem:
		*most = x < y ? x : y;
		return true;
	default:
		return false;
	}
}

/* One operand is enough. */
static bool
one_counts(question *q, LLVMValueRef i, uint64_t *most, int depth)
{
	LLVMValueRef by = LLVMGetOperand(i, 1);
	uint64_t n = LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAnd:
		return is_counted(q, by, most, depth) ||
		       is_counted(q, LLVMGetOperand(i, 0), most, depth);
	case LLVMLShr:
		*most = largest(i);
		return n > 0;
	case LLVMURem:
		*most = n - 1;
		return n > 0 && n - 1 <= largest(i);
	case LLVMUDiv:
		*most = largest(i);
		return n > 1;
	default:
		return false;
	}
}

static bool
binary_counts(question *q, LLVMValueRef i, uint64_t *most, int depth)
{
	uint64_t x, y;

	if (is_counted(q, LLVMGetOperand(i, 1), &y, depth) &&
	    is_counted(q, LLVMGetOperand(i, 0), &x, depth) && both_count(i, x, y, most))
		return true;
	return one_counts(q, i, most, depth);
}

/* What begins as a count and stays one from round to round, if it is one. */
static bool
phi_counts(question *q, LLVMValueRef phi, uint64_t *most, int depth)
{
	int before = q->phis;
	uint64_t one;

	*most = largest(phi);
	for (int k = 0; k < q->phis; k++)
		if (q->phi[k] == phi)
			return true;
	if (q->phis == MOST_PHIS)
		return false;
	q->phi[q->phis++] = phi;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
		if (!is_counted(q, LLVMGetIncomingValue(phi, k), &one, depth)) {
			q->phis = before; /* nor is what followed from it */
			return false;
		}
	return true;
}

static bool
choice_counts(question *q, LLVMValueRef x, LLVMValueRef y, uint64_t *most, int depth)
{
	uint64_t a, b;

	if (!is_counted(q, x, &a, depth) || !is_counted(q, y, &b, depth))
		return false;
	*most = a > b ? a : b;
	return true;
}

static bool
call_counts(question *q, LLVMValueRef call, uint64_t *most, int depth)
{
	int dim;
	enum hd_sreg sreg = hd_sreg_read(call, &dim);

	if (sreg != HD_NOT_SREG)
		return sreg_counts(sreg, most);
	if (hd_calls_prefix(call, "llvm.smax.i")) {
		*most = largest(call);
		return is_counted(q, LLVMGetOperand(call, 0), &(uint64_t){0}, depth) ||
		       is_counted(q, LLVMGetOperand(call, 1), &(uint64_t){0}, depth);
	}
	if (hd_calls_prefix(call, "llvm.smin.i"))
		return choice_counts(q, LLVMGetOperand(call, 0),
				     LLVMGetOperand(call, 1), most, depth);
	return false;
}

static bool
cast_counts(question *q, LLVMValueRef cast, uint64_t *most, int depth)
{
	LLVMValueRef x = LLVMGetOperand(cast, 0);

	if (!hd_is_integer(LLVMTypeOf(x)) || LLVMGetIntTypeWidth(LLVMTypeOf(x)) > 64)
		return false;
	if (is_counted(q, x, most, depth))
		return *most <= largest(cast);
	*most = largest(x) * 2 + 1;
	return hd_is_opcode(cast, LLVMZExt);
}

/* Whether an integer is not negative, and then the most it can be. */
static bool
is_counted(question *q, LLVMValueRef v, uint64_t *most, int depth)
{
	if (!hd_is_integer(LLVMTypeOf(v)) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	if (LLVMIsAConstantInt(v)) {
		*most = LLVMConstIntGetZExtValue(v);
		return *most <= largest(v);
	}
	if (!LLVMIsAInstruction(v) || depth == 0 || ++q->asked > MOST_ASKED)
		return false;
	if (LLVMIsABinaryOperator(v))
		return binary_counts(q, v, most, depth - 1);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
		return cast_counts(q, v, most, depth - 1);
	case LLVMPHI:
		return phi_counts(q, v, most, depth - 1);
	case LLVMSelect:
		return choice_counts(q, LLVMGetOperand(v, 1), LLVMGetOperand(v, 2),
				     most, depth - 1);
	case LLVMCall:
		return call_counts(q, v, most, depth - 1);
	default:
		return false;
	}
}

/* Threads that do not exist may have other numbers. */
bool
hd_is_count(LLVMValueRef v)
{
	question q = {0};
	uint64_t most;

	return is_counted(&q, v, &most, DEPTH);
}
