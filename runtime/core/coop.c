/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative launches: grids whose blocks wait for each other.
 *
 * Every block has a stack, shared memory and a context of its own. A block that comes to
 * the grid's barrier goes back to its worker, which starts further blocks; when none is
 * left to start, it waits until all blocks of the grid have arrived or ended, and goes
 * through its own again. Blocks never change their thread. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

enum { GUARD = 65536, EXTRA_STACK = 131072, PAD = 512, SPINS = 2000 };

/* One per cooperative launch. */
struct hd_coop {
	_Atomic uint64_t count; /* blocks that have not ended << 32 | that arrived */
	_Atomic uint64_t phase; /* how often the barrier has opened */
};

typedef struct fiber fiber;
struct fiber {
	ucontext_t self;
	hd_frame frame;
	hd_coop_run *run;
	hd_guard *guard; /* what it runs under, while it is suspended */
	uint64_t block;
	uint64_t phase; /* it waits for the next one after this */
	char *memory;   /* shared memory and context */
	char *stack;
	size_t stack_bytes;
	int error;
	bool ended;
	fiber *next;
};

struct hd_coop_run {
	hd_worker *worker;
	hd_op *op;
	ucontext_t home;
	fiber *first, **last;
	fiber *current;
};

static _Thread_local hd_coop_run *running; /* of this thread, or NULL */

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

/* ---- blocks */

static void
run_block(void *arg)
{
	hd_frame *f = &((fiber *)arg)->frame;

	f->kernel->entry(f, f->shared, f->context, ((fiber *)arg)->block, 1);
}

static void
fiber_main(void)
{
	fiber *f = running->current;

	f->error = hd_run_guarded(run_block, f, false);
	f->ended = true;
	change_count(f->run->op->coop, -(UINT64_C(1) << 32));
}

static void
free_fiber(fiber *f)
{
	if (f->stack)
		munmap(f->stack, f->stack_bytes);
	free(f->memory);
	free(f);
}

static size_t
padded(size_t bytes)
{
	return (bytes + PAD - 1) / PAD * PAD + PAD;
}

