/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops are to become straight code: parts of unroll_loops. */
#ifndef HD_UNROLL_H
#define HD_UNROLL_H

#include "ana/trip_count.h"

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
