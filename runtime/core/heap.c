/* SPDX-License-Identifier: Apache-2.0 */
/* malloc() and free() of kernels: the system's, within cudaLimitMallocHeapSize. */
#include "inner.h"

#include <stdlib.h>

_Atomic size_t hd_heap_limit = 8u << 20;

static _Atomic size_t used; /* bytes handed out */

/* In front of every piece; keeps its alignment. */
typedef union header {
	size_t bytes;
	_Alignas(16) char pad[16];
} header;

void *
hd_heap_new(uint64_t bytes)
{
	size_t limit = atomic_load_explicit(&hd_heap_limit, memory_order_relaxed);
	size_t before;
	header *h;

	if (!bytes || bytes > limit)
		return NULL;
	before = atomic_fetch_add(&used, bytes);
	h = before > limit - bytes ? NULL : malloc(sizeof *h + bytes);
	if (!h) {
		atomic_fetch_sub(&used, bytes);
		return NULL;
	}
	h->bytes = bytes;
	return h + 1;
}

void
hd_heap_free(void *p)
{
	header *h = (header *)p - 1;

	if (!p)
		return;
	atomic_fetch_sub(&used, h->bytes);
	free(h);
}
