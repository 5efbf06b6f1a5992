/* SPDX-License-Identifier: Apache-2.0 */
/* Windows: vectors in shared memory that a group loads as a whole, to pick each lane's element
 * by its pattern (read/pattern.c). */
#include "lanes/decide/access.h"

enum { ROOM = 512 }; /* bytes around shared memory */

bool
hd_find_window(const hd_code *c, LLVMValueRef i, hd_window *w)
{
	const hd_pattern *p = hd_pattern_of(c, hd_pointer_of(i));
	int64_t size = (int64_t)hd_size_of(c->u, hd_access_type(i)), low = INT64_MAX,
		high = INT64_MIN;
	hd_bits taken;

	if (!p || size > 8)
		return false;
	for (int l = 0; l < c->w.lanes; l++) {
		low = p->off[l] < low ? p->off[l] : low;
		high = p->off[l] > high ? p->off[l] : high;
	}
	w->from = low >= 0 && high < HD_MOST_PARTS * c->w.lanes * size ? 0 : low;
	w->parts = (int)((high - w->from) / size) / c->w.lanes + 1;
	w->distinct = true;
	if (w->parts > HD_MOST_PARTS)
		return false;
	taken = hd_bits_new(&c->u->scratch, (size_t)(HD_MOST_PARTS * c->w.lanes));
	for (int l = 0; l < c->w.lanes; l++) {
		int64_t at = p->off[l] - w->from;

		if (at % size)
			return false;
		w->at[l] = (int)(at / size);
		hd_check(w->at[l] >= 0 && w->at[l] < w->parts * c->w.lanes);
		w->distinct &= !hd_bit(&taken, (size_t)w->at[l]);
		hd_bit_set(&taken, (size_t)w->at[l]);
	}
	return true;
}

/* Shared memory only: a window has elements that no lane asked for. */
bool
hd_has_window(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeRef t = hd_access_type(i);
	uint64_t size = hd_size_of(c->u, t);
	hd_window w;

	return hd_does(c->u, HD_TRICK_blend) && hd_points_to_shared(hd_pointer_of(i)) &&
	       HD_MOST_PARTS * size * (uint64_t)c->w.lanes <= ROOM &&
	       LLVMSizeOfTypeInBits(c->u->dl, t) == 8 * size && hd_is_ordinary(i) &&
	       hd_find_window(c, i, &w) && (hd_is_opcode(i, LLVMLoad) || w.distinct);
}
