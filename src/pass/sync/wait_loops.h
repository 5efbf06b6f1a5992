/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in which threads wait for each other: wait_in_blocks.c, poll_loops.c,
 * spin_loops.c. */
#ifndef HD_PASS_WAIT_LOOPS_H
#define HD_PASS_WAIT_LOOPS_H

#include "pass/pass.h"

typedef struct hd_wait_loop {
	const hd_blocks *blocks;
	LLVMBasicBlockRef *block; /* by number */
	const hd_loop *loop;
} hd_wait_loop;

bool hd_is_in_wait_loop(const hd_wait_loop *l, LLVMValueRef v);

/* What was put into a variable that is written in one place, or v. */
LLVMValueRef hd_wait_source(LLVMValueRef v);

/* What a pointer begins with, through variables. */
LLVMValueRef hd_wait_array(LLVMValueRef p);

bool hd_is_lock(LLVMValueRef i); /* an atomic that may take one */
/* An atomic that only reads, also where its operands are in variables. */
bool hd_is_wait_read(LLVMValueRef i);

/* Do its threads wait until all of them have decided something? */
bool hd_is_poll_loop(const hd_wait_loop *l);

/* Does it nothing but wait for what other blocks write? */
bool hd_is_spin_loop(const hd_wait_loop *l);

#endif
