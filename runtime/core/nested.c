/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that kernels launch. Children wait until all blocks of their parent have run, as
 * good as they do on a GPU, where a launch takes longer than a block; a block that
 * synchronises runs its own before. They run in the order of their launches, to their
 * end, children of their own included, in the thread that launched them: this is an order
 * that every stream allows. */
#include "room.h"
#include "shape.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 24, TOO_DEEP = 65 };

typedef struct child {
	hd_op op;
	hd_frame frame;
	ucontext_t self, home;
	hd_room room;
	int error;
} child;

/* A launch that has not run. */
typedef struct waiting {
	struct waiting *next;
	const hd_kernel *kernel;
	hd_nested config;
	uint32_t parent[3]; /* the block */
	_Alignas(64) char args[];
} waiting;

static _Thread_local child *starting;
static _Thread_local int depth;
/* Of the grid that runs, in order. */
static _Thread_local waiting *queue, **queue_end;

static void
run_blocks(void *arg)
{
	child *c = arg;
	hd_frame *f = &c->frame;
	uint64_t n = c->op.blocks;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t b = hd_permute_block(f->kernel, i, n);

		f->block_index[0] = (uint32_t)(b % f->grid[0]);
		f->block_index[1] = (uint32_t)(b / f->grid[0] % f->grid[1]);
		f->block_index[2] = (uint32_t)(b / f->grid[0] / f->grid[1]);
		memset(f->thread_index, 0, sizeof f->thread_index);
		f->kernel->entry(f, f->shared, f->context, b, 1);
	}
}

static void
child_main(void)
{
	child *c = starting;

	c->error = hd_run_guarded(run_blocks, c, false);
	if (c->error)
		hd_report_failure(&c->frame, c->error);
}

static void
free_child(child *c)
{
	hd_room_free(&c->room);
	free(c);
}

/* Shared memory, context and stack, for its shape. */
static bool
give_memory(child *c, const hd_kernel *k, const hd_nested *n)
{
	hd_turn(k, n->grid, c->frame.grid);
	hd_turn(k, n->block, c->frame.block);
	c->op.context_bytes = hd_context_bytes(k, c->frame.block);
	c->op.dynamic_bytes = n->dynamic_bytes;
	atomic_init(&c->op.stack, hd_stack_bytes(k));
	return hd_room_new(&c->room, k, &c->op, &c->frame) &&
	       hd_room_context(&c->room, &c->self, &c->home, child_main);
}

static void
fill_frame(child *c, uint32_t worker, waiting *w)
{
	const hd_nested *n = &w->config;
	hd_frame *f = &c->frame;

	c->op.args = w->args;
	c->op.arg_bytes = w->kernel->arg_bytes;
	f->args = w->args;
	f->dynamic_bytes = n->dynamic_bytes;
	f->worker = worker;
	f->kernel = w->kernel;
	f->launch = &c->op;
	f->once_done = f->apart = f->range = 0;
	f->alone = hd_opt.choice == HD_CHOICE_ONE;
	c->op.blocks = (uint64_t)n->grid[0] * n->grid[1] * n->grid[2];
}

static void
run_grid(child *c)
{
	hd_guard *outer = hd_guarded;
	child *before = starting;

	starting = c;
	const hd_room *room = hd_room_enter(&c->room);

	swapcontext(&c->home, &c->self);
	hd_room_enter(room);
	starting = before;
	hd_guarded = outer;
}

/* The first in the queue: of that block, NULL = of any; at the end of the grid or not. */
static waiting *
take(const uint32_t *block, bool tail)
{
	for (waiting **at = &queue; *at; at = &(*at)->next) {
		waiting *w = *at;

		if (!w->config.tail != tail &&
		    (!block || memcmp(block, w->parent, sizeof w->parent) == 0)) {
			*at = w->next;
			if (queue_end == &w->next)
				queue_end = at;
			return w;
		}
	}
	return NULL;
}

static int run_waiting(uint32_t worker, const uint32_t *block, bool tail);

static void
drop_queue(void)
{
	while (queue) {
		waiting *w = queue;

		queue = w->next;
		free(w);
	}
}

/* Of the grid that has just run. */
static int
run_all(uint32_t worker)
{
	int error = run_waiting(worker, NULL, false);

	if (!error)
		error = run_waiting(worker, NULL, true);
	drop_queue();
	return error;
}

static int
run_child(uint32_t worker, waiting *w)
{
	child *c = aligned_alloc(64, (sizeof *c + 63) / 64 * 64);
	waiting *of_parent = queue, **end = queue_end;
	int error = HD_ERR_RESOURCES;

	if (!c)
		return error;
	memset(c, 0, sizeof *c);
	queue = NULL;
	depth++;
	if (give_memory(c, w->kernel, &w->config)) {
		fill_frame(c, worker, w);
		run_grid(c);
		error = c->error ? c->error : run_all(worker);
		drop_queue();
	} else {
		hd_fail_device(error);
	}
	depth--;
	queue = of_parent;
	queue_end = end;
	free_child(c);
	return error;
}

static int
run_waiting(uint32_t worker, const uint32_t *block, bool tail)
{
	int error = HD_OK;
	waiting *w;

	while (!error && (w = take(block, tail))) {
		error = run_child(worker, w);
		free(w);
	}
	return error;
}

/* ---- what kernels and the scheduler call ------------------------------------------ */

int
hd_launch_nested(hd_frame *parent, const hd_kernel *k, const hd_nested *n)
{
	size_t bytes = (sizeof(waiting) + k->arg_bytes + 63) / 64 * 64;
	int error = hd_check_shape(k, n->grid, n->block);
	waiting *w;

	if (error)
		return error;
	if (depth >= MAX_DEPTH)
		return TOO_DEEP;
	w = aligned_alloc(64, bytes);
	if (!w)
		return HD_ERR_RESOURCES;
	*w = (waiting){.kernel = k, .config = *n};
	memcpy(w->parent, parent->block_index, sizeof w->parent);
	hd_copy_args(k, w->args, n->args);
	if (!queue)
		queue_end = &queue;
	*queue_end = w;
	queue_end = &w->next;
	return HD_OK;
}

void
hd_sync_nested(hd_frame *parent)
{
	int error =
		queue ? run_waiting(parent->worker, parent->block_index, false) : HD_OK;

	if (error)
		hd_kernel_fail(error);
}

bool
hd_has_nested(void)
{
	return queue != NULL;
}

void
hd_run_nested(const hd_worker *w, hd_op *op, uint64_t units)
{
	uint64_t all = atomic_load_explicit(&op->units, memory_order_relaxed);

	atomic_fetch_add(&op->wait_number, units);
	while (atomic_load(&op->done) + atomic_load(&op->wait_number) < all &&
	       !hd_is_closing())
		sched_yield();
	if (!hd_is_closing() &&
	    !atomic_load_explicit(&hd_device_error, memory_order_relaxed))
		run_all(w->index);
	drop_queue();
}
