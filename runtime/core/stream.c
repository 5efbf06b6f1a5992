/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: rings of operations, the table of all of them, and the default-stream rules.
 *
 * Submitting takes no lock: a number is reserved by adding to `tail`, the slot is
 * filled, then opened (sched.c). A ticket from one counter orders operations over the
 * legacy stream and the blocking ones: an operation of the one kind starts only when
 * the other kind has nothing unfinished with a smaller ticket. Reserving comes before
 * taking the ticket, so no thread with a larger ticket can miss a reserved operation. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Guards the table's growth and the reuse of destroyed streams. */
static pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(hd_stream *) table[HD_MAX_STREAMS];
static _Atomic unsigned table_count;
static uint64_t next_id = 1;

static _Atomic uint64_t ticket_clock = 1;
static pthread_key_t thread_stream_key;
static _Thread_local hd_stream *thread_stream;

unsigned
hd_stream_count(void)
{
	return atomic_load_explicit(&table_count, memory_order_acquire);
}

hd_stream *
hd_stream_at(unsigned index)
{
	return atomic_load_explicit(&table[index], memory_order_acquire);
}

static bool
is_empty(hd_stream *s)
{
	return atomic_load(&s->head) == atomic_load(&s->tail);
}

static hd_stream *
find_reusable(void)
{
	for (unsigned i = 0; i < hd_stream_count(); i++) {
		hd_stream *s = hd_stream_at(i);

		if (!atomic_load(&s->live) && is_empty(s))
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
	atomic_store(&table[index], s);
	atomic_store(&table_count, index + 1);
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
	hd_stream *s = atomic_load_explicit(&table[0], memory_order_acquire);

	if (hd_likely(s && atomic_load_explicit(&s->live, memory_order_acquire)))
		return s;
	pthread_once(&once, make_legacy);
	return atomic_load(&table[0]);
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

/* ---- the rules between streams ------------------------------------------------ */

/* Whether s has an unfinished operation submitted before `ticket`. One that is reserved
 * but not open yet counts: its submitter notifies when it is. */
static bool
has_older_work(hd_stream *s, uint64_t ticket)
{
	for (;;) {
		uint64_t number = atomic_load(&s->head);

		if (number == atomic_load(&s->tail))
			return false;
		hd_op *op = &s->ring[number % HD_RING];
		bool open = hd_op_is_open(op, number);
		uint64_t t = atomic_load_explicit(&op->ticket, memory_order_acquire);

		if (atomic_load(&s->head) == number)
			return !open || t < ticket;
	}
}

static bool
has_older_blocking_work(uint64_t ticket)
{
	unsigned n = hd_stream_count();

	for (unsigned i = 1; i < n; i++) {
		hd_stream *s = hd_stream_at(i);

		if (atomic_load_explicit(&s->sync, memory_order_relaxed) ==
			    HD_SYNC_BLOCKING &&
		    has_older_work(s, ticket))
			return true;
	}
	return false;
}

/* May be asked about a slot that is being used again: the claim fails then. But wait
 * positions are followed only for the slot's true owner, so they are read with care. */
bool
hd_may_start(hd_stream *s, hd_op *op)
{
	uint64_t ticket = atomic_load_explicit(&op->ticket, memory_order_relaxed);

	switch (atomic_load_explicit(&s->sync, memory_order_relaxed)) {
	case HD_SYNC_LEGACY:
		if (hd_stream_count() > 1 && has_older_blocking_work(ticket))
			return false;
		break;
	case HD_SYNC_BLOCKING:
		if (has_older_work(hd_stream_at(0), ticket))
			return false;
		break;
	default:
		break;
	}
	if (atomic_load_explicit(&op->kind, memory_order_relaxed) != HD_OP_WAIT)
		return true;
	unsigned index = atomic_load_explicit(&op->wait_stream, memory_order_relaxed);
	uint64_t number = atomic_load_explicit(&op->wait_number, memory_order_relaxed);

	return atomic_load(&hd_stream_at(index)->head) > number;
}

/* ---- submitting --------------------------------------------------------------- */

/* Who finds the ring full waits for a good part of it, not to be back at once. */
int
hd_op_reserve(hd_stream *s, size_t arg_bytes, hd_op **out, uint64_t *number)
{
	int error = hd_pool_start();
	char *args = NULL;

	if (hd_unlikely(error))
		return error;
	if (arg_bytes > HD_INLINE_ARGS) {
		args = hd_args_new(arg_bytes);
		if (!args)
			return HD_ERR_MEMORY;
	}
	uint64_t n = atomic_fetch_add(&s->tail, 1);

	if (hd_unlikely(n - atomic_load_explicit(&s->head, memory_order_acquire) >=
			HD_RING)) {
		error = hd_wait_position((hd_position){s, n - HD_RING + HD_RING / 4});
		if (error)
			return error; /* only when the process ends */
	}
	hd_op *op = &s->ring[n % HD_RING];

	op->args = args ? args : op->inline_args;
	op->arg_bytes = (uint32_t)arg_bytes;
	op->unit_shift = 0;
	op->cut_shift = 0;
	atomic_store_explicit(&op->units, 1, memory_order_relaxed);
	atomic_store_explicit(&op->grain, 1, memory_order_relaxed);
	atomic_store_explicit(&op->stack, 0, memory_order_relaxed);
	atomic_store_explicit(&op->in_order, false, memory_order_relaxed);
	atomic_store_explicit(&op->one_by_one, false, memory_order_relaxed);
	atomic_store_explicit(&op->done, 0, memory_order_relaxed);
	*out = op;
	*number = n;
	return HD_OK;
}

void
hd_op_publish(hd_stream *s, hd_op *op, uint64_t number, enum hd_op_kind kind)
{
	atomic_store_explicit(&op->kind, kind, memory_order_relaxed);
	atomic_store_explicit(&op->ticket, atomic_fetch_add(&ticket_clock, 1),
			      memory_order_relaxed);
	hd_op_open(op, number);
	hd_mark_pending(s);
}

/* Whoever finishes the operation before this one finds it, or this thread sees that that has
 * happened: both first write and then read, in one order. */
void
hd_op_notify(hd_stream *s, uint64_t number)
{
	if (atomic_load(&s->head) == number)
		hd_notify_work();
}

/* For operations so short that the submitter may as well do them. */
static void
publish_short(hd_stream *s, hd_op *op, uint64_t number, enum hd_op_kind kind)
{
	hd_op_publish(s, op, number, kind);
	if (!hd_step_inline(s, number))
		hd_op_notify(s, number);
}

int
hd_submit_call(hd_stream *s, const hd_call *c, hd_position *at)
{
	hd_op *op;
	uint64_t number;
	int error = hd_op_reserve(s, c->bytes, &op, &number);

	if (error)
		return error;
	memcpy(op->args, c->args, c->bytes);
	op->call = c->fn;
	atomic_store_explicit(&op->units, c->units, memory_order_relaxed);
	atomic_store_explicit(&op->grain, c->grain, memory_order_relaxed);
	if (at)
		*at = (hd_position){s, number};
	hd_protect_open();
	if (c->units <= c->grain && !c->is_long) {
		publish_short(s, op, number, HD_OP_CALL);
	} else {
		hd_op_publish(s, op, number, HD_OP_CALL);
		hd_op_notify(s, number);
	}
	return hd_protect_finish((hd_position){s, number});
}

int
hd_submit_host(hd_stream *s, void (*fn)(void *, int), void *user)
{
	hd_op *op;
	uint64_t number;
	int error = hd_pool_start();

	if (!error)
		error = hd_host_thread_start();
	if (!error)
		error = hd_op_reserve(s, 0, &op, &number);
	if (error)
		return error;
	op->host = fn;
	op->host_user = user;
	hd_op_publish(s, op, number, HD_OP_HOST);
	hd_notify_host();
	return HD_OK;
}

int
hd_submit_wait(hd_stream *s, hd_position at)
{
	hd_op *op;
	uint64_t number;

	if (hd_is_reached(at) || at.stream == s)
		return HD_OK;
	int error = hd_op_reserve(s, 0, &op, &number);

	if (error)
		return error;
	atomic_store_explicit(&op->wait_stream, at.stream->index, memory_order_relaxed);
	atomic_store_explicit(&op->wait_number, at.number, memory_order_relaxed);
	publish_short(s, op, number, HD_OP_WAIT);
	return HD_OK;
}

static int
submit_mark(hd_stream *s, hd_position *at)
{
	hd_op *op;
	uint64_t number;
	int error = hd_op_reserve(s, 0, &op, &number);

	if (error)
		return error;
	publish_short(s, op, number, HD_OP_MARK);
	*at = (hd_position){s, number};
	return HD_OK;
}

/* ---- waiting ------------------------------------------------------------------ */

hd_position
hd_stream_position(hd_stream *s)
{
	uint64_t tail = atomic_load_explicit(&s->tail, memory_order_acquire);

	if (tail == atomic_load_explicit(&s->head, memory_order_acquire))
		return (hd_position){NULL, 0};
	return (hd_position){s, tail - 1};
}

bool
hd_is_reached(hd_position at)
{
	return !at.stream || atomic_load(&at.stream->head) > at.number;
}

bool
hd_is_stream_idle(hd_stream *s)
{
	if (!is_empty(s))
		return false;
	return atomic_load(&s->sync) != HD_SYNC_LEGACY ||
	       !has_older_blocking_work(UINT64_MAX);
}

bool
hd_is_turn(hd_stream *s)
{
	return hd_is_stream_idle(s) && (atomic_load(&s->sync) != HD_SYNC_BLOCKING ||
					is_empty(hd_stream_legacy()));
}

static bool
reached(void *arg)
{
	return hd_is_reached(*(hd_position *)arg);
}

int
hd_wait_position(hd_position at)
{
	if (hd_is_reached(at))
		return HD_OK;
	return hd_wait_until(reached, &at, at.stream);
}

int
hd_wait_stream(hd_stream *s)
{
	if (hd_is_stream_idle(s))
		return HD_OK;
	hd_position at = hd_stream_position(s);

	if (atomic_load(&s->sync) == HD_SYNC_LEGACY &&
	    has_older_blocking_work(UINT64_MAX)) {
		int error = submit_mark(s, &at);

		if (error)
			return error;
	}
	return hd_wait_position(at);
}

int
hd_wait_turn(hd_stream *s)
{
	hd_position at;

	if (hd_is_turn(s))
		return HD_OK;
	int error = submit_mark(s, &at);

	return error ? error : hd_wait_position(at);
}

int
hd_wait_device(void)
{
	unsigned n = hd_stream_count();

	for (unsigned i = 0; i < n; i++) {
		hd_position at = hd_stream_position(hd_stream_at(i));

		if (hd_is_reached(at))
			continue;
		int error = hd_wait_until(reached, &at, NULL);

		if (error)
			return error;
	}
	return HD_OK;
}
