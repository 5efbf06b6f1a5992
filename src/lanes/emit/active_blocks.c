/* SPDX-License-Identifier: Apache-2.0 */
/* How many blocks of a launch have anything to do.
 *
 *     if (y >= height - t) return;
 *
 * in front of everything else leaves nothing to do for blocks of which even the first row is
 * that far down; they are the last ones. Programs that launch one grid for less and less work
 * have many of them, and a launch that leaves them out gives every thread an even part of the
 * others. A function of the launch, which the runtime asks, says how many blocks are left:
 *
 *     i64 hd.useful.k(hd_frame *frame), of which grid, block and args are set */
#include "lanes/emit/emit.h"

static LLVMValueRef
wide(hd_emit *e, LLVMValueRef v)
{
	return LLVMBuildZExt(e->b, v, e->u->i64, "");
}

static LLVMValueRef
both(hd_emit *e, LLVMValueRef x, LLVMIntPredicate p, LLVMValueRef y, LLVMValueRef z)
{
	return LLVMBuildAnd(e->b, x, LLVMBuildICmp(e->b, p, y, z, ""), "");
}

/* The blocks in front of the guard's bound, if that is all of the grid beyond it, and no
 * coordinate wraps around. */
static LLVMValueRef
leave_out(hd_emit *e, const hd_guard *g, LLVMValueRef all)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	LLVMValueRef one = hd_i64(u, 1), none = hd_i64(u, 0), n = hd_guard_bound(e, g),
		     width, most, yes = LLVMConstInt(u->i1, 1, false);

	width = g->factor ? hd_i64(u, g->factor) : wide(e, e->blk.ntid[g->dim]);
	n = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, n, none, ""), none, n, "");
	n = LLVMBuildAdd(b, n, LLVMBuildSub(b, width, one, ""), "");
	n = LLVMBuildUDiv(b, n, width, "blocks");
	most = LLVMBuildMul(b, wide(e, e->blk.nctaid[g->dim]), width, "");
	most = LLVMBuildAdd(b, most, wide(e, e->blk.ntid[g->dim]), "");
	yes = both(e, yes, LLVMIntULE, most, hd_i64(u, INT32_MAX));
	for (int d = 0; d < 3; d++)
		if (d < g->dim)
			n = LLVMBuildMul(b, n, wide(e, e->blk.nctaid[d]), "");
		else if (d > g->dim)
			yes = both(e, yes, LLVMIntEQ, e->blk.nctaid[d], hd_i32(u, 1));
	yes = both(e, yes, LLVMIntULT, n, all);
	return LLVMBuildSelect(b, yes, n, all, "useful");
}

void
hd_emit_active_blocks(hd_layout *l)
{
	const hd_code *c = l->c;
	hd_unit *u = c->u;
	hd_guards all = hd_find_launch_guards(c);
	LLVMValueRef fn, n;
	hd_emit *e;

	if (!all.n || !hd_does(u, HD_TRICK_useful) || u->opt.debug_device)
		return;
	fn = LLVMAddFunction(u->m,
			     hd_format(&u->scratch, HD_USEFUL "%s", hd_name(c->fn)),
			     LLVMFunctionType(u->i64, &u->ptr, 1, false));
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	hd_add_attr(u, fn, "nounwind");
	hd_target_attrs(u, fn);
	e = HD_NEW(&u->mem, hd_emit);
	e->u = u;
	e->c = c;
	e->l = l;
	e->fn = fn;
	e->blk.frame = LLVMGetParam(fn, 0);
	e->b = LLVMCreateBuilderInContext(u->c);
	e->val.arg = HD_NEW_ARRAY(&u->mem, LLVMValueRef, (size_t)c->nv + 1);
	LLVMPositionBuilderAtEnd(e->b, hd_new_block(u, fn, "start"));
	hd_load_launch(e);
	n = LLVMBuildMul(e->b, wide(e, e->blk.nctaid[0]), wide(e, e->blk.nctaid[1]),
			 "");
	n = LLVMBuildMul(e->b, n, wide(e, e->blk.nctaid[2]), "all");
	for (size_t k = 0; k < all.n; k++)
		n = leave_out(e, &all.at[k], n);
	LLVMBuildRet(e->b, n);
	LLVMDisposeBuilder(e->b);
}
