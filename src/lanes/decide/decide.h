/* SPDX-License-Identifier: Apache-2.0 */
/* What is decided of a function before anything is emitted. Nothing here builds IR; see
 * ../README.md. */
#ifndef HD_LANES_DECIDE_H
#define HD_LANES_DECIDE_H

#include "lanes/read/read.h"

/* choose_lanes.c */
const char *hd_why_one_lane(const hd_code *c); /* NULL: several lanes are possible */
void hd_choose_lanes(hd_code *c, bool narrow); /* and their shapes */
bool hd_is_large(const hd_code *c);            /* with all that is done lane by lane */
int hd_most_loop_bytes(const hd_code *c);      /* per lane, of vectors in a loop */

/* cost.c */
double hd_gain_of_vectors(const hd_code *c);
bool hd_is_gain_unsure(const hd_code *c);

void hd_choose_rows(hd_code *c); /* jam.c */
void hd_find_keep(hd_code *c);   /* remat.c */

/* block_order.c */
void hd_find_walk(hd_code *c);
bool hd_is_divisible(const hd_code *c);

/* prefetch.c, streams.c */
enum hd_first_use { HD_TO_READ = 1, HD_TO_WRITE = 2, HD_IN_ROUNDS = 4, HD_HERE = 8 };
void hd_find_first_accesses(hd_code *c);
bool hd_has_large_strides(const hd_code *c);
bool hd_follows_rows(LLVMValueRef p); /* of a block with several */
void hd_find_streams(hd_code *c);

/* tail.c: who of a row has something to do in region r, in whole groups (0 = all; r < 0: all
 * regions are in here); how many groups there are in one round (0 = LLVM decides); do rows
 * become straight code? */
uint32_t hd_busy_threads(hd_code *c, int r);
uint32_t hd_groups_to_unroll(const hd_code *c, int r, uint32_t busy);
bool hd_unrolls_rows(const hd_code *c, int r);

bool hd_has_sure_part(const hd_code *c); /* interior.c */

/* active_blocks.c */
typedef HD_VEC(hd_guard) hd_guards;
hd_guards hd_find_launch_guards(const hd_code *c);

/* versions.c */
static inline uint32_t
hd_align_up(uint32_t x, uint32_t to)
{
	return (x + to - 1) / to * to;
}

typedef struct hd_versions {
	hd_code *wide;
	hd_code *narrow; /* for blocks too narrow for it; NULL = there is none */
	hd_code *plain;  /* for launches with short rows; likewise */
	hd_code *known;  /* for the blocks that the host code launches; NULL likewise */
	hd_code *direct; /* the same, for launches whose arrays are apart; likewise */
	bool unsure; /* whether `narrow` is faster for all blocks: the runtime finds out */
	bool sole; /* all blocks but those of `known` run in `narrow` */
	const struct hd_versions *fit; /* for launches with certain strides; likewise */
} hd_versions;
hd_versions hd_read_versions(hd_lower *l, LLVMValueRef fn, bool few);
const hd_versions *hd_read_fitting(hd_lower *l, LLVMValueRef fn); /* a list */
void hd_place_shared(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef fn);

/* remarks.c: ways to access memory that remarks tell of */
enum hd_way {
	HD_AHEAD = 1,
	HD_EVERY_OTHER = 2,
	HD_WINDOW = 4,
	HD_AT_ONCE = 8,
	HD_IN_PAGE = 16,
	HD_NOT_ATOMIC = 32,
	HD_ONE_ATOMIC = 64,
	HD_CHANNELS = 128,
	HD_QUADS = 256,
	HD_TWO_ROWS = 512,
};
void hd_note_way(hd_code *c, LLVMValueRef access, enum hd_way way);

void hd_tell_row_end(const hd_code *c, LLVMValueRef guard);
void hd_tell_versions(const hd_versions *v, LLVMValueRef made);

#endif
