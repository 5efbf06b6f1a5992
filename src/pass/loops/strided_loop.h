/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in which the threads of a block share out elements: thread t takes first + t,
 * first + t + step, ... Part of reorder_for_locality. */
#ifndef HD_STRIDED_LOOP_H
#define HD_STRIDED_LOOP_H

#include "pass/pass.h"

/* In the form that normalize leaves:
 *
 *     guard:     br (i0 < limit), preheader, skip
 *     header:    i = phi [i0, preheader], [next, latch]
 *     latch:     next = i + step; br (next < limit), header, exit
 */
typedef struct hd_strided_loop {
	const hd_loop *l;
	LLVMBasicBlockRef guard, preheader, header, latch, exit, skip;
	LLVMValueRef i, start, step, limit;
	LLVMIntPredicate less; /* signed or unsigned */
	LLVMValueRef narrow;   /* start without the thread, before it is extended */
	bool narrow_is_signed;
	bool over_grid;      /* not one block, but more elements from round to round */
	int64_t least, most; /* bytes from element to element, of what it walks */
	uint64_t private_bytes; /* of arrays of a thread that the loop uses */
} hd_strided_loop;

/* What is known about a kernel while its loops are looked at. */
typedef struct hd_ways {
	hd_unit *u;
	LLVMBasicBlockRef *block;
	hd_blocks blocks;
	hd_graph *back; /* from node n, which stands for the end */
	int n;
	hd_loops loops;
} hd_ways;

bool hd_find_ways(hd_ways *w, hd_unit *u, LLVMValueRef fn); /* false: not reducible */
bool hd_is_strided_loop(const hd_ways *w, const hd_loop *l, hd_strided_loop *s);
/* Does it neither touch memory nor wait for others, nor choose among many ways? */
bool hd_keeps_to_itself(LLVMValueRef insn);

/* The same, or touches global or private memory in no particular order. */
bool hd_minds_itself(LLVMValueRef insn);

/* Does it not depend on the thread, or the block, whether one comes to block n? */
bool hd_all_come(const hd_ways *w, int n, enum hd_sreg what);
bool hd_all_come_or_return(const hd_ways *w, int n); /* the others have ended */

/* An index without threadIdx.x: what thread 0 has. Built where `b` stands; NULL: it does not
 * grow by one from thread to thread. */
LLVMValueRef hd_first_of(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v,
			 hd_strided_loop *s);

/* Can it be faster with all threads side by side? */
bool hd_may_pay(const hd_unit *u, const hd_strided_loop *s);

/* Is it, in this launch? The same for all threads of a block; `first` is thread 0's index,
 * `by` the step, where `b` stands. What holds then: every thread has an element, and no
 * index of any thread wraps around. */
LLVMValueRef hd_build_choice(hd_unit *u, LLVMBuilderRef b, LLVMValueRef fn,
			     const hd_strided_loop *s, LLVMValueRef first,
			     LLVMValueRef by);

/* Computes it again where `b` stands, as far as it is in the preheader. */
LLVMValueRef hd_bring_up(const hd_strided_loop *s, LLVMBuilderRef b, LLVMValueRef v);

/* The guard goes to `way` if `choice` says so; else to `old`, which asks what it asked. */
void hd_detour(LLVMBuilderRef b, const hd_strided_loop *s, LLVMValueRef choice,
	       LLVMBasicBlockRef way, LLVMBasicBlockRef old);

/* May all threads run what the preheader has, and has it no other use? */
bool hd_is_plain_preheader(const hd_ways *w, const hd_strided_loop *s);

/* Lets each block take one part of the elements of a loop over the grid, in a row. False:
 * it must not, or need not. */
bool hd_part_grid(const hd_ways *w, hd_strided_loop *s);

/* ---- integers that a loop counts with (counting_loops.c) */

typedef struct hd_counts {
	const hd_ways *w;
	const hd_strided_loop *s;
	LLVMValueRef fn;
	LLVMValueRef
		at; /* a shared variable, or an array of the thread; NULL: none met */
	LLVMTypeRef type; /* of a count */
} hd_counts;

/* Is it part of counting, in the one variable for which it asks first? */
bool hd_is_shared_count(hd_counts *c, LLVMValueRef i);
bool hd_is_private_count(hd_counts *c, LLVMValueRef i);
bool hd_comes_before_loop(const hd_counts *c, LLVMValueRef i);
/* Are they zero before the loop, and is all that happens to them afterwards that everybody
 * adds them to the same places in global memory? */
bool hd_are_added_up(const hd_counts *c);

/* (read_rows.c) Rows of elements that lie one behind the other are read row by row. */
bool hd_read_rows(hd_unit *u, LLVMValueRef fn);

#endif
