/* SPDX-License-Identifier: Apache-2.0 */
/* Leaving the walk over blocks early (decide/walk_exit.c). */
#include "lanes/emit/flow.h"

/* x may not wrap around before the walk is over, which is some ten thousand threads long
 * or blocks, of which none is wider than hd_is_block_part says. */
static LLVMValueRef
has_way_to_go(hd_emit *e, LLVMValueRef cond, int dim)
{
	enum { LONGEST = 1 << 26 };
	LLVMValueRef a = LLVMGetOperand(cond, 0),
		     x = hd_is_position(a, dim) ? a : LLVMGetOperand(cond, 1);
	LLVMTypeRef t = LLVMTypeOf(x);
	LLVMIntPredicate p = LLVMGetICmpPredicate(cond);
	bool sign = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT ||
		    p == LLVMIntSGE;
	uint64_t most = sign ? INT32_MAX - LONGEST : UINT32_MAX - LONGEST;

	return LLVMBuildICmp(e->b, sign ? LLVMIntSLE : LLVMIntULE, hd_use(e, x),
			     LLVMConstInt(t, most, false), "goes.on");
}

/* NULL: it goes on. *rows: may the rows of the block that follow be left out as well? */
LLVMValueRef
hd_emit_walk_exit(hd_flow *p, int n, size_t k, LLVMValueRef *rows)
{
	enum hd_walk_exit exit = hd_find_walk_exit(&p->plan, n, k);
	LLVMValueRef cond = hd_comparison_at(&p->plan, n);

	*rows = NULL;
	if (exit == HD_WALK_GOES_ON)
		return NULL;
	if (exit == HD_WALK_ENDS_X)
		return has_way_to_go(p->e, cond, 0);
	if (exit == HD_WALK_ENDS_ROWS)
		*rows = has_way_to_go(p->e, cond, 1);
	return LLVMConstInt(p->e->u->i1, 1, false);
}
