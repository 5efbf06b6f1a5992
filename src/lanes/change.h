/* SPDX-License-Identifier: Apache-2.0 */
/* How an index goes on: change.c. */
#ifndef HD_CHANGE_H
#define HD_CHANGE_H

#include "lanes.h"

enum { HD_CHANGE_DEPTH = 12 }; /* of expressions that are looked through */
enum hd_over { HD_OVER_ROUNDS, HD_OVER_BLOCKS, HD_OVER_ROWS };

typedef struct hd_change {
	LLVMValueRef by;  /* of an index; NULL = it does not */
	LLVMValueRef phi; /* the loop's counter, NULL = none was met */
	bool unknown;
} hd_change;

hd_change hd_change_of(hd_emit *e, LLVMValueRef v, enum hd_over over);
/* Is it made from a coordinate, of these dimensions? */
bool hd_mentions(LLVMValueRef v, enum hd_sreg what, int first_dim, int last_dim,
		 int depth);
/* What the k-th way into a phi adds to it; NULL: it is something else. */
LLVMValueRef hd_step_of(LLVMValueRef phi, unsigned k);
/* A counter that is the same in all blocks, from a constant on, by a constant. */
bool hd_is_plain_counter(LLVMValueRef phi);
bool hd_counts_slowly(LLVMValueRef v, int depth); /* an index, by a few each round */
int hd_short_rounds(const hd_code *c, const hd_loop *l); /* 0: many, or unknown */

#endif
