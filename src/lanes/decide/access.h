/* SPDX-License-Identifier: Apache-2.0 */
/* In which way a group may access memory. */
#ifndef HD_LANES_DECIDE_ACCESS_H
#define HD_LANES_DECIDE_ACCESS_H

#include "decide.h"
#include "lanes/read/two_rows.h"

/* access.c */
bool hd_is_contiguous(const hd_code *c, LLVMValueRef i);
bool hd_is_blendable(const hd_code *c, LLVMValueRef i);
bool hd_is_nowrap(const hd_code *c, LLVMValueRef p); /* the shape that it may have */
bool hd_has_unknown_size(LLVMValueRef p);            /* what it points to */
bool hd_is_stride2(const hd_code *c, LLVMValueRef i, bool masked);
bool hd_fits_dummy(const hd_code *c, LLVMValueRef i);
bool hd_divides_as_floats(const hd_code *c, LLVMValueRef i);
/* a[i] += x, done where the store is */
bool hd_is_update(const hd_layout *l, LLVMValueRef store, bool masked);
bool hd_is_in_update(const hd_layout *l, LLVMValueRef i, bool masked);
unsigned hd_updated_operand(LLVMValueRef x, LLVMValueRef p);

/* gather.c: of lanes that may be anywhere, or in shared memory; not of strides */
bool hd_has_gather(const hd_code *c, LLVMValueRef load);
bool hd_is_gatherable(const hd_code *c, LLVMValueRef i); /* or scatterable */
bool hd_has_gather_instruction(const hd_code *c,
			       LLVMTypeRef t); /* has it instructions? */
/* The name of the instruction for such elements, and how many lanes it takes at once. */
const char *hd_gather_instruction(const hd_code *c, LLVMTypeRef t, bool writes,
				  unsigned *lanes);

/* interleave.c */
enum { HD_MOST_INTERLEAVED = 4 };
typedef struct hd_interleaved {
	LLVMValueRef at
		[HD_MOST_INTERLEAVED]; /* in the order of memory; NULL: not asked for */
	LLVMValueRef leader;           /* where all of them are done */
	int n, every; /* how many; how many elements a lane is from the next */
	bool exact;   /* where they are is known without asking */
} hd_interleaved;
bool hd_find_interleaved(const hd_code *c, LLVMValueRef i, hd_interleaved *g);
double hd_interleave_share(const hd_code *c,
			   LLVMValueRef i); /* of the vectors; 0: no */

/* aos.c */
enum { HD_MOST_WORDS = 4 };
typedef struct hd_aos {
	LLVMValueRef
		at[HD_MOST_WORDS]; /* in the order of memory; NULL: the last, unused */
	LLVMValueRef leader;       /* where all of them are loaded, or stored */
	int n;                     /* 2 or 4 */
} hd_aos;
bool hd_find_aos(const hd_code *c, LLVMValueRef i, hd_aos *q);
bool hd_is_in_aos(const hd_code *c, LLVMValueRef i);

/* window.c: elements by lane; in how many vectors it is; where it begins in bytes */
enum { HD_MOST_PARTS = 4 };
typedef struct hd_window {
	int at[HD_WARP], parts;
	int64_t from;
	bool distinct;
} hd_window;
bool hd_find_window(const hd_code *c, LLVMValueRef i, hd_window *w);
bool hd_has_window(const hd_code *c, LLVMValueRef access);

/* atomic.c */
bool hd_is_plain_atomic(const hd_unit *u,
			LLVMValueRef i); /* load, compute, store will do */
bool hd_is_group_atomic(const hd_code *c, LLVMValueRef i);

#endif
