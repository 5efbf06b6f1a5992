/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that run a known number of times, and which of them are to become straight code. */
#ifndef HD_STEPS_H
#define HD_STEPS_H

#include "ana/access.h"

typedef struct hd_steps {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_loops loops;
	hd_loop *loop;          /* the one whose rounds are computed */
	hd_map now;             /* its phis -> their value in this round */
	const uint32_t *thread; /* whose rounds they are; NULL: everybody's */
} hd_steps;

LLVMBasicBlockRef hd_steps_block(const hd_steps *s, int n);
/* 0: nobody knows, or it is more than `most`. */
unsigned hd_count_steps(hd_steps *s, hd_loop *l, unsigned most);
/* Notes, by their numbers, loops over small private arrays. */
void hd_choose_array_loops(hd_steps *s, hd_bits *chosen);
/* Likewise, loops in which the threads of a block take a few turns. */
void hd_choose_turns(hd_steps *s, hd_bits *chosen);
/* Likewise, loops of known length that only compute. */
void hd_choose_known_loops(hd_steps *s, hd_bits *chosen);
/* Likewise, loops over the channels of pictures. */
void hd_choose_channel_loops(hd_steps *s, hd_bits *chosen);
/* Likewise, loops of which four rounds are to become one. */
void hd_choose_row_loops(hd_steps *s, hd_bits *chosen);

#endif
