/* SPDX-License-Identifier: Apache-2.0 */
/* Running the blocks of a kernel in a worker: its frame and arenas, and what is learned about
 * how long they take. */
#include "shape.h"
#include "signals.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_PAD = 512 }; /* bytes on both ends of an arena, and its alignment */

/* A worker's arena with room for `bytes`; NULL: no memory. */
static char *
arena(char **base, size_t *size, size_t bytes)
{
	if (hd_unlikely(bytes > *size || !*base)) {
		size_t room = (bytes + ARENA_PAD - 1) / ARENA_PAD * ARENA_PAD;

		free(*base);
		*base = aligned_alloc(ARENA_PAD, room + 2 * ARENA_PAD);
		*size = *base ? room : 0;
		if (!*base)
			return NULL;
	}
	return *base + ARENA_PAD;
}

/* Can the rest of the blocks be run by `now`? What a launch was made ready for must be the
 * same, and nobody may wait for anybody. */
static bool
may_go_on_with(const hd_op *op, const hd_kernel *was, const hd_kernel *now)
{
	static const uint32_t matter =
		HD_KERNEL_TURNED_Y | HD_KERNEL_TURNED_Z | HD_KERNEL_PACED |
		HD_KERNEL_ORDERED | HD_KERNEL_WAITS | HD_KERNEL_POLLS | HD_KERNEL_SPINS;

	return !((was->flags | now->flags) & matter) && !op->coop && !op->cut_shift &&
	       now->arg_bytes == was->arg_bytes &&
	       now->shared_static == was->shared_static &&
	       hd_stack_bytes(now) <=
		       atomic_load_explicit(&op->stack, memory_order_relaxed);
}

/* Of the tier that runs the blocks which are left. */
static const hd_kernel *
current_kernel(const hd_op *op)
{
	hd_function *f = op->function, *second;

	if (hd_likely(!f->tier))
		return f->kernel;
	second = hd_tier_second(f->tier);
	return second && may_go_on_with(op, f->kernel, second->kernel) ? second->kernel
								       : f->kernel;
}

bool
hd_kernel_prepare(hd_worker *w, hd_op *op)
{
	const hd_kernel *k = current_kernel(op);
	hd_frame *f = &w->frame;
	uint64_t ticket = atomic_load_explicit(&op->ticket, memory_order_relaxed);
	uint64_t context;

	if (w->prepared_for == ticket && f->kernel == k)
		return true; /* what it has computed once is kept */
	w->prepared_for = 0;
	context = k == op->function->kernel ? op->context_bytes
					    : hd_context_bytes(k, op->block);
	f->shared = arena(&w->shared_base, &w->shared_size,
			  k->shared_static + (size_t)op->dynamic_bytes);
	f->context = arena(&w->context_base, &w->context_size, context);
	if (!f->shared || !f->context) {
		hd_fail_device(HD_ERR_RESOURCES);
		return false;
	}
	memcpy(f->grid, op->grid, sizeof f->grid);
	memcpy(f->block, op->block, sizeof f->block);
	f->grid[0] <<= op->cut_shift;
	f->block[0] >>= op->cut_shift;
	f->args = op->args;
	f->dynamic_shared = f->shared + k->shared_static;
	f->dynamic_bytes = op->dynamic_bytes;
	f->worker = w->index;
	f->kernel = k;
	f->launch = op;
	f->once_done = f->apart = f->range = 0;
	f->alone = hd_opt.choice == HD_CHOICE_ONE;
	w->prepared_for = ticket;
	return true;
}

static void
set_block(hd_frame *f, uint64_t b)
{
	f->block_index[0] = (uint32_t)(b % f->grid[0]);
	f->block_index[1] = (uint32_t)(b / f->grid[0] % f->grid[1]);
	f->block_index[2] = (uint32_t)(b / f->grid[0] / f->grid[1]);
	memset(f->thread_index, 0, sizeof f->thread_index);
}

static void
run_one_by_one(hd_frame *f, uint64_t first, uint64_t count)
{
	const hd_op *op = f->launch;

	for (uint64_t i = first; i < first + count; i++) {
		uint64_t b = hd_permute_block(f->kernel, i, op->blocks);

		if (hd_opt.zero_shared)
			memset(f->shared, 0,
			       f->kernel->shared_static + f->dynamic_bytes);
		set_block(f, b);
		f->kernel->entry(f, f->shared, f->context, b, 1);
	}
}

static void
run_blocks(hd_frame *f, uint64_t first, uint64_t count)
{
	if (hd_unlikely(hd_opt.order != HD_ORDER_FORWARD || hd_opt.zero_shared)) {
		run_one_by_one(f, first, count);
		return;
	}
	set_block(f, first);
	f->kernel->entry(f, f->shared, f->context, first, count);
}

struct chunk {
	hd_frame *frame;
	uint64_t first, count; /* blocks */
};

static void
run_chunk(void *arg)
{
	struct chunk *c = arg;

	if (c->frame->kernel->flags & HD_KERNEL_UNSURE &&
	    hd_opt.choice == HD_CHOICE_MEASURE)
		hd_choice_run(c->frame, c->first, c->count, run_blocks);
	else
		run_blocks(c->frame, c->first, c->count);
}

/* Blocks that were slow are remembered for a while: launches of one kernel may differ,
 * and it is worse to think that blocks are short than that they are long. What is about
 * right stays: all threads would have to read it again. Who runs the last few blocks of a
 * share learns little about blocks. */
static void
learn(hd_function *f, uint64_t ticks, uint64_t blocks)
{
	uint64_t old = atomic_load_explicit(&f->block_ticks, memory_order_relaxed);
	uint64_t now = ticks / blocks + 1;

	if (now <= old && now >= old - old / 4)
		return;
	old -= (old + 7) / 8;
	now = now > old ? now : old;
	atomic_store_explicit(&f->block_ticks,
			      now < UINT32_MAX ? (uint32_t)now : UINT32_MAX,
			      memory_order_relaxed);
}

void
hd_kernel_run(hd_worker *w, hd_op *op, uint64_t first, uint64_t count)
{
	uint64_t begin = first << op->unit_shift;
	uint64_t end = (first + count) << op->unit_shift;
	uint64_t start = hd_cpu_ticks();

	hd_signals_renew(start);
	end = end < op->blocks ? end : op->blocks;
	struct chunk c = {&w->frame, begin, end - begin};
	int error = hd_run_guarded(run_chunk, &c, false);

	if (hd_unlikely(error))
		hd_report_failure(&w->frame, error);
	start = hd_cpu_ticks() - start;
	if (op->function->tier)
		hd_tier_count(op->function->tier, start, op->block);
	if (count * 4 * hd_pool_threads() >=
	    atomic_load_explicit(&op->units, memory_order_relaxed))
		learn(op->function, start << op->cut_shift, end - begin);
}
