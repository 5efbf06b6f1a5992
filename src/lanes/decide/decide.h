/* SPDX-License-Identifier: Apache-2.0 */
/* What is decided of a function before anything is emitted. Nothing here builds IR; see
 * ../README.md. */
#ifndef HD_LANES_DECIDE_H
#define HD_LANES_DECIDE_H

#include "lanes/read/read.h"

/* What has been decided of a function. */
typedef struct hd_layout {
	hd_code *c;
	const char *why; /* there is one lane only; NULL: asked for, or not so */

	hd_bits keep;          /* values kept across barriers: remat.c */
	uint32_t *keep_at;     /* their offsets in the group's part of the context */
	uint32_t *priv_at;     /* likewise of private variables, or HD_ON_STACK */
	uint32_t group_bytes;  /* size of that part */
	hd_map shared;         /* kernels: shared variable -> offset + 1 */
	uint32_t shared_bytes; /* the dynamic part begins here */

	bool compact;        /* code under masks is to be short rather than fast */
	int rows;            /* of a block, that are worked on at once: jam.c */
	hd_bits jam;         /* regions whose loops are to take them together */
	bool walks_rows;     /* of all blocks side by side in the grid: block_order.c */
	bool long_rows;      /* as if they were one block ... */
	bool reads_around;   /* each thread, in loops, around its place */
	uint32_t row_factor; /* ... if blockDim.x is this; 0 = whatever it is */
	hd_map first_access, streams; /* that ask for rows: prefetch.c, streams.c */
	bool writes_rows;             /* some of those are stores */
	hd_map ways; /* for remarks, per access: bits of enum hd_access_way */
} hd_layout;

enum { HD_ON_STACK = UINT32_MAX };

/* Where a group's context begins with its state: of warp operations, in an hd_lane. */
enum { HD_GROUP_STATE = offsetof(hd_lane, state), HD_GROUP_FIRST = 8 };

/* With several lanes the state is a byte per lane: has it not returned? */
static inline uint32_t
hd_state_bytes(const hd_code *c)
{
	return c->w.lanes > HD_GROUP_FIRST ? (uint32_t)c->w.lanes : HD_GROUP_FIRST;
}

/* Blocks with a shorter row than this run with one lane. */
static inline uint32_t
hd_narrow_below(const hd_code *c)
{
	return c->w.lanes > 2 ? (uint32_t)c->w.lanes / 2 : 2;
}

/* choose_lanes.c */
const char *hd_why_one_lane(const hd_code *c);   /* NULL: several lanes are possible */
void hd_choose_lanes(hd_layout *l, bool narrow); /* and their shapes */
bool hd_is_large(const hd_code *c);       /* with all that is done lane by lane */
int hd_most_loop_bytes(const hd_code *c); /* per lane, of vectors in a loop */

/* cost.c */
double hd_gain_of_vectors(const hd_layout *l);
bool hd_is_gain_unsure(const hd_layout *l);

void hd_choose_jam(hd_layout *l); /* jam.c */
void hd_find_kept(hd_layout *l);  /* remat.c */

/* block_order.c */
void hd_choose_block_order(hd_layout *l);
bool hd_is_divisible(const hd_layout *l);

/* prefetch.c, streams.c */
enum hd_first_use { HD_TO_READ = 1, HD_TO_WRITE = 2, HD_IN_ROUNDS = 4, HD_HERE = 8 };
void hd_find_first_accesses(hd_layout *l);
bool hd_has_large_strides(const hd_code *c);
bool hd_follows_rows(LLVMValueRef p); /* of a block with several */
void hd_find_streams(hd_layout *l);

/* tail.c: how many threads of a row are active in region r, in whole groups (0 = all; r < 0:
 * all regions are in here); how many groups there are in one round (0 = LLVM decides); do rows
 * become straight code? */
uint32_t hd_active_threads(const hd_layout *l, int r);
uint32_t hd_groups_to_unroll(const hd_layout *l, int r, uint32_t busy);
bool hd_unrolls_rows(const hd_layout *l, int r);

bool hd_has_interior(const hd_layout *l); /* interior.c */

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
	hd_layout *wide;
	hd_layout *narrow; /* for blocks too narrow for it; NULL = there is none */
	hd_layout *plain;  /* for launches with short rows; likewise */
	hd_layout *known;  /* for the blocks that the host code launches; likewise */
	hd_layout *direct; /* the same, for launches whose arrays are apart; likewise */
	bool unsure; /* whether `narrow` is faster for all blocks: the runtime finds out */
	bool sole; /* all blocks but those of `known` run in `narrow` */
	const struct hd_versions *fit; /* for launches with certain strides; likewise */
} hd_versions;
hd_versions hd_read_versions(hd_lower *l, LLVMValueRef fn, bool few);
const hd_versions *hd_read_fitting(hd_lower *l, LLVMValueRef fn); /* a list */
void hd_place_shared(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef fn);

/* remarks.c: ways to access memory that remarks tell of */
enum hd_access_way {
	HD_PREFETCHED = 1,
	HD_STRIDE2 = 2,
	HD_WINDOW = 4,
	HD_GATHERS = 8,
	HD_IN_PAGE = 16,
	HD_NOT_ATOMIC = 32,
	HD_ONE_ATOMIC = 64,
	HD_INTERLEAVED = 128,
	HD_AOS = 256,
	HD_TWO_ROWS = 512,
};
void hd_note_access(hd_layout *l, LLVMValueRef access, enum hd_access_way way);
unsigned hd_noted_ways(const hd_layout *l, LLVMValueRef access);

void hd_remark_row_exit(const hd_code *c, LLVMValueRef guard);
void hd_remark_versions(const hd_versions *v, LLVMValueRef made);
void hd_print_plan(const hd_versions *v); /* print.c: with --print=plan */

#endif
