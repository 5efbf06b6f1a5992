/* SPDX-License-Identifier: Apache-2.0 */
/* Guards: a position that is compared with a bound, x < n. The bound is the same along a row
 * and can be computed before the kernel's own code. */
#include "lanes/read/read.h"

int
hd_way_for_large(LLVMIntPredicate p, bool left)
{
	switch (p) {
	case LLVMIntULT:
	case LLVMIntULE:
	case LLVMIntSLT:
	case LLVMIntSLE:
		return left;
	case LLVMIntUGT:
	case LLVMIntUGE:
	case LLVMIntSGT:
	case LLVMIntSGE:
		return !left;
	default:
		return -1;
	}
}

enum { DEPTH = 16, SMALL = 64 };

/* Of a parameter by value that is never written. */
static bool
is_field(LLVMValueRef p)
{
	while (hd_is_opcode(p, LLVMGetElementPtr)) {
		for (int k = 1; k < LLVMGetNumOperands(p); k++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(p, (unsigned)k)))
				return false;
		p = LLVMGetOperand(p, 0);
	}
	return LLVMIsAArgument(p) && hd_is_parameter_struct(p);
}

/* The same along the row, and to be had before anything else is computed. */
bool
hd_is_row_invariant(LLVMValueRef v, int depth)
{
	LLVMOpcode o;
	int dim;

	if (!LLVMIsAInstruction(v))
		return !LLVMIsAArgument(v) || hd_is_integer(LLVMTypeOf(v));
	if (depth == 0)
		return false;
	switch (hd_sreg_read(v, &dim)) {
	case HD_NOT_SREG:
		break;
	case HD_NTID:
	case HD_NCTAID:
		return true;
	default:
		return dim != 0;
	}
	o = LLVMGetInstructionOpcode(v);
	if (o == LLVMLoad)
		return hd_is_ordinary(v) && hd_is_integer(LLVMTypeOf(v)) &&
		       is_field(LLVMGetOperand(v, 0));
	if (!(o >= LLVMAdd && o <= LLVMXor && !hd_is_division(o)) && o != LLVMZExt &&
	    o != LLVMSExt && o != LLVMTrunc && o != LLVMSelect && o != LLVMICmp)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!hd_is_row_invariant(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

/* Is it asked, with others, whether all lanes agree to it? (unguard_loops.c) */
static bool
is_of_all(LLVMValueRef cond)
{
	hd_each_use (use, cond) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_calls_prefix(user, HD_ALL) ||
		    (hd_is_opcode(user, LLVMAnd) && is_of_all(user)))
			return true;
	}
	return false;
}

/* x OP bound, or bound OP x, of that dimension. What split_conditions asks first may be
 * frozen. */
bool
hd_read_guard(LLVMValueRef cond, int dim, hd_guard *g)
{
	LLVMValueRef a, b;

	if (hd_is_opcode(cond, LLVMFreeze))
		cond = LLVMGetOperand(cond, 0);
	if (!hd_is_opcode(cond, LLVMICmp))
		return false;
	a = LLVMGetOperand(cond, 0);
	b = LLVMGetOperand(cond, 1);
	g->p = LLVMGetICmpPredicate(cond);
	if (!hd_is_position(a, dim)) {
		LLVMValueRef t = a;

		a = b;
		b = t;
		g->p = hd_swapped_predicate(g->p);
	}
	if (!hd_is_position(a, dim) || LLVMGetIntTypeWidth(LLVMTypeOf(a)) != 32 ||
	    !hd_is_row_invariant(b, DEPTH))
		return false;
	g->dim = dim;
	g->factor = hd_position_factor(a, dim);
	g->bound = b;
	g->small = (LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) <= SMALL) ||
		   ((g->p == LLVMIntSGE || g->p == LLVMIntSGT) && is_of_all(cond));
	return true;
}

/* Does x == bound belong to what lies in front of it? */
bool
hd_includes_bound(const hd_guard *g)
{
	hd_check(g->bound != NULL);
	switch (g->p) {
	case LLVMIntULE:
	case LLVMIntSLE:
	case LLVMIntUGT:
	case LLVMIntSGT:
		return true;
	case LLVMIntEQ:
	case LLVMIntNE:
		return g->small;
	default:
		return false;
	}
}

int
hd_guard_way(LLVMValueRef cond)
{
	hd_guard g;

	if (!hd_read_guard(cond, 0, &g))
		return -1;
	switch (g.p) {
	case LLVMIntEQ:
		return 1;
	case LLVMIntNE:
		return 0;
	default:
		return hd_way_for_large(g.p, true) == g.small;
	}
}
