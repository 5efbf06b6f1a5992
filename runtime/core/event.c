/* SPDX-License-Identifier: Apache-2.0 */
/* Events: a position in a stream, and the time when it was reached. Destroyed events
 * are reused when no stream holds them any more. */
#include "graph.h"
#include "inner.h"

#include <pthread.h>
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

/* The operation takes the time for the next recording of e, at that position. */
void
hd_event_mark(hd_event *e, hd_op *op, hd_position at)
{
	atomic_fetch_add(&e->uses, 1);
	pthread_mutex_lock(&event_lock);
	e->at = at;
	op->event = e;
	op->record = atomic_fetch_add(&e->record, 1) + 1;
	pthread_mutex_unlock(&event_lock);
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
