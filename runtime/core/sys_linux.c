/* SPDX-License-Identifier: Apache-2.0 */
/* What Linux gives: futexes, time, pages, stack bounds. */
#include "inner.h"

#include <errno.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void
hd_futex_wait(_Atomic uint32_t *word, uint32_t seen, uint32_t who)
{
	syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, seen, NULL, NULL, who);
}

void
hd_futex_wake(_Atomic uint32_t *word, int count, uint32_t who)
{
	syscall(SYS_futex, word, FUTEX_WAKE_BITSET_PRIVATE, count, NULL, NULL, who);
}

void
hd_yield(void)
{
	sched_yield();
}

uint64_t
hd_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Maps more than asked for and cuts both ends off to get the alignment. */
void *
hd_map_pages(size_t bytes, size_t align, bool huge)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t extra = align > page ? align : 0;

	if (bytes > SIZE_MAX - extra - page)
		return NULL;
	bytes = (bytes + page - 1) & ~(page - 1);
	char *p = mmap(NULL, bytes + extra, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	if (extra) {
		size_t before = -(uintptr_t)p & (align - 1);

		if (before)
			munmap(p, before);
		if (extra > before)
			munmap(p + before + bytes, extra - before);
		p += before;
	}
	if (huge)
		madvise(p, bytes, MADV_HUGEPAGE);
	return p;
}

void
hd_use_small_pages(void *base, size_t bytes)
{
	madvise(base, bytes, MADV_NOHUGEPAGE);
}

void
hd_unmap_pages(void *base, size_t bytes)
{
	munmap(base, bytes);
}

static int
holds(struct dl_phdr_info *file, size_t size, void *p)
{
	(void)size;
	for (int i = 0; i < file->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &file->dlpi_phdr[i];

		if (part->p_type == PT_LOAD &&
		    (uintptr_t)p - (file->dlpi_addr + part->p_vaddr) < part->p_memsz)
			return 1;
	}
	return 0;
}

bool
hd_is_program_data(const void *p)
{
	return dl_iterate_phdr(holds, (void *)p) != 0;
}

static _Thread_local uintptr_t stack_low, stack_high; /* 0: not asked yet */

/* The bounds are asked for once per thread: for the main thread glibc reads
 * /proc/self/maps to answer. A coroutine runs on a stack that is in no table: nothing is
 * left there. */
size_t
hd_stack_left(void)
{
	uintptr_t now = (uintptr_t)__builtin_frame_address(0);

	if (!stack_high) {
		pthread_attr_t attr;
		void *base;
		size_t size;

		if (pthread_getattr_np(pthread_self(), &attr))
			return 0;
		if (!pthread_attr_getstack(&attr, &base, &size)) {
			stack_low = (uintptr_t)base;
			stack_high = stack_low + size;
		}
		pthread_attr_destroy(&attr);
	}
	return now > stack_low && now < stack_high ? now - stack_low : 0;
}

/* The system keeps a gap below the main thread's stack, and that may begin a little higher
 * than it says. */
bool
hd_is_below_stack(const void *p)
{
	enum { GAP = 1 << 20, SLACK = 64 << 10 };
	uintptr_t at = (uintptr_t)p;

	return stack_high && at < stack_low + SLACK && at >= stack_low - GAP;
}
