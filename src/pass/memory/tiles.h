/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles in shared memory that hold what was read from an array (bypass_tiles). */
#ifndef HD_TILES_H
#define HD_TILES_H

#include "ana/access.h"
#include "ana/polynomial.h"

/* A store into a tile. */
typedef struct hd_put {
	hd_access *a;
	int64_t *place;           /* bytes into the tile, per thread */
	const hd_bits *by;        /* the threads that come there */
	LLVMValueRef value, done; /* allocas: what the thread has stored, and whether */
	LLVMValueRef twin; /* the value is what this load has read, if it was done, */
	LLVMValueRef read; /* alloca: as this says */
	int64_t d[3];      /* which is what the main store has for the thread there */
} hd_put;

/* A load from it, by threads that read what others have put there, all as far away, or what
 * they have put there themselves. */
typedef struct hd_get {
	hd_access *a;
	bool from_main;
	int64_t d[3];
	HD_VEC(hd_put *) own;
	int64_t *place; /* as above, in bypass_rewritten_tiles */
	hd_put *from; /* what is read there was stored by this; NULL: cannot be said */
} hd_get;

typedef struct hd_tile {
	LLVMValueRef var;
	HD_VEC(hd_put) put;
	HD_VEC(hd_get) get;
	hd_put *main;        /* NULL: it stays as it is */
	LLVMValueRef source; /* the load that it stores, */
	LLVMValueRef array;  /* from this parameter, */
	hd_polynomial at;    /* so many bytes behind its start */
} hd_tile;

/* The tiles of a kernel. */
typedef struct hd_tiles {
	hd_unit *u;
	LLVMValueRef fn;
	hd_threads *t;
	hd_pieces *p;
	LLVMBasicBlockRef *block;
	HD_VEC(hd_tile *) tiles;
	hd_map common; /* values -> are they the same for the block? (bypass_rewritten_tiles) */
} hd_tiles;

/* Looks for tiles that can be read from their arrays instead: what "heddle-apart" says then,
 * or NULL if there are none. All of it is in u->scratch. */
const char *hd_find_tiles(hd_tiles *s);

/* The tiles, if the kernel does nothing else that others could see but to write arrays, and
 * all threads meet at its barriers. */
bool hd_list_tiles(hd_tiles *s);
/* Where each thread's element is in the tile; NULL: that is not known. */
int64_t *hd_places_of(hd_tiles *s, const hd_access *x);
/* Which parameters must lead to different arrays: "array:written,...". NULL: one array is
 * both. */
const char *hd_apart_text(hd_tiles *s);
/* A load of what the tile's main store has read, by the thread that is `d` away. */
LLVMValueRef hd_load_of_thread(hd_unit *u, LLVMBuilderRef b, const hd_tile *t,
			       const int64_t d[3]);

bool hd_is_earlier(LLVMValueRef i, LLVMValueRef than); /* in a block */
int hd_block_of(hd_tiles *s, LLVMValueRef i);
/* Is there a way between two blocks, or to where the kernel ends (-1), that does not pass
 * `avoid`, or -1? */
bool hd_does_lead(hd_tiles *s, int from, int to, int avoid);
void hd_distance(const hd_tiles *s, int from, int to, int64_t d[3]); /* of threads */

/* ---- which store a load reads from (tile_writers.c) */

/* Sets `place` of all, `by` of stores, and `from` and `d` of loads. */
void hd_find_origins(hd_tiles *s, hd_tile *t);
bool hd_is_own(const hd_get *g); /* what the thread has stored itself */
bool hd_leads(hd_tiles *s, LLVMValueRef i, LLVMValueRef j); /* can j come behind i? */
/* Is there a barrier on every way from one to the other? */
bool hd_is_parted(hd_tiles *s, const hd_access *a, const hd_access *b);
/* If a thread comes to `load`, have all threads been at `at` that may come there? */
bool hd_has_been_at(hd_tiles *s, const hd_access *at, const hd_access *load);
/* Does no place belong to two threads? */
bool hd_is_one_to_one(const hd_put *x);

#endif
