/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers that a program lacks (sync_blocks.c): what reads and writes where. */
#ifndef HD_PASS_SYNC_BLOCKS_H
#define HD_PASS_SYNC_BLOCKS_H

#include "ana/address.h"

typedef struct hd_sync_access {
	LLVMValueRef insn;
	hd_address at;
	int64_t size; /* of what is read or written, in bytes */
	int bb;
	int nth; /* store of its block, but for those to private memory */
	bool store;
	bool before, after; /* a barrier stands there, in the same block */
} hd_sync_access;

typedef struct hd_sync_place {
	int bb, nth;
} hd_sync_place;

typedef struct hd_sync {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBasicBlockRef *block;
	hd_blocks blocks;
	int n;
	hd_graph *g, *back; /* back: from node n, which stands for the end */
	hd_loops loops;
	hd_bits meets;                /* blocks with a barrier of the whole block */
	hd_bits apart;                /* those of them that only some threads come to */
	hd_bits any;                  /* blocks with any barrier */
	hd_bits put;                  /* blocks that get one at their end */
	HD_VEC(hd_sync_place) stores; /* that get one in front of them */
	hd_bits warps;                /* blocks at whose end warps meet */
	HD_VEC(hd_sync_access) all;   /* outside of private memory */
	bool waits; /* blocks have their own ways of waiting for each other */
	bool paced;
} hd_sync;

/* The blocks that are entered after block `from`, up to those in `stop` (NULL: all); nobody
 * gets past the end of block `wall`. */
hd_bits hd_sync_reached(const hd_sync *s, int from, const hd_bits *stop, int wall);

/* Do all threads come here? They do where a barrier of the program says so. */
bool hd_sync_all_pass(const hd_sync *s, int bb);

/* Do both go from the same pointer? */
bool hd_sync_same_base(hd_unit *u, const hd_sync_access *a, const hd_sync_access *b);

/* sync_early.c: barriers between what all read and who writes it next. */
void hd_sync_early(hd_sync *s);
void hd_sync_remark_early(const hd_sync *s, const hd_sync_access *load,
			  const hd_sync_access *store);

/* sync_rounds.c: barriers between what all read in a round, and who writes it in the next. */
void hd_sync_rounds(hd_sync *s);

#endif
