/* SPDX-License-Identifier: Apache-2.0 */
/* Events: a position in a stream, and the time when it was reached. Destroyed events
 * are reused when no stream holds them any more. */
#include "graph.h"
#include "inner.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* Guards the free list and the positions of all events. */
static pthread_mutex_t event_lock = PTHREAD_MUTEX_INITIALIZER;
static hd_event *free_events;

hd_event *
hd_event_new(unsigned flags)
{
	pthread_mutex_lock(&event_lock);
	hd_event *e = free_events;

	if (e)
		free_events = e->next;
	pthread_mutex_unlock(&event_lock);
	if (!e)
		e = malloc(sizeof *e);
	if (!e)
		return NULL;
	memset(e, 0, sizeof *e);
	e->flags = flags;
	atomic_store(&e->uses, 1);
	atomic_store(&e->live, true);
	return e;
}

void
hd_event_drop(hd_event *e)
{
	if (atomic_fetch_sub(&e->uses, 1) != 1)
		return;
	pthread_mutex_lock(&event_lock);
	e->next = free_events;
	free_events = e;
	pthread_mutex_unlock(&event_lock);
}

void
hd_event_free(hd_event *e)
{
	atomic_store(&e->live, false);
	hd_capture_forget(e);
	hd_event_drop(e);
}

int
hd_event_record(hd_event *e, hd_stream *s)
{
	hd_op *op;
	uint64_t number;
	int error = hd_op_reserve(s, 0, &op, &number);

	if (error)
		return error;
	atomic_fetch_add(&e->uses, 1);
	pthread_mutex_lock(&event_lock);
	e->at = (hd_position){s, number};
	op->event = e;
	op->record = atomic_fetch_add(&e->record, 1) + 1;
	pthread_mutex_unlock(&event_lock);
	hd_op_publish(s, op, number, HD_OP_EVENT);
	if (!hd_step_inline(s, number))
		hd_op_notify(s, number);
	return HD_OK;
}

/* Called when the stream gets there. A later recording may have overtaken this one in
 * another stream; its time counts. */
void
hd_event_reached(hd_op *op)
{
	hd_event *e = op->event;

	if (atomic_load(&e->record) == op->record)
		atomic_store(&e->time_ns, hd_now_ns());
	hd_event_drop(e);
}

hd_position
hd_event_position(hd_event *e)
{
	pthread_mutex_lock(&event_lock);
	hd_position at = e->at;

	pthread_mutex_unlock(&event_lock);
	return at;
}

/* Where only the time is left to be taken, for which no worker may be awake, this thread
 * takes it, or waits for the one that does. */
bool
hd_event_is_reached(hd_event *e)
{
	hd_position at = hd_event_position(e);

	if (hd_is_reached(at))
		return true;
	while (atomic_load(&at.stream->head) == at.number) {
		hd_op *op = &at.stream->ring[at.number % HD_RING];

		if (!hd_op_is_open(op, at.number) || !hd_may_start(at.stream, op))
			break;
		if (!hd_step_inline(at.stream, at.number))
			sched_yield();
	}
	return hd_is_reached(at);
}
