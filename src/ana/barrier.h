/* SPDX-License-Identifier: Apache-2.0 */
/* Which barriers code has: sets of enum hd_barrier, as bits. */
#ifndef HD_BARRIER_H
#define HD_BARRIER_H

#include "ir/ir.h"

enum {
	HD_HAS_PLAIN = 1 << HD_BARRIER,     /* without a result */
	HD_HAS_WARP = 1 << HD_BARRIER_WARP, /* warp operations: lanes stay together */
	HD_HAS_BLOCK = HD_HAS_PLAIN | 1 << HD_BARRIER_COUNT | 1 << HD_BARRIER_AND |
		       1 << HD_BARRIER_OR,
};

/* Of the whole block, with a result or without. */
static inline bool
hd_is_block_barrier(LLVMValueRef i)
{
	return HD_HAS_BLOCK >> hd_barrier_kind(i) & 1;
}

/* Has [i, end) one? end: NULL at the end of a block of code. */
bool hd_has_block_barrier(LLVMValueRef i, LLVMValueRef end);
unsigned hd_barriers_in(LLVMBasicBlockRef bb);
unsigned hd_barriers_of(LLVMValueRef fn);
unsigned hd_barriers_of_loop(LLVMBasicBlockRef const *block, const hd_loop *l);

#endif
