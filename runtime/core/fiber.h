/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks with a stack of their own: those of a launch that one worker has begun.
 *
 * A block that waits goes back to its worker (hd_fiber_leave), which resumes it when it likes.
 * Blocks never change their thread. coop.c and beside.c decide which one runs. */
#ifndef HD_CORE_FIBER_H
#define HD_CORE_FIBER_H

#include "room.h"

typedef struct hd_fiber hd_fiber;
typedef struct hd_fibers hd_fibers;

struct hd_fiber {
	ucontext_t self;
	hd_frame frame;
	hd_fibers *all;
	hd_guard *guard; /* what it runs under, while it is suspended */
	uint64_t block;
	uint64_t phase; /* coop.c: it waits for the next one after this */
	hd_room room;
	const hd_room *at; /* where it is, while it is suspended: a nested launch's */
	int error;
	bool ended;
	hd_fiber *next;
};

struct hd_fibers {
	hd_worker *worker;
	hd_op *op;
	ucontext_t home;
	hd_fiber *first, **last; /* that have not ended */
	size_t count;
	hd_fiber *current;
};

void hd_fibers_begin(hd_fibers *all, hd_worker *w, hd_op *op);
void hd_fibers_drop(hd_fibers *all); /* what a failure has left behind */

/* A block, which runs until it ends or waits; with the latter it is the last of all. True if
 * it has ended. A failure is the device's. */
bool hd_fiber_start(hd_fibers *all, uint64_t block);
/* Lets *at go on; true if it has ended, and *at is the next one. */
bool hd_fiber_resume(hd_fibers *all, hd_fiber **at);

hd_fiber *hd_fiber_current(void); /* what this thread runs, or NULL */
void hd_fiber_leave(hd_fiber *f); /* by f: until it is resumed */

#endif
