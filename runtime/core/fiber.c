/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks with a stack, shared memory and a context of their own. */
#include "fiber.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local hd_fibers *running; /* by this thread, or NULL */

static void
run_block(void *arg)
{
	hd_frame *f = &((hd_fiber *)arg)->frame;

	f->kernel->entry(f, f->shared, f->context, ((hd_fiber *)arg)->block, 1);
}

static void
fiber_main(void)
{
	hd_fiber *f = running->current;

	f->error = hd_run_guarded(run_block, f, false);
	f->ended = true;
}

static void
free_fiber(hd_fiber *f)
{
	hd_room_free(&f->room);
	free(f);
}

static hd_fiber *
new_fiber(hd_fibers *all, uint64_t number)
{
	hd_fiber *f = calloc(1, sizeof *f);
	const uint32_t *grid = all->op->grid;

	if (!f)
		return NULL;
	f->all = all;
	f->at = &f->room;
	f->frame = all->worker->frame;
	f->frame.once_done = f->frame.apart = f->frame.range =
		0; /* the context has nothing in it */
	if (!hd_room_new(&f->room, all->op->function->kernel, all->op, &f->frame) ||
	    !hd_room_context(&f->room, &f->self, &all->home, fiber_main)) {
		free_fiber(f);
		return NULL;
	}
	f->block = hd_permute_block(all->op->function->kernel, number, all->op->blocks);
	f->frame.block_index[0] = (uint32_t)(f->block % grid[0]);
	f->frame.block_index[1] = (uint32_t)(f->block / grid[0] % grid[1]);
	f->frame.block_index[2] = (uint32_t)(f->block / grid[0] / grid[1]);
	memset(f->frame.thread_index, 0, sizeof f->frame.thread_index);
	return f;
}

/* Runs a block until it ends or waits. */
static void
resume(hd_fiber *f)
{
	hd_guard *outer = hd_guarded;
	hd_fibers *before = running;

	running = f->all;
	f->all->current = f;
	hd_guarded = f->guard;
	const hd_room *room = hd_room_enter(f->at);

	swapcontext(&f->all->home, &f->self);
	hd_room_enter(room);
	running = before;
	hd_guarded = outer;
	if (f->ended && f->error)
		hd_report_failure(&f->frame, f->error);
}

void
hd_fibers_begin(hd_fibers *all, hd_worker *w, hd_op *op)
{
	memset(all, 0, sizeof *all);
	all->worker = w;
	all->op = op;
	all->last = &all->first;
}

void
hd_fibers_drop(hd_fibers *all)
{
	while (all->first) {
		hd_fiber *f = all->first;

		all->first = f->next;
		free_fiber(f);
	}
}

bool
hd_fiber_start(hd_fibers *all, uint64_t block)
{
	hd_fiber *f = new_fiber(all, block);

	if (!f) {
		hd_fail_device(HD_ERR_RESOURCES);
		return true;
	}
	resume(f);
	if (f->ended) {
		free_fiber(f);
		return true;
	}
	*all->last = f;
	all->last = &f->next;
	all->count++;
	return false;
}

bool
hd_fiber_resume(hd_fibers *all, hd_fiber **at)
{
	hd_fiber *f = *at;

	resume(f);
	if (!f->ended)
		return false;
	*at = f->next;
	if (all->last == &f->next)
		all->last = at;
	all->count--;
	free_fiber(f);
	return true;
}

hd_fiber *
hd_fiber_current(void)
{
	return running ? running->current : NULL;
}

void
hd_fiber_leave(hd_fiber *f)
{
	f->guard = hd_guarded;
	f->at = hd_room_enter(NULL);
	swapcontext(&f->self, &f->all->home);
}
