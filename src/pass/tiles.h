/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles in shared memory that hold what was read from an array (unstage). */
#ifndef HD_TILES_H
#define HD_TILES_H

#include "accesses.h"
#include "polynomial.h"

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
} hd_tiles;

/* Looks for tiles that can be read from their arrays instead: what "heddle-apart" says then,
 * or NULL if there are none. All of it is in u->scratch. */
const char *hd_find_tiles(hd_tiles *s);

#endif
