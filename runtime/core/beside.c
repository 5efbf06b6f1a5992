/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that wait, in loops of their own, for blocks that have not begun.
 *
 * A GPU has all blocks of a small grid at once, and programs count on it: barriers of a whole
 * grid made of a counter, turns that blocks take again and again. Here a worker runs one block
 * after the other, on its own stack, until one has gone round a waiting loop for too long.
 * From then on it runs other blocks beside it, as fibers: first those that it has begun so,
 * then more, twice as many each time that nothing has come of it. When the block on the
 * worker's own stack has ended, those beside it come first. */
#include "fiber.h"

#include <sched.h>
#include <stdlib.h>

enum {
	PATIENCE_US = 20, /* so long blocks wait before others are begun */
	ROUND_US = 1, /* what a round counts at most: it may do other things as well */
	MAX_BESIDE = 2048,
};

struct hd_beside {
	hd_fibers fibers;
	hd_stream *stream;
	uint64_t number;
	uint64_t units;  /* that were claimed in here */
	uint64_t waited; /* ticks, since something has ended or was begun */
	uint64_t last;   /* ticks: when a block waited last */
};

static _Thread_local hd_beside *here; /* of the kernel that this thread runs, or NULL */

hd_beside *
hd_beside_begin(hd_worker *w, hd_op *op, hd_stream *s, uint64_t number)
{
	hd_beside *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	hd_fibers_begin(&b->fibers, w, op);
	b->stream = s;
	b->number = number;
	return here = b;
}

/* Goes through the blocks that were begun; true if some have ended. */
static bool
go_round(hd_beside *b)
{
	size_t before = b->fibers.count;
	hd_fiber **at = &b->fibers.first;

	while (*at && !hd_is_over())
		if (!hd_fiber_resume(&b->fibers, at))
			at = &(*at)->next;
	return b->fibers.count < before;
}

/* As many blocks as there are; false if none is left. */
static bool
begin_more(hd_beside *b)
{
	hd_op *op = b->fibers.op;
	size_t wanted = 2 * b->fibers.count + 1;
	uint64_t first, count = 0, end;

	if (wanted > MAX_BESIDE)
		wanted = MAX_BESIDE;
	while (b->fibers.count < wanted && !hd_is_over() &&
	       (count = hd_op_claim(b->stream, op, b->number, b->fibers.worker,
				    &first))) {
		b->units += count;
		end = (first + count) << op->unit_shift;
		end = end < op->blocks ? end : op->blocks;
		for (uint64_t i = first << op->unit_shift; i < end && !hd_is_over();
		     i++)
			hd_fiber_start(&b->fibers, i);
	}
	return count > 0;
}

/* Something waits: lets others go on. */
static void
step(hd_beside *b)
{
	uint64_t us = hd_cpu_ticks_per_us(), now = hd_cpu_ticks();
	uint64_t patience = hd_pool_threads() > 1 ? PATIENCE_US * us : 0;

	b->waited += now - b->last < ROUND_US * us ? now - b->last : ROUND_US * us;
	b->last = now;
	if (go_round(b))
		b->waited = 0;
	if (b->waited > patience) {
		if (!begin_more(b))
			sched_yield();
		b->waited = 0;
	}
	hd_cpu_relax();
}

void
hd_beside_finish(hd_beside *b)
{
	while (b->fibers.first && !hd_is_over())
		step(b);
	b->waited = 0;
}

uint64_t
hd_beside_end(hd_beside *b)
{
	uint64_t units = b->units;

	hd_fibers_drop(&b->fibers);
	free(b);
	here = NULL;
	return units;
}

void
hd_beside_wait(void)
{
	hd_fiber *f = hd_fiber_current();

	if (hd_is_over())
		hd_kernel_fail(HD_ERR_LAUNCH); /* no other block will come */
	if (f && f->all->op->coop)
		hd_coop_yield(f);
	else if (f)
		hd_fiber_leave(f);
	else if (here)
		step(here);
	else
		hd_cpu_relax();
}
