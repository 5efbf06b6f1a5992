/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel launches: checking, filling the operation, running its blocks. */
#include "inner.h"
#include "signals.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_PACED = 512,     /* blocks that keep step */
	MAX_AT_ONCE = 2048,  /* blocks that a GPU may run beside each other */
	MAX_ORDERED = 16,    /* blocks that run in their order */
	CHUNK_US = 2,        /* a chunk should take so long at least */
	SHORT_SHARE = 4,     /* a share of up to so many chunks is one */
	ALONE_US = 1,        /* launches below this are for one thread */
	STACK_SLACK = 65536, /* bytes for calls that a kernel makes */
	PIECES = 8,          /* per thread, into which few blocks are cut */
	MIN_PIECE = 16,      /* threads, of such a piece */
	ARENA_PAD = 512,     /* bytes on both ends of an arena, and its alignment */
};

_Atomic size_t hd_stack_limit = 1024;

static const uint32_t max_grid[3] = {INT_MAX, 65535, 65535};
static const uint32_t max_block[3] = {1024, 1024, 64};

int
hd_check_shape(const hd_kernel *k, const uint32_t grid[3], const uint32_t block[3])
{
	uint64_t threads = 1;

	for (int i = 0; i < 3; i++) {
		if (!grid[i] || grid[i] > max_grid[i] || !block[i] ||
		    block[i] > max_block[i])
			return HD_ERR_CONFIG;
		threads *= block[i];
	}
	if (threads > HD_MAX_THREADS)
		return HD_ERR_CONFIG;
	return threads > k->max_threads ? HD_ERR_RESOURCES : HD_OK;
}

int
hd_launch_check(const hd_launch *l)
{
	const hd_kernel *k;
	int error;

	if (!l->function)
		return HD_ERR_FUNCTION;
	k = l->function->kernel;
	error = hd_check_shape(k, l->grid, l->block);
	if (error)
		return error;
	if (l->dynamic_bytes >
	    atomic_load_explicit(&l->function->dynamic_max, memory_order_relaxed))
		return HD_ERR_VALUE;
	if (k->arg_bytes > HD_MAX_ARG_BYTES || (k->arg_count && !l->args))
		return HD_ERR_VALUE;
	return HD_OK;
}

uint64_t
hd_context_bytes(const hd_kernel *k, const uint32_t block[3])
{
	uint64_t yz = (uint64_t)block[1] * block[2];
	uint64_t lanes = k->lanes ? k->lanes : 1;
	uint64_t narrow = k->context_block + block[0] * yz * k->narrow_group, wide;

	if (block[0] < k->narrow_below ||
	    ((k->flags & HD_KERNEL_WARPS) && block[0] % HD_WARP && yz > 1))
		return narrow;
	wide = k->context_block +
	       (block[0] + lanes - 1) / lanes * yz * k->context_group;
	return k->flags & HD_KERNEL_UNSURE && narrow > wide ? narrow : wide;
}

uint64_t
hd_stack_bytes(const hd_kernel *k)
{
	uint64_t thread = atomic_load_explicit(&hd_stack_limit, memory_order_relaxed);

	if (k->local_bytes > thread)
		thread = k->local_bytes;
	return thread * (k->lanes ? k->lanes : 1) + STACK_SLACK;
}

void
hd_copy_args(const hd_kernel *k, char *to, void **from)
{
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const hd_arg *a = &k->args[i];

		if (a->size == 8)
			memcpy(to + a->offset, from[i], 8);
		else if (a->size == 4)
			memcpy(to + a->offset, from[i], 4);
		else
			memcpy(to + a->offset, from[i], a->size);
	}
}

/* A unit is 1 << shift blocks, or a part of one. */
static uint64_t
ticks_of_unit(const hd_function *f, int shift)
{
	uint64_t block = atomic_load_explicit(&f->block_ticks, memory_order_relaxed);

	if (shift >= 0)
		return block << shift;
	return block ? (block >> -shift) + 1 : 0;
}

/* Small blocks are handed out in larger chunks, but never so that one thread would get
 * more than its share: the guess may be from a launch with other arguments. A launch
 * that takes less than talking to another thread is one chunk, and so is one whose blocks
 * write the same elements. */
static uint64_t
grain(hd_function *f, uint64_t units, int shift, bool spins)
{
	uint64_t unit = ticks_of_unit(f, shift);
	uint64_t us = hd_cpu_ticks_per_us();
	uint64_t share = units / hd_pool_threads();

	if (spins)
		return 1;
	if (f->kernel->flags & HD_KERNEL_ORDERED && units <= MAX_ORDERED)
		return units;
	if (!unit)
		return 1;
	if (unit * units < us * ALONE_US)
		return units;
	if (f->kernel->flags & HD_KERNEL_WAITS)
		return 1;
	uint64_t n = us * CHUNK_US / unit;

	n = share <= n * SHORT_SHARE ? share : n;
	return n ? n : 1;
}

/* Few wide blocks are cut into pieces, where no thread can tell, so that there are some for
 * every worker. */
static uint8_t
cut_shift(const hd_op *op, uint64_t blocks)
{
	const hd_kernel *k = op->function->kernel;
	unsigned threads = hd_pool_threads();
	uint8_t shift = 0;

	if (!(k->flags & HD_KERNEL_DIVISIBLE) ||
	    k->flags & (HD_KERNEL_ORDERED | HD_KERNEL_SPINS) || threads == 1 ||
	    op->block[1] * op->block[2] > 1)
		return 0;
	while (blocks << shift < PIECES * threads &&
	       op->grid[0] <= UINT32_MAX >> (shift + 1) &&
	       op->block[0] % (2 * MIN_PIECE << shift) == 0 &&
	       op->block[0] >> (shift + 1) >= k->narrow_below)
		shift++;
	return shift;
}

