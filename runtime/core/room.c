/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks, shared memory and contexts of blocks that have them for themselves. */
#include "room.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GUARD = 65536, EXTRA_STACK = 131072, PAD = 512, PAGE = 4096 };

static _Thread_local const hd_room *inside; /* what this thread runs in, or NULL */

static size_t
padded(size_t bytes)
{
	return (bytes + PAD - 1) / PAD * PAD + PAD;
}

bool
hd_room_new(hd_room *r, const hd_kernel *k, const hd_op *op, hd_frame *f)
{
	size_t shared = padded(k->shared_static + (size_t)op->dynamic_bytes);
	size_t stack = atomic_load_explicit(&op->stack, memory_order_relaxed);

	r->stack_bytes = GUARD + EXTRA_STACK + (stack + PAGE - 1) / PAGE * PAGE;
	r->stack = mmap(NULL, r->stack_bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (r->stack == MAP_FAILED)
		r->stack = NULL;
	r->memory = aligned_alloc(PAD, PAD + shared + padded(op->context_bytes));
	if (!r->stack || !r->memory || mprotect(r->stack, GUARD, PROT_NONE))
		return false;
	if (hd_opt.zero_shared)
		memset(r->memory, 0, PAD + shared);
	f->shared = r->memory + PAD;
	f->dynamic_shared = f->shared + k->shared_static;
	f->context = f->shared + shared;
	return true;
}

void
hd_room_free(hd_room *r)
{
	if (r->stack)
		munmap(r->stack, r->stack_bytes);
	free(r->memory);
}

bool
hd_room_context(const hd_room *r, ucontext_t *self, ucontext_t *home,
		void (*main)(void))
{
	if (getcontext(self))
		return false;
	self->uc_link = home;
	self->uc_stack.ss_sp = r->stack + GUARD;
	self->uc_stack.ss_size = r->stack_bytes - GUARD;
	makecontext(self, main, 0);
	return true;
}

const hd_room *
hd_room_enter(const hd_room *r)
{
	const hd_room *before = inside;

	inside = r;
	return before;
}

bool
hd_is_below_room(const void *p)
{
	return inside && (size_t)((const char *)p - inside->stack) < GUARD;
}
