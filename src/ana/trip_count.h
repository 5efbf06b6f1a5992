/* SPDX-License-Identifier: Apache-2.0 */
/* How often loops run, where constants alone say so, or for one thread. */
#ifndef HD_TRIP_COUNT_H
#define HD_TRIP_COUNT_H

#include "ana/access.h"

typedef struct hd_steps {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_loops loops;
	hd_loop *loop;          /* the one whose rounds are computed */
	hd_map now;             /* its phis -> their value in this round */
	const uint32_t *thread; /* whose iterations they are; NULL: all threads' */
} hd_steps;

LLVMBasicBlockRef hd_steps_block(const hd_steps *s, int n);
/* 0: unknown, or more than `most`. */
unsigned hd_count_steps(hd_steps *s, hd_loop *l, unsigned most);

#endif
