/* SPDX-License-Identifier: Apache-2.0 */
/* What a launch passes to a kernel: packed arguments, and the shapes of grid and block. */
#include "lanes/emit/emit.h"

/* Where argument `param` lies in the packed block, which ends at *end so far. */
hd_arg
hd_place_argument(hd_unit *u, LLVMValueRef fn, unsigned param, uint32_t *end)
{
	LLVMTypeRef byval = hd_byval_type(fn, param);
	LLVMTypeRef t = byval ? byval : LLVMTypeOf(LLVMGetParam(fn, param));
	unsigned align = byval ? hd_byval_align(u, fn, param) : hd_align_of(u, t);
	hd_arg at = {(*end + align - 1) / align * align, (uint32_t)hd_size_of(u, t)};

	*end = at.offset + at.size;
	return at;
}

static void
load_arguments(hd_emit *e)
{
	hd_unit *u = e->u;
	LLVMValueRef fn = e->c->fn;
	LLVMValueRef args = hd_frame_load(e, u->ptr, offsetof(hd_frame, args), "args");
	unsigned n = LLVMCountParams(fn), of, at;
	uint32_t end = 0, *place = HD_NEW_ARRAY(&u->scratch, uint32_t, (size_t)n + 1);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef old = LLVMGetParam(fn, k), p;

		place[k] = hd_is_field(fn, k, &of, &at)
				   ? place[of] + at
				   : hd_place_argument(u, fn, k, &end).offset;
		p = hd_offset(u, e->b, args, place[k], "");

		if (hd_byval_type(fn, k))
			e->val.arg[k] = p;
		else if (LLVMTypeOf(old) == u->i1)
			e->val.arg[k] =
				LLVMBuildTrunc(e->b, LLVMBuildLoad2(e->b, u->i8, p, ""),
					       u->i1, hd_name(old));
		else
			e->val.arg[k] =
				LLVMBuildLoad2(e->b, LLVMTypeOf(old), p, hd_name(old));
		if (k >= hd_count_arguments(fn))
			LLVMSetAlignment(e->val.arg[k], 1); /* of a packed struct */
	}
}

static void
load_shape(hd_emit *e)
{
	for (size_t d = 0; d < 3; d++) {
		e->blk.ntid[d] = hd_frame_load(
			e, e->u->i32, offsetof(hd_frame, block) + 4 * d, "ntid");
		e->blk.nctaid[d] = hd_frame_load(
			e, e->u->i32, offsetof(hd_frame, grid) + 4 * d, "nctaid");
	}
}

void
hd_load_launch(hd_emit *e)
{
	load_arguments(e);
	load_shape(e);
}
