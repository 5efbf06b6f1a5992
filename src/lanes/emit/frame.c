/* SPDX-License-Identifier: Apache-2.0 */
/* The block's frame: what generated code shares with the runtime. */
#include "lanes/emit/emit.h"

LLVMValueRef
hd_frame_load(hd_emit *e, LLVMTypeRef t, size_t offset, const char *name)
{
	LLVMValueRef p = hd_offset(e->u, e->b, e->blk.frame, (int64_t)offset, "");

	hd_check(offset < sizeof(hd_frame));
	return LLVMBuildLoad2(e->b, t, p, name);
}

/* Volatile: crash reports, debuggers and called functions read what is stored here. */
void
hd_frame_store(hd_emit *e, LLVMValueRef v, size_t offset)
{
	LLVMValueRef p = hd_offset(e->u, e->b, e->blk.frame, (int64_t)offset, "");

	hd_check(offset < sizeof(hd_frame));
	LLVMSetVolatile(LLVMBuildStore(e->b, v, p), true);
}

/* What a read of a thread coordinate gives, or NULL if this is none. */
LLVMValueRef
hd_coordinate(hd_emit *e, LLVMValueRef i)
{
	static const size_t field[] = {
		[HD_TID] = offsetof(hd_frame, thread_index),
		[HD_NTID] = offsetof(hd_frame, block),
		[HD_CTAID] = offsetof(hd_frame, block_index),
		[HD_NCTAID] = offsetof(hd_frame, grid),
	};

	int dim;
	enum hd_sreg sreg = hd_sreg_read(i, &dim);

	if (sreg == HD_NOT_SREG)
		return NULL;
	if (!e->c->is_kernel)
		return hd_frame_load(e, e->u->i32, field[sreg] + 4 * (size_t)dim, "");
	switch (sreg) {
	case HD_TID:
		return e->blk.tid[dim];
	case HD_NTID:
		return e->blk.ntid[dim];
	case HD_CTAID:
		return e->blk.ctaid[dim];
	default:
		return e->blk.nctaid[dim];
	}
}
