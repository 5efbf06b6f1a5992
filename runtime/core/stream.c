/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: rings of operations, and the table of all of them. claim.c says which operation
 * may start, submit.c how they come here. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Guards the table's growth and the reuse of destroyed streams. */
static pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;
_Atomic(hd_stream *) hd_streams[HD_MAX_STREAMS];
_Atomic unsigned hd_streams_used;
static uint64_t next_id = 1;

static pthread_key_t thread_stream_key;
static _Thread_local hd_stream *thread_stream;

static hd_stream *
find_reusable(void)
{
	for (unsigned i = 0; i < hd_stream_count(); i++) {
		hd_stream *s = hd_stream_at(i);

		if (!atomic_load(&s->live) && hd_is_empty(s))
			return s;
	}
	return NULL;
}

/* A new entry of the table; stream_lock is held. */
static hd_stream *
add_stream(void)
{
	unsigned index = hd_stream_count();

	if (index == HD_MAX_STREAMS)
		return NULL;
	hd_stream *s = aligned_alloc(_Alignof(hd_stream), sizeof *s);
	hd_op *ring = hd_map_pages(HD_RING * sizeof(hd_op), 4096, false);

	if (!s || !ring) {
		free(s);
		if (ring)
			hd_unmap_pages(ring, HD_RING * sizeof(hd_op));
		return NULL;
	}
	memset(s, 0, sizeof *s);
	hd_shares_new(s);
	s->ring = ring;
	s->index = index;
	atomic_store(&hd_streams[index], s);
	atomic_store(&hd_streams_used, index + 1);
	return s;
}

int
hd_stream_new(enum hd_stream_sync sync, unsigned flags, int priority, hd_stream **out)
{
	hd_stream_legacy(); /* has index 0 */
	pthread_mutex_lock(&stream_lock);
	hd_stream *s = find_reusable();

	if (!s)
		s = add_stream();
	if (s) {
		atomic_store(&s->sync, sync);
		s->thread_owned = false;
		s->flags = flags;
		s->priority = priority;
		s->id = next_id++;
		atomic_store(&s->live, true);
	}
	pthread_mutex_unlock(&stream_lock);
	*out = s;
	return s ? HD_OK : HD_ERR_MEMORY;
}

void
hd_stream_free(hd_stream *s)
{
	atomic_store(&s->live, false);
}

void
hd_stream_free_all(void)
{
	for (unsigned i = 1; i < hd_stream_count(); i++)
		if (!hd_stream_at(i)->thread_owned)
			hd_stream_free(hd_stream_at(i));
}

static void
drop_thread_stream(void *s)
{
	hd_stream_free(s);
}

static void
make_legacy(void)
{
	pthread_mutex_lock(&stream_lock);
	hd_stream *s = add_stream();

	if (!s)
		abort(); /* not even memory for the first stream */
	atomic_store(&s->sync, HD_SYNC_LEGACY);
	atomic_store(&s->live, true);
	pthread_mutex_unlock(&stream_lock);
	pthread_key_create(&thread_stream_key, drop_thread_stream);
}

hd_stream *
hd_stream_legacy(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	hd_stream *s = atomic_load_explicit(&hd_streams[0], memory_order_acquire);

	if (hd_likely(s && atomic_load_explicit(&s->live, memory_order_acquire)))
		return s;
	pthread_once(&once, make_legacy);
	return atomic_load(&hd_streams[0]);
}

hd_stream *
hd_stream_per_thread(void)
{
	if (!thread_stream &&
	    hd_stream_new(HD_SYNC_BLOCKING, 0, 0, &thread_stream) == HD_OK) {
		thread_stream->thread_owned = true;
		pthread_setspecific(thread_stream_key, thread_stream);
	}
	return thread_stream;
}

hd_position
hd_stream_position(hd_stream *s)
{
	uint64_t tail = atomic_load_explicit(&s->tail, memory_order_acquire);

	if (tail == atomic_load_explicit(&s->head, memory_order_acquire))
		return (hd_position){NULL, 0};
	return (hd_position){s, tail - 1};
}
