/* SPDX-License-Identifier: Apache-2.0 */
/* malloc() and free() of kernels: the system's, within cudaLimitMallocHeapSize. What is
 * allocated is known, so that freeing something else, or twice, is the kernel's error. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>

enum { SHARDS = 64, FIRST_SLOTS = 64 };

_Atomic size_t hd_heap_limit = 8u << 20;

static _Atomic size_t used; /* bytes handed out */

struct piece {
	void *at; /* NULL: the slot is free */
	size_t bytes;
};

/* A part of all pieces, found by address: the one that a hash leads to, or one of those
 * behind it, up to a free slot. */
static struct shard {
	_Alignas(64) pthread_mutex_t lock; /* guards the rest */
	struct piece *slots;               /* a power of two, at least a quarter free */
	size_t size, count;
} shards[SHARDS];

static void
make_locks(void)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_init(&shards[i].lock, NULL);
}

static uint64_t
hash(const void *p)
{
	return ((uintptr_t)p >> 4) * 0x9e3779b97f4a7c15ull;
}

static struct shard *
lock_shard(const void *p)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct shard *s = &shards[hash(p) >> 58];

	pthread_once(&once, make_locks);
	pthread_mutex_lock(&s->lock);
	return s;
}

/* Where p is, or would be. */
static size_t
place(const struct shard *s, const void *p)
{
	size_t i = (hash(p) >> 20) & (s->size - 1);

	while (s->slots[i].at && s->slots[i].at != p)
		i = (i + 1) & (s->size - 1);
	return i;
}

static bool
grow(struct shard *s)
{
	struct shard more = {.size = s->size ? 2 * s->size : FIRST_SLOTS};

	more.slots = calloc(more.size, sizeof *more.slots);
	if (!more.slots)
		return false;
	for (size_t i = 0; i < s->size; i++)
		if (s->slots[i].at)
			more.slots[place(&more, s->slots[i].at)] = s->slots[i];
	free(s->slots);
	s->slots = more.slots;
	s->size = more.size;
	return true;
}

static bool
enter(void *p, size_t bytes)
{
	struct shard *s = lock_shard(p);
	bool ok = s->count < s->size / 4 * 3 || grow(s);

	if (ok) {
		s->slots[place(s, p)] = (struct piece){p, bytes};
		s->count++;
	}
	pthread_mutex_unlock(&s->lock);
	return ok;
}

/* What lies behind the slot that gets free may have been meant for it. */
static void
remove_at(struct shard *s, size_t i)
{
	s->slots[i].at = NULL;
	s->count--;
	for (i = (i + 1) & (s->size - 1); s->slots[i].at; i = (i + 1) & (s->size - 1)) {
		struct piece p = s->slots[i];

		s->slots[i].at = NULL;
		s->slots[place(s, p.at)] = p;
	}
}

static bool
leave(const void *p, size_t *bytes)
{
	struct shard *s = lock_shard(p);
	size_t i = s->size ? place(s, p) : 0;
	bool found = s->size && s->slots[i].at;

	if (found) {
		*bytes = s->slots[i].bytes;
		remove_at(s, i);
	}
	pthread_mutex_unlock(&s->lock);
	return found;
}

void *
hd_heap_new(uint64_t bytes)
{
	size_t limit = atomic_load_explicit(&hd_heap_limit, memory_order_relaxed);
	void *p = NULL;

	if (!bytes || bytes > limit)
		return NULL;
	if (atomic_fetch_add(&used, bytes) <= limit - bytes)
		p = malloc(bytes);
	if (p && !enter(p, bytes)) {
		free(p);
		p = NULL;
	}
	if (!p)
		atomic_fetch_sub(&used, bytes);
	return p;
}

bool
hd_heap_free(void *p)
{
	size_t bytes;

	if (!p)
		return true;
	if (!leave(p, &bytes))
		return false;
	atomic_fetch_sub(&used, bytes);
	free(p);
	return true;
}
