/* SPDX-License-Identifier: Apache-2.0 */
/* Basic blocks, allocas and counted loops of the new function. */
#include "lanes/emit/emit.h"

LLVMValueRef
hd_alloca(hd_emit *e, LLVMTypeRef t, const char *name)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(e->u->c);
	LLVMValueRef last = LLVMGetBasicBlockTerminator(e->allocas), r;

	if (last)
		LLVMPositionBuilderBefore(b, last);
	else
		LLVMPositionBuilderAtEnd(b, e->allocas);
	r = LLVMBuildAlloca(b, t, name);
	LLVMDisposeBuilder(b);
	return r;
}

void
hd_start_block(hd_emit *e, LLVMBasicBlockRef bb)
{
	hd_check(!LLVMGetBasicBlockTerminator(bb));
	LLVMPositionBuilderAtEnd(e->b, bb);
	LLVMSetCurrentDebugLocation2(e->b, e->at);
	e->val.epoch++;
}

LLVMBasicBlockRef
hd_block(hd_emit *e, const char *name)
{
	return hd_new_block(e->u, e->fn, name);
}

void
hd_branch(hd_emit *e, LLVMBasicBlockRef to)
{
	hd_check(!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(e->b)));
	LLVMBuildBr(e->b, to);
	hd_start_block(e, to);
}

hd_for
hd_for_begin(hd_emit *e, LLVMValueRef limit, int step, const char *name)
{
	hd_arena *a = &e->u->scratch;
	LLVMTypeRef t = LLVMTypeOf(limit);
	LLVMBasicBlockRef body = hd_block(e, hd_format(a, "%s.body", name));
	hd_for f = {.slot = hd_alloca(e, t, name),
		    .head = hd_block(e, hd_format(a, "%s.head", name)),
		    .exit = hd_block(e, hd_format(a, "%s.exit", name)),
		    .step = step};

	LLVMBuildStore(e->b, LLVMConstNull(t), f.slot);
	hd_branch(e, f.head);
	f.now = LLVMBuildLoad2(e->b, t, f.slot, name);
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntULT, f.now, limit, ""), body,
			f.exit);
	hd_start_block(e, body);
	return f;
}

void
hd_for_end(hd_emit *e, hd_for *f)
{
	LLVMTypeRef t = LLVMTypeOf(f->now);
	LLVMValueRef now = LLVMBuildLoad2(e->b, t, f->slot, "");
	LLVMValueRef next =
		LLVMBuildAdd(e->b, now, LLVMConstInt(t, (uint64_t)f->step, false), "");

	hd_check(f->slot && !f->latch);
	LLVMSetNUW(next, true);
	LLVMBuildStore(e->b, next, f->slot);
	f->latch = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, f->head);
	hd_start_block(e, f->exit);
}
