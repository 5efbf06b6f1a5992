/* SPDX-License-Identifier: Apache-2.0 */
/* How groups read and write memory. */
#ifndef HD_LANES_ACCESS_H
#define HD_LANES_ACCESS_H

#include "lanes/decide/access.h"
#include "lanes/emit/emit.h"

/* either.c: one way or, hardly ever, the other */
LLVMValueRef hd_either(hd_emit *e, LLVMValueRef i, LLVMValueRef usual,
		       hd_access_fn *one, hd_access_fn *other, hd_here h);
void hd_load_two_rows(hd_emit *e, LLVMValueRef i);

/* stride2.c: every other element, from e->row on. */
LLVMValueRef hd_load_stride2(hd_emit *e, LLVMValueRef i, hd_here h);
void hd_store_stride2(hd_emit *e, LLVMValueRef i, hd_here h);

/* overread.c: what idle lanes may read, too */
bool hd_can_overread(hd_emit *e, LLVMValueRef load, hd_here h);
LLVMValueRef hd_load_overread(hd_emit *e, LLVMValueRef load, hd_here h);

/* interleave.c, aos.c: false: this is not one of those */
bool hd_emit_interleaved(hd_emit *e, LLVMValueRef i, hd_here h);
bool hd_emit_aos(hd_emit *e, LLVMValueRef i, hd_here h);

/* window.c */
LLVMValueRef hd_load_window(hd_emit *e, LLVMValueRef i);
void hd_store_window(hd_emit *e, LLVMValueRef i, hd_here h);

/* gather.c: lane by lane, or by a gather */
LLVMValueRef hd_load_gather(hd_emit *e, LLVMValueRef i, hd_here h);
void hd_store_scatter(hd_emit *e, LLVMValueRef i, hd_here h);
void hd_store_update(hd_emit *e, LLVMValueRef store, hd_here h);

/* address.c: the index of an address, and what is to be used for it under the mask. */
typedef struct hd_idle_index {
	LLVMValueRef index;
	LLVMValueRef lanes; /* a vector */
	LLVMValueRef value; /* to be stored, likewise; NULL: all lanes store the same */
} hd_idle_index;
bool hd_are_operands_available(hd_emit *e, LLVMValueRef i);
bool hd_find_idle_load(hd_emit *e, LLVMValueRef p, hd_idle_index *s,
		       hd_here h); /* to read; false: no */
bool hd_find_idle_store(hd_emit *e, LLVMValueRef p, LLVMValueRef x, hd_idle_index *s,
			hd_here h);
LLVMValueRef hd_lane_address(hd_emit *e, LLVMValueRef p, int lane,
			     const hd_idle_index *other, hd_here h);
LLVMValueRef hd_lane_value(hd_emit *e, LLVMValueRef x, int lane,
			   const hd_idle_index *other);
LLVMValueRef hd_safe_address(hd_emit *e, LLVMValueRef p, int lane,
			     hd_here h); /* or the dummy */

/* gather_x86.c: scale * index in 32 bits behind what lanes have in common */
typedef struct hd_short_index {
	LLVMValueRef base, index; /* a vector */
	unsigned scale;           /* 1, 2, 4 or 8 */
	LLVMValueRef fits;        /* whether 32 bits are enough; NULL: they are */
} hd_short_index;
bool hd_find_short_index(hd_emit *e, LLVMValueRef p, hd_short_index *spots,
			 hd_here h); /* false: is not so */
LLVMValueRef hd_gather_at(hd_emit *e, LLVMTypeRef t, const hd_short_index *p,
			  LLVMValueRef mask);
void hd_scatter_at(hd_emit *e, LLVMTypeRef t, const hd_short_index *p,
		   LLVMValueRef mask, LLVMValueRef x);
hd_short_index hd_words_at(hd_emit *e, const hd_short_index *p, LLVMValueRef *by);

/* vector.c */
LLVMValueRef hd_some_lanes(hd_emit *e, LLVMValueRef v, unsigned first, unsigned n);
LLVMValueRef hd_join_parts(hd_emit *e, LLVMValueRef *part, unsigned count);

/* two_rows.c: of which lanes have the first, or the second; false: not so. *r: what was read */
bool hd_access_two_rows(hd_emit *e, LLVMValueRef i, hd_access_fn *apart,
			LLVMValueRef *r, hd_here h);

/* prefetch.c */
void hd_prefetch_ahead(hd_emit *e, LLVMValueRef load, hd_here h);
void hd_prefetch_next_block(hd_emit *e, LLVMValueRef access, hd_here h);
void hd_prefetch_stream(hd_emit *e, LLVMValueRef access);

/* step.c: by how much an index changes */
enum hd_over { HD_OVER_ROUNDS, HD_OVER_BLOCKS, HD_OVER_ROWS };
typedef struct hd_change {
	LLVMValueRef by;  /* of an index; NULL = it does not */
	LLVMValueRef phi; /* the loop's counter, NULL = none was met */
	bool unknown;
} hd_change;
hd_change hd_change_of(hd_emit *e, LLVMValueRef v, enum hd_over over);

/* narrow.c: what only the first lanes read and write, or some of them write. */
unsigned hd_prefix_lanes(hd_emit *e, hd_here h); /* if so, and known now; 0 = not so */
LLVMValueRef hd_load_prefix(hd_emit *e, LLVMTypeRef t, unsigned align, unsigned n,
			    hd_here h);
void hd_store_prefix(hd_emit *e, LLVMValueRef x, unsigned align, unsigned n, hd_here h);
bool hd_can_store_selected(hd_emit *e, LLVMValueRef store);
void hd_store_selected(hd_emit *e, LLVMValueRef x, unsigned align, hd_here h);

#endif
