/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel launches: checking, filling the operation, submitting it. */
#include "shape.h"

#include <string.h>

enum {
	MAX_PACED = 512,    /* blocks that keep step */
	MAX_AT_ONCE = 2048, /* blocks that a GPU may run beside each other */
	MAX_ORDERED = 16,   /* blocks that run in their order */
	CHUNK_US = 2,       /* a chunk should take so long at least */
	SHORT_SHARE = 4,    /* a share of up to so many chunks is one */
	ALONE_US = 1,       /* launches below this are for one thread */
	PIECES = 8,         /* per thread, into which few blocks are cut */
	MIN_PIECE = 16,     /* threads, of such a piece */
};

_Atomic size_t hd_stack_limit = 1024;

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

/* The second tier, with more lanes, may go on with it. */
static uint64_t
stack_bytes(const hd_function *f)
{
	uint64_t bytes = hd_stack_bytes(f->kernel);

	return f->tier ? (bytes - HD_STACK_SLACK) * HD_WARP + HD_STACK_SLACK : bytes;
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
	atomic_store_explicit(&op->stack, stack_bytes(l->function),
			      memory_order_relaxed);
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
	if (fit.function->tier)
		fit.function = hd_tier_choose(fit.function->tier, fit.block);
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
	return hd_op_finish(l->stream, number);
}
