/* SPDX-License-Identifier: Apache-2.0 */
/* Large kernels are cut into functions: see cut.c. */
#ifndef HD_LANES_PIECES_H
#define HD_LANES_PIECES_H

#include "lanes/emit/emit.h"

#include <llvm-c/DebugInfo.h>

typedef HD_VEC(LLVMBasicBlockRef) hd_block_list;
typedef HD_VEC(LLVMValueRef) hd_value_list;

/* A region of the kernel. */
typedef struct hd_part {
	hd_block_list bb; /* the first is where it begins */
	unsigned size;    /* instructions */
} hd_part;

/* One version of a kernel that is being cut. */
typedef struct hd_cutting {
	hd_unit *u;
	hd_emit *e;
	const hd_seams *s;
	hd_part *region;
	int pieces;
	hd_map home;         /* block -> its region + 1 */
	hd_value_list slots; /* allocas that are only loaded and stored, as a whole */
	hd_map slot;         /* -> place there + 1 */
	hd_bits exposed;     /* of these: a region may read what another one wrote */
	hd_map own;          /* allocas of private variables of threads, on the stack */
	LLVMMetadataRef
		unit; /* of debug information, for the pieces; NULL: there is none */
	LLVMDIBuilderRef di;
	LLVMValueRef next; /* alloca: the region to go on with */
	LLVMBasicBlockRef dispatch;
} hd_cutting;

typedef struct hd_piece {
	hd_cutting *c;
	int first, last; /* regions */
	LLVMValueRef fn;
	LLVMMetadataRef scope;
	hd_value_list inputs, own;
	hd_map seen;              /* these -> what stands for them */
	hd_map where;             /* debug locations -> in this function */
	LLVMBasicBlockRef *leave; /* per region: a block that returns its number */
} hd_piece;

/* regions.c */
bool hd_read_regions(hd_cutting *c); /* false: they cannot be moved */
int hd_home_of(const hd_cutting *c, LLVMBasicBlockRef bb); /* -1: in none */
bool hd_is_seam(const hd_cutting *c, LLVMBasicBlockRef bb);
LLVMBasicBlockRef hd_block_using(LLVMUseRef use); /* NULL: no instruction does */
unsigned hd_count_insns(LLVMBasicBlockRef bb);
void hd_remove_dead_blocks(const hd_lower *l, LLVMValueRef fn);

/* slots.c */
void hd_find_slots(hd_cutting *c);
int hd_slot_number(const hd_cutting *c, LLVMValueRef v); /* -1: is none */
bool hd_is_own_slot(const hd_cutting *c, LLVMValueRef v);

/* places.c */
void hd_begin_piece_info(hd_cutting *c);
void hd_describe_piece(hd_piece *p);
LLVMMetadataRef hd_place_in_piece(hd_piece *p, LLVMMetadataRef at);
void hd_forget_places(hd_unit *u, LLVMValueRef end); /* of a loop */

/* piece.c: calls it for its regions from `way` */
void hd_make_piece(hd_cutting *c, LLVMValueRef way, int first, int last);

/* cut.c */
void hd_cut_into_pieces(const hd_lower *l, LLVMValueRef made); /* the last kernel */

#endif
