/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of windows (decide/window.c). Where a window begins does not depend on the
 * pattern, so that those that interleave share it. */
#include "lanes/emit/access/access.h"

static LLVMValueRef
part_address(hd_emit *e, LLVMValueRef i, const hd_window *w, int part)
{
	int64_t size = (int64_t)hd_size_of(e->u, hd_access_type(i));

	hd_check(part >= 0 && part < w->parts);
	return hd_offset(e->u, e->b, hd_common_base(e, hd_pointer_of(i)),
			 w->from + part * e->c->w.lanes * size, "");
}

static LLVMValueRef
load_part(hd_emit *e, LLVMValueRef i, const hd_window *w, int part)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, hd_vector_type(e->c, hd_access_type(i)),
					part_address(e, i, w, part), "part");

	LLVMSetAlignment(r, LLVMGetAlignment(i));
	return r;
}

static LLVMValueRef
shuffle(hd_emit *e, LLVMValueRef a, LLVMValueRef b, const int *at)
{
	LLVMValueRef k[HD_WARP];

	for (int l = 0; l < e->c->w.lanes; l++)
		k[l] = hd_i32(e->u, at[l]);
	return LLVMBuildShuffleVector(e->b, a, b,
				      LLVMConstVector(k, (unsigned)e->c->w.lanes), "");
}

/* Each lane's element out of the parts. */
static LLVMValueRef
pick(hd_emit *e, LLVMValueRef *part, const hd_window *w)
{
	int n = e->c->w.lanes, at[HD_WARP];
	LLVMValueRef r = NULL;

	for (int k = 0; k < w->parts; k++) {
		for (int l = 0; l < n; l++)
			at[l] = w->at[l] / n == k ? n + w->at[l] % n : l;
		r = r ? shuffle(e, r, part[k], at)
		      : shuffle(e, LLVMGetPoison(LLVMTypeOf(part[k])), part[k], at);
	}
	return r;
}

LLVMValueRef
hd_load_window(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef part[HD_MOST_PARTS];
	hd_window w;

	hd_note_access(e->l, i, HD_WINDOW);
	hd_find_window(e->c, i, &w);
	for (int k = 0; k < w.parts; k++)
		part[k] = load_part(e, i, &w, k);
	return pick(e, part, &w);
}

void
hd_store_window(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), old[HD_MOST_PARTS];
	int n = e->c->w.lanes, at[HD_WARP];
	hd_window w;

	hd_note_access(e->l, i, HD_WINDOW);
	hd_find_window(e->c, i, &w);
	for (int k = 0; k < w.parts; k++)
		old[k] = load_part(e, i, &w, k);
	if (h.mask)
		x = LLVMBuildSelect(e->b, h.mask, x, pick(e, old, &w), "");
	for (int k = 0; k < w.parts; k++) {
		LLVMValueRef s;

		for (int l = 0; l < n; l++)
			at[l] = l;
		for (int l = 0; l < n; l++)
			if (w.at[l] / n == k)
				at[w.at[l] % n] = n + l;
		s = LLVMBuildStore(e->b, shuffle(e, old[k], x, at),
				   part_address(e, i, &w, k));
		LLVMSetAlignment(s, LLVMGetAlignment(i));
	}
}