static bool
give_memory(fiber *f, const hd_op *op)
{
	const hd_kernel *k = op->function->kernel;
	size_t shared = padded(k->shared_static + (size_t)op->dynamic_bytes);
	size_t context = padded(op->context_bytes);

	f->stack_bytes =
		GUARD + EXTRA_STACK +
		(atomic_load_explicit(&op->stack, memory_order_relaxed) + 4095) / 4096 *
			4096;
	f->stack = mmap(NULL, f->stack_bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (f->stack == MAP_FAILED)
		f->stack = NULL;
	f->memory = aligned_alloc(PAD, PAD + shared + context);
	if (!f->stack || !f->memory || mprotect(f->stack, GUARD, PROT_NONE))
		return false;
	if (hd_opt.zero_shared)
		memset(f->memory, 0, PAD + shared);
	f->frame.shared = f->memory + PAD;
	f->frame.dynamic_shared = f->frame.shared + k->shared_static;
	f->frame.context = f->frame.shared + shared;
	return true;
}

static fiber *
new_fiber(hd_coop_run *r, uint64_t number)
{
	fiber *f = calloc(1, sizeof *f);
	const uint32_t *grid = r->op->grid;

	if (!f)
		return NULL;
	f->run = r;
	f->frame = r->worker->frame;
	if (!give_memory(f, r->op) || getcontext(&f->self)) {
		free_fiber(f);
		return NULL;
	}
	f->block = hd_permute_block(r->op->function->kernel, number, r->op->blocks);
	f->frame.block_index[0] = (uint32_t)(f->block % grid[0]);
	f->frame.block_index[1] = (uint32_t)(f->block / grid[0] % grid[1]);
	f->frame.block_index[2] = (uint32_t)(f->block / grid[0] / grid[1]);
	memset(f->frame.thread_index, 0, sizeof f->frame.thread_index);
	f->self.uc_link = &r->home;
	f->self.uc_stack.ss_sp = f->stack + GUARD;
	f->self.uc_stack.ss_size = f->stack_bytes - GUARD;
	makecontext(&f->self, fiber_main, 0);
	return f;
}

/* Runs a block until it ends or waits. */
static void
resume(hd_coop_run *r, fiber *f)
{
	hd_guard *outer = hd_guarded;
	hd_coop_run *before = running;

	running = r;
	r->current = f;
	hd_guarded = f->guard;
	swapcontext(&r->home, &f->self);
	running = before;
	hd_guarded = outer;
	if (f->ended && f->error)
		hd_report_failure(&f->frame, f->error);
}

/* ---- what a worker does */

hd_coop_run *
hd_coop_begin(hd_worker *w, hd_op *op)
{
	hd_coop_run *r = calloc(1, sizeof *r);

	if (r) {
		r->worker = w;
		r->op = op;
		r->last = &r->first;
	}
	return r;
}

void
hd_coop_start(hd_coop_run *r, uint64_t first, uint64_t count)
{
	for (uint64_t i = first; i < first + count; i++) {
		fiber *f;

		if (atomic_load_explicit(&hd_device_error, memory_order_relaxed))
			return;
		f = new_fiber(r, i);
		if (!f) {
			hd_fail_device(HD_ERR_RESOURCES);
			return;
		}
		resume(r, f);
		if (f->ended) {
			free_fiber(f);
		} else {
			*r->last = f;
			r->last = &f->next;
		}
	}
}

static void
wait_for_others(hd_coop_run *r, uint64_t phase)
{
	unsigned spins = 0;

	while (atomic_load(&r->op->coop->phase) == phase && !hd_is_closing() &&
	       !atomic_load_explicit(&hd_device_error, memory_order_relaxed)) {
		if (spins++ < SPINS)
			hd_cpu_relax();
		else
			nanosleep(&(struct timespec){0, 20000}, NULL);
	}
}

static bool
is_over(void)
{
	return hd_is_closing() ||
	       atomic_load_explicit(&hd_device_error, memory_order_relaxed);
}

/* Goes through the blocks whose barrier has opened: one that opened it itself may wait
 * for the next already. False if there was none. */
static bool
resume_all(hd_coop_run *r)
{
	fiber **at = &r->first, *f;
	bool some = false;

	while ((f = *at) && !is_over()) {
		if (f->phase == atomic_load(&r->op->coop->phase)) {
			at = &f->next;
			continue;
		}
		some = true;
		resume(r, f);
		if (f->ended) {
			*at = f->next;
			free_fiber(f);
		} else {
			at = &f->next;
		}
	}
	return some;
}

/* All blocks of the grid are started: ours go on whenever the barrier opens. */
void
hd_coop_end(hd_coop_run *r)
{
	while (r->first && !is_over())
		if (!resume_all(r))
			wait_for_others(r, r->first->phase);
	while (r->first) { /* left behind by a failure */
		fiber *f = r->first;

		r->first = f->next;
		free_fiber(f);
	}
	free(r);
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
	fiber *f;
	hd_coop *c;

	if (!hd_coop_is_valid(frame)) {
		fflush(stdout);
		fprintf(stderr,
			"heddle: a kernel waits for its whole grid, but was not launched "
			"with cudaLaunchCooperativeKernel\n");
		hd_kernel_fail(HD_ERR_LAUNCH);
	}
	f = running->current;
	c = f->run->op->coop;
	f->phase = atomic_load(&c->phase);
	change_count(c, 1);
	if (atomic_load(&c->phase) != f->phase)
		return;
	f->guard = hd_guarded;
	swapcontext(&f->self, &f->run->home);
}

void
hd_coop_yield(hd_frame *frame)
{
	fiber *f;

	if (!hd_coop_is_valid(frame))
		return;
	f = running->current;
	f->phase = atomic_load(&f->run->op->coop->phase) - 1; /* waits for nothing */
	f->guard = hd_guarded;
	swapcontext(&f->self, &f->run->home);
}
