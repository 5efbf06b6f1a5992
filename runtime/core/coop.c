/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative launches: grids whose blocks wait for each other.
 *
 * Every block is a fiber. One that comes to the grid's barrier goes back to its worker, which
 * starts further blocks; when none is left to start, it waits until all blocks of the grid
 * have arrived or ended, and goes through its own again. */
#include "fiber.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SPINS = 2000 };

/* One per cooperative launch. */
struct hd_coop {
	_Atomic uint64_t count; /* blocks that have not ended << 32 | that arrived */
	_Atomic uint64_t phase; /* how often the barrier has opened */
};

hd_coop *
hd_coop_new(uint64_t blocks)
{
	hd_coop *c = calloc(1, sizeof *c);

	if (c)
		atomic_init(&c->count, blocks << 32);
	return c;
}

void
hd_coop_free(hd_coop *c)
{
	free(c);
}

/* Adds to the count; whoever completes it opens the barrier. */
static void
change_count(hd_coop *c, uint64_t by)
{
	uint64_t old = atomic_load(&c->count), now;
	bool opens;

	do {
		now = old + by;
		opens = (uint32_t)now == now >> 32;
		if (opens)
			now &= ~(uint64_t)UINT32_MAX;
	} while (!atomic_compare_exchange_weak(&c->count, &old, now));
	if (opens)
		atomic_fetch_add(&c->phase, 1);
}

static void
count_end(hd_coop *c)
{
	change_count(c, -(UINT64_C(1) << 32));
}

/* ---- what a worker does */

hd_fibers *
hd_coop_begin(hd_worker *w, hd_op *op)
{
	hd_fibers *all = malloc(sizeof *all);

	if (all)
		hd_fibers_begin(all, w, op);
	return all;
}

void
hd_coop_start(hd_fibers *all, uint64_t first, uint64_t count)
{
	for (uint64_t i = first; i < first + count && !hd_is_over(); i++)
		if (hd_fiber_start(all, i))
			count_end(all->op->coop);
}

static void
wait_for_others(hd_coop *c, uint64_t phase)
{
	unsigned spins = 0;

	while (atomic_load(&c->phase) == phase && !hd_is_over()) {
		if (spins++ < SPINS)
			hd_cpu_relax();
		else
			nanosleep(&(struct timespec){0, 20000}, NULL);
	}
}

/* Goes through the blocks whose barrier has opened: one that opened it itself may wait
 * for the next already. False if there was none. */
static bool
resume_all(hd_fibers *all)
{
	hd_fiber **at = &all->first;
	hd_coop *c = all->op->coop;
	bool some = false;

	while (*at && !hd_is_over()) {
		if ((*at)->phase != atomic_load(&c->phase)) {
			some = true;
			if (hd_fiber_resume(all, at)) {
				count_end(c);
				continue;
			}
		}
		at = &(*at)->next;
	}
	return some;
}

/* All blocks of the grid are started: ours go on whenever the barrier opens. */
void
hd_coop_end(hd_fibers *all)
{
	while (all->first && !hd_is_over())
		if (!resume_all(all))
			wait_for_others(all->op->coop, all->first->phase);
	hd_fibers_drop(all);
	free(all);
}

/* ---- what blocks call */

bool
hd_coop_is_valid(const hd_frame *f)
{
	return ((const hd_op *)f->launch)->coop != NULL;
}

void
hd_coop_sync(hd_frame *frame)
{
	hd_fiber *f;
	hd_coop *c;

	if (!hd_coop_is_valid(frame)) {
		fflush(stdout);
		fprintf(stderr,
			"heddle: a kernel waits for its whole grid, but was not launched "
			"with cudaLaunchCooperativeKernel\n");
		hd_kernel_fail(HD_ERR_LAUNCH);
	}
	f = hd_fiber_current();
	c = f->all->op->coop;
	f->phase = atomic_load(&c->phase);
	change_count(c, 1);
	if (atomic_load(&c->phase) == f->phase)
		hd_fiber_leave(f);
}

void
hd_coop_yield(hd_fiber *f)
{
	f->phase = atomic_load(&f->all->op->coop->phase) - 1; /* waits for nothing */
	hd_fiber_leave(f);
}
