/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel reads and writes, and whether two threads of a block can meet there. */
#ifndef HD_ACCESSES_H
#define HD_ACCESSES_H

#include "ana/address.h"

/* The kinds of memory that a pointer leads to, as far as it tells. */
enum hd_place {
	HD_ANYWHERE,
	HD_IN_SHARED,       /* some shared variable */
	HD_SHARED_VARIABLE, /* the base of the address */
	HD_OUTSIDE,         /* not shared; the base is a pointer from the launch */
	HD_DEVICE_VARIABLE,
	HD_NO_PLACE /* private, or not written in this launch */
};

typedef struct hd_access {
	LLVMValueRef insn, p; /* and the pointer */
	hd_address at;
	enum hd_place place;
	int64_t size; /* bytes */
	bool reads, writes;
	bool special;   /* volatile or atomic */
	bool unknown;   /* a call that may do anything, or a fence */
	int64_t *start; /* per thread of a known block: what it adds; NULL = not yet */
	unsigned added; /* bits: the terms that are in `start` */
} hd_access;

/* A kernel, and the threads of its blocks if their shape is known. */
typedef struct hd_threads {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	int n; /* threads of a block, 0 = unknown */
	uint32_t block[3];
	hd_map value;   /* value -> int64_t [n], + 1 where it is none */
	hd_bits **come; /* per basic block: the threads that may come there */
	long long work; /* what may still be spent on comparing */
} hd_threads;

hd_threads *hd_threads_of(hd_unit *u, LLVMValueRef fn); /* in u->scratch */

/* What it is for each thread of a block, if thread coordinates tell; or NULL. */
const int64_t *hd_thread_values(hd_threads *t, LLVMValueRef v);
/* The threads that may come to a basic block, and that may leave it by a way of its branch.
 */
const hd_bits *hd_threads_at(hd_threads *t, LLVMBasicBlockRef bb);
hd_bits hd_threads_on(hd_threads *t, LLVMBasicBlockRef bb, unsigned way);

/* What an instruction gives for integers x[0 .. 2], sign-extended, of which the first has
 * so many bits; false: that is not defined, or not handled. */
bool hd_compute_insn(LLVMValueRef i, unsigned bits, const int64_t *x, int64_t *to);

/* False: it touches no memory that others can see. */
bool hd_read_access(hd_threads *t, LLVMValueRef insn, hd_access *a);

/* Can the two lie in the same object? */
bool hd_may_alias(const hd_access *a, const hd_access *b);

/* An access and another instruction: can it be that they may not change places? */
bool hd_may_clash(hd_threads *t, LLVMValueRef i, LLVMValueRef other);

/* Is the difference of their addresses a matter of offsets and terms? */
bool hd_has_same_base(const hd_access *a, const hd_access *b);
bool hd_is_same_term(const hd_term *x, const hd_term *y);

/* (conflict.c) Can different threads of a block touch the same byte, one by `a` and one by
 * `b`? */
bool hd_may_meet(hd_threads *t, hd_access *a, hd_access *b);

/* Can one thread touch the same byte by both? Are both the same bytes, where their terms
 * have the same values? */
bool hd_may_overlap(hd_threads *t, hd_access *a, hd_access *b);
bool hd_is_same_place(const hd_access *a, const hd_access *b);

/* (neighbours.c) Does a thread load an element that another one of its warp stores? For
 * sure, or it looks like that. The threads are those of the launches that are known, or
 * those that a block mostly has. */
bool hd_reads_neighbour(hd_threads *t, const hd_access *load, const hd_access *store);
hd_threads *hd_likely_threads_of(hd_unit *u, LLVMValueRef fn);
/* Bytes of a row, if the variable is an array of arrays; else INT64_MAX. */
int64_t hd_row_bytes(hd_unit *u, LLVMValueRef variable);
/* Adds to place[n] where each thread's element is, seen from what is the same for all of
 * them. False: some of it depends on the thread in an unknown way. */
bool hd_find_places(hd_threads *t, const hd_address *at, int64_t *place);

/* Is it the same whenever a thread, or any thread of the block, computes it? */
bool hd_is_fixed(LLVMValueRef v, bool for_block);
bool hd_is_fixed_address(const hd_access *a);

/* ---- the pieces that barriers cut a kernel into (intervals.c) */

typedef struct hd_piece {
	LLVMBasicBlockRef bb;
	size_t first, end;    /* of hd_pieces.all */
	LLVMValueRef barrier; /* that ends it, or NULL */
	bool open;            /* that barrier does not count any more */
	bool returns;
} hd_piece;

typedef struct hd_pieces {
	hd_threads *t;
	HD_VEC(hd_access) all;
	HD_VEC(hd_piece) piece;
	hd_graph *g;
	hd_map index;              /* instruction -> access + 1 */
	hd_map mentioned, escaped; /* shared variables, once they were asked for */
} hd_pieces;

hd_pieces *hd_cut_pieces(hd_threads *t);
/* What can be reached from a piece, or from which it can, without passing a barrier. */
hd_bits hd_pieces_after(const hd_pieces *p, int from);
hd_bits hd_pieces_before(const hd_pieces *p, int from);
/* Shared variables with which more is done than loading and storing. */
void hd_find_escaped(hd_pieces *p);
uint64_t hd_shared_bytes(const hd_pieces *p); /* of those that it mentioned then */

/* Are all accesses to the shared variable that it touches known? */
bool hd_is_known(const hd_pieces *p, const hd_access *a);
bool hd_is_plain(const hd_access *a);
void hd_forget(hd_access *a); /* it is no more */

void hd_tell(const hd_pieces *p, LLVMValueRef insn, const char *what); /* a remark */

/* Part of eliminate_barriers (skip_guards.c), and of forward_across_barriers
 * (own_variables.c). */
bool hd_skip_guards(hd_threads *t);
bool hd_own_variables(hd_pieces *p);

/* Do all threads of a block that have not returned come to the same barriers? `returned`:
 * may some have? NULL = it is not asked. */
bool hd_meets_uniformly(hd_unit *u, LLVMValueRef fn, bool *returned);

#endif
