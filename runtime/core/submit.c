/* SPDX-License-Identifier: Apache-2.0 */
/* Submitting operations to streams, and waiting for them.
 *
 * Submitting takes no lock: a number is reserved by adding to `tail`, the slot is
 * filled, then opened (claim.c). A ticket from one counter orders operations over the
 * legacy stream and the blocking ones. Reserving comes before taking the ticket, so no thread
 * with a larger ticket can miss a reserved operation. */
#include "inner.h"

#include <sched.h>
#include <string.h>

/* Every launch writes it: a cache line of its own. */
static struct {
	_Alignas(128) _Atomic uint64_t next;
} ticket_clock = {1};

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
	atomic_store_explicit(&op->ticket, atomic_fetch_add(&ticket_clock.next, 1),
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

/* Waits for an operation that was submitted with closed memory open (protect.c). */
int
hd_op_finish(hd_stream *s, uint64_t number)
{
	int error;

	if (!hd_opt.protect)
		return HD_OK;
	error = hd_wait_position((hd_position){s, number});
	hd_protect_close();
	return error;
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
	return hd_op_finish(s, number);
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

int
hd_event_record(hd_event *e, hd_stream *s)
{
	hd_op *op;
	uint64_t number;
	int error = hd_op_reserve(s, 0, &op, &number);

	if (error)
		return error;
	hd_event_mark(e, op, (hd_position){s, number});
	publish_short(s, op, number, HD_OP_EVENT);
	return HD_OK;
}

/* ---- waiting ------------------------------------------------------------------ */

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

	if (atomic_load(&s->sync) == HD_SYNC_LEGACY && hd_has_blocking_work()) {
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
