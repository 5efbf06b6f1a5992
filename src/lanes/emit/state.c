/* SPDX-License-Identifier: Apache-2.0 */
/* Begin and end of a function that is being built. */
#include "lanes/emit/emit.h"

/* Into a new function, or beside what another one emits. */
hd_emit *
hd_emit_new(hd_layout *l, LLVMValueRef fn, const hd_emit *beside)
{
	const hd_code *c = l->c;
	hd_unit *u = c->u;
	hd_arena *a = &u->mem;
	hd_emit *e = HD_NEW(a, hd_emit);
	size_t nv = (size_t)c->nv + 1;
	LLVMMetadataRef sp = LLVMGetSubprogram(c->fn);

	hd_check(c->w.shape && l->keep.n == (size_t)c->nv);
	hd_check(!beside || beside->fn == fn);
	e->u = u;
	e->c = c;
	e->l = l;
	e->fn = fn;
	e->b = LLVMCreateBuilderInContext(u->c);
	e->val.arg = HD_NEW_ARRAY(a, LLVMValueRef, nv);
	e->val.slot = HD_NEW_ARRAY(a, hd_val, nv);
	e->val.phi_slot = HD_NEW_ARRAY(a, hd_val, nv);
	e->val.cache = HD_NEW_ARRAY(a, hd_val, nv);
	e->val.stamp = HD_NEW_ARRAY(a, unsigned, nv);
	e->val.fixed = HD_NEW_ARRAY(a, LLVMValueRef, nv);
	e->val.fixed_in = HD_NEW_ARRAY(a, unsigned, nv);
	e->val.uniform_slot = HD_NEW_ARRAY(a, LLVMValueRef, nv);
	e->val.uniform_in = HD_NEW_ARRAY(a, LLVMValueRef, nv);
	e->val.kept_in = HD_NEW_ARRAY(a, LLVMValueRef, nv);
	e->val.priv = HD_NEW_ARRAY(a, LLVMValueRef, (size_t)c->np + 1);
	e->reg.bb = HD_NEW_ARRAY(a, LLVMBasicBlockRef, (size_t)c->nn + 1);
	e->blk.frame = LLVMGetParam(fn, 0);
	if (beside) {
		e->allocas = beside->allocas;
		e->at = beside->at;
		return e;
	}
	LLVMSetValueName2(e->blk.frame, "frame", 5);
	e->allocas = hd_block(e, "allocas");
	if (sp) { /* one function per subprogram: the old one is about to go */
		LLVMSetSubprogram(c->fn, NULL);
		LLVMSetSubprogram(fn, sp);
		e->at = LLVMDIBuilderCreateDebugLocation(
			u->c, LLVMDISubprogramGetLine(sp), 0, sp, NULL);
	}
	hd_start_block(e, hd_block(e, "start"));
	return e;
}

/* At the end of a node: nothing is left over that the next one would take for its own. */
void
hd_emit_check(const hd_emit *e, LLVMValueRef mask)
{
	LLVMBasicBlockRef bb = LLVMGetInsertBlock(e->b);

	hd_check(e->mask == mask);
	hd_check(e->aside == 0);
	hd_check(!e->loop.now);
	hd_check(bb && LLVMGetBasicBlockParent(bb) == e->fn);
	hd_check(!LLVMGetBasicBlockTerminator(bb));
}

void
hd_emit_done(hd_emit *e)
{
	LLVMPositionBuilderAtEnd(e->b, e->allocas);
	LLVMSetCurrentDebugLocation2(e->b, e->at);
	LLVMBuildBr(e->b, LLVMGetNextBasicBlock(e->allocas));
	LLVMDisposeBuilder(e->b);
}
