/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that kernels launch. A child grid runs at once, to its end, on a stack of its
 * own, in the thread that launched it: this is an order that every stream allows. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { GUARD = 65536, EXTRA_STACK = 131072, PAD = 512, MAX_DEPTH = 24, TOO_DEEP = 65 };

typedef struct child {
	hd_op op;
	hd_frame frame;
	ucontext_t self, home;
	char *memory, *stack;
	size_t stack_bytes;
	int error;
} child;

static _Thread_local child *starting;
static _Thread_local int depth;

static size_t
padded(size_t bytes)
{
	return (bytes + PAD - 1) / PAD * PAD + PAD;
}

static void
run_blocks(void *arg)
{
	child *c = arg;
	hd_frame *f = &c->frame;
	uint64_t n = c->op.blocks;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t b = hd_permute_block(i, n);

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
	if (c->stack)
		munmap(c->stack, c->stack_bytes);
	free(c->memory);
	if (c->op.args && c->op.args != c->op.inline_args)
		hd_args_free(c->op.args, c->op.arg_bytes);
	free(c);
}

/* Shared memory, context, stack and arguments. */
static bool
give_memory(child *c, const hd_kernel *k, const hd_nested *n)
{
	size_t shared = padded(k->shared_static + n->dynamic_bytes);

	c->op.arg_bytes = k->arg_bytes;
	c->op.args = k->arg_bytes <= HD_INLINE_ARGS ? c->op.inline_args
						    : hd_args_new(k->arg_bytes);
	c->op.context_bytes = hd_context_bytes(k, n->block);
	c->memory = aligned_alloc(PAD, PAD + shared + padded(c->op.context_bytes));
	c->stack_bytes = GUARD + EXTRA_STACK + (hd_stack_bytes(k) + 4095) / 4096 * 4096;
	c->stack = mmap(NULL, c->stack_bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->stack == MAP_FAILED)
		c->stack = NULL;
	if (!c->op.args || !c->memory || !c->stack ||
	    mprotect(c->stack, GUARD, PROT_NONE))
		return false;
	if (hd_opt.zero_shared)
		memset(c->memory, 0, PAD + shared);
	hd_copy_args(k, c->op.args, n->args);
	c->frame.shared = c->memory + PAD;
	c->frame.dynamic_shared = c->frame.shared + k->shared_static;
	c->frame.context = c->frame.shared + shared;
	return true;
}

static void
fill_frame(child *c, const hd_frame *parent, const hd_kernel *k, const hd_nested *n)
{
	hd_frame *f = &c->frame;

	memcpy(f->grid, n->grid, sizeof f->grid);
	memcpy(f->block, n->block, sizeof f->block);
	f->args = c->op.args;
	f->dynamic_bytes = n->dynamic_bytes;
	f->worker = parent->worker;
	f->kernel = k;
	f->launch = &c->op;
	f->once_done = 0;
	c->op.blocks = (uint64_t)n->grid[0] * n->grid[1] * n->grid[2];
}

static void
run(child *c)
{
	hd_guard *outer = hd_guarded;
	child *before = starting;

	starting = c;
	depth++;
	getcontext(&c->self);
	c->self.uc_link = &c->home;
	c->self.uc_stack.ss_sp = c->stack + GUARD;
	c->self.uc_stack.ss_size = c->stack_bytes - GUARD;
	makecontext(&c->self, child_main, 0);
	swapcontext(&c->home, &c->self);
	depth--;
	starting = before;
	hd_guarded = outer;
}

int
hd_launch_nested(hd_frame *parent, const hd_kernel *k, const hd_nested *n)
{
	int error = hd_check_shape(k, n->grid, n->block);
	child *c;

	if (error)
		return error;
	if (depth >= MAX_DEPTH)
		return TOO_DEEP;
	c = aligned_alloc(64, (sizeof *c + 63) / 64 * 64);
	if (!c)
		return HD_ERR_RESOURCES;
	memset(c, 0, sizeof *c);
	if (!give_memory(c, k, n)) {
		free_child(c);
		return HD_ERR_RESOURCES;
	}
	fill_frame(c, parent, k, n);
	run(c);
	error = c->error;
	free_child(c);
	if (error)
		hd_kernel_fail(error);
	return HD_OK;
}