/* Of blocks that are cut as `shift` says. Those at the end of the grid that have nothing to do
 * do not count; one always does. */
static uint64_t
count_blocks(const hd_op *op, uint8_t shift)
{
	const hd_kernel *k = op->function->kernel;
	hd_frame f;
	uint64_t n;

	if (!k->useful || op->coop)
		return ((uint64_t)op->grid[0] << shift) * op->grid[1] * op->grid[2];
	memcpy(f.grid, op->grid, sizeof f.grid);
	memcpy(f.block, op->block, sizeof f.block);
	f.grid[0] <<= shift;
	f.block[0] >>= shift;
	f.args = op->args;
	n = k->useful(&f);
	return n ? n : 1;
}

static void
fill(hd_op *op, const hd_launch *l, hd_coop *coop)
{
	const hd_kernel *k = l->function->kernel;
	uint64_t blocks;
	uint8_t shift = 0;

	hd_copy_args(k, op->args, l->args);
	hd_turn(k, l->grid, op->grid);
	hd_turn(k, l->block, op->block);
	op->function = l->function;
	op->coop = coop;
	blocks = count_blocks(op, 0);
	op->cut_shift = coop ? 0 : cut_shift(op, blocks);
	if (op->cut_shift)
		blocks = count_blocks(op, op->cut_shift);

	while (blocks >> shift >= HD_MAX_UNITS)
		shift++;
	uint64_t units = (blocks + (1ull << shift) - 1) >> shift;
	bool spins = k->flags & HD_KERNEL_SPINS && blocks <= MAX_AT_ONCE;

	op->blocks = blocks;
	op->unit_shift = shift;
	op->context_bytes = hd_context_bytes(k, op->block);
	op->dynamic_bytes = (uint32_t)l->dynamic_bytes;
	atomic_store_explicit(&op->units, units, memory_order_relaxed);
	atomic_store_explicit(&op->grain,
			      grain(l->function, units, shift - op->cut_shift, spins),
			      memory_order_relaxed);
	atomic_store_explicit(&op->stack, hd_stack_bytes(k), memory_order_relaxed);
	atomic_store_explicit(&op->in_order,
			      spins || k->flags & (HD_KERNEL_PACED | HD_KERNEL_ORDERED |
						   HD_KERNEL_WAITS),
			      memory_order_relaxed);
	atomic_store_explicit(&op->one_by_one, spins || k->flags & HD_KERNEL_WAITS,
			      memory_order_relaxed);
	atomic_store_explicit(&op->wait_number, 0, memory_order_relaxed);
}

/* As many blocks as a GPU runs at once keep step, where the kernel counts on it. */
static bool
keeps_step(const hd_launch *l)
{
	uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];

	return l->function->kernel->flags & (HD_KERNEL_PACED | HD_KERNEL_POLLS) &&
	       blocks > 1 && blocks <= MAX_PACED;
}

/* The version that the compiler made for such arguments, or the kernel as it is. */
static hd_function *
fitting(hd_function *f, void **args)
{
	for (hd_function *v = f->fit; v; v = v->fit)
		if (v->kernel->asks(args))
			return v;
	return f;
}

int
hd_launch_kernel(const hd_launch *launch)
{
	hd_launch fit, *l = &fit;
	hd_op *op;
	uint64_t number;
	hd_coop *coop = NULL;
	int error = hd_launch_check(launch);

	if (hd_unlikely(error))
		return error;
	fit = *launch;
	fit.function = fitting(fit.function, fit.args);
	if (hd_unlikely(l->cooperative || keeps_step(l))) {
		coop = hd_coop_new((uint64_t)l->grid[0] * l->grid[1] * l->grid[2]);
		if (!coop)
			return HD_ERR_RESOURCES;
	}
	error = hd_op_reserve(l->stream, l->function->kernel->arg_bytes, &op, &number);
	if (hd_unlikely(error)) {
		hd_coop_free(coop);
		return error;
	}
	hd_log(HD_LOG_LAUNCH,
	       "launch %s <<<(%u,%u,%u), (%u,%u,%u), %zu>>> in stream %llu",
	       l->function->kernel->name, l->grid[0], l->grid[1], l->grid[2],
	       l->block[0], l->block[1], l->block[2], l->dynamic_bytes,
	       (unsigned long long)l->stream->id);
	fill(op, l, coop);
	hd_protect_open();
	hd_op_publish(l->stream, op, number, HD_OP_KERNEL);
	hd_op_notify(l->stream, number);
	return hd_protect_finish((hd_position){l->stream, number});
}

/* ---- running ------------------------------------------------------------------ */

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

bool
hd_kernel_prepare(hd_worker *w, hd_op *op)
{
	const hd_kernel *k = op->function->kernel;
	hd_frame *f = &w->frame;
	uint64_t ticket = atomic_load_explicit(&op->ticket, memory_order_relaxed);

	if (w->prepared_for == ticket)
		return true; /* what it has computed once is kept */
	w->prepared_for = 0;
	f->shared = arena(&w->shared_base, &w->shared_size,
			  k->shared_static + (size_t)op->dynamic_bytes);
	f->context = arena(&w->context_base, &w->context_size, op->context_bytes);
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
	if (count * 4 * hd_pool_threads() >=
	    atomic_load_explicit(&op->units, memory_order_relaxed))
		learn(op->function, (hd_cpu_ticks() - start) << op->cut_shift,
		      end - begin);
}
