/* SPDX-License-Identifier: Apache-2.0 */
/* What comparisons say. */
#include "ir.h"

LLVMIntPredicate
hd_swapped_predicate(LLVMIntPredicate p)
{
	switch (p) {
	case LLVMIntULT:
		return LLVMIntUGT;
	case LLVMIntULE:
		return LLVMIntUGE;
	case LLVMIntUGT:
		return LLVMIntULT;
	case LLVMIntUGE:
		return LLVMIntULE;
	case LLVMIntSLT:
		return LLVMIntSGT;
	case LLVMIntSLE:
		return LLVMIntSGE;
	case LLVMIntSGT:
		return LLVMIntSLT;
	case LLVMIntSGE:
		return LLVMIntSLE;
	default:
		return p;
	}
}

LLVMIntPredicate
hd_inverse_predicate(LLVMIntPredicate p)
{
	switch (p) {
	case LLVMIntEQ:
		return LLVMIntNE;
	case LLVMIntNE:
		return LLVMIntEQ;
	case LLVMIntULT:
		return LLVMIntUGE;
	case LLVMIntULE:
		return LLVMIntUGT;
	case LLVMIntUGT:
		return LLVMIntULE;
	case LLVMIntUGE:
		return LLVMIntULT;
	case LLVMIntSLT:
		return LLVMIntSGE;
	case LLVMIntSLE:
		return LLVMIntSGT;
	case LLVMIntSGT:
		return LLVMIntSLE;
	default:
		return LLVMIntSLT;
	}
}

bool
hd_is_unsigned(LLVMIntPredicate p)
{
	return p == LLVMIntULT || p == LLVMIntULE || p == LLVMIntUGT || p == LLVMIntUGE;
}

/* What it says of x and y, where x is less, or greater. */
bool
hd_says(LLVMIntPredicate p, bool less)
{
	switch (p) {
	case LLVMIntSLT:
	case LLVMIntSLE:
	case LLVMIntULT:
	case LLVMIntULE:
		return less;
	case LLVMIntSGT:
	case LLVMIntSGE:
	case LLVMIntUGT:
	case LLVMIntUGE:
		return !less;
	default:
		return p == LLVMIntNE;
	}
}
