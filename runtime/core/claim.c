/* SPDX-License-Identifier: Apache-2.0 */
/* Handing out the units of operations to threads: which operation may start, and which units
 * are next. ops.h shows the word that says so.
 *
 * A thread takes units [n, n + chunk) by one compare-and-swap. The generation makes the
 * swap fail for a thread that looked at the slot before it was used again, so what
 * such a thread read before does not matter. Chunks shrink as the rest does. Whoever
 * adds the last units to `done` finishes the operation and moves the stream on.
 *
 * What keeps several threads busy is divided among them (shares.c), and its claim word stays as
 * it is: threads that waited for the operation before it have read it by then, and need
 * nothing but the stream's head to go on. */
#include "inner.h"

void
hd_op_open(hd_op *op, uint64_t number)
{
	uint64_t first = hd_shares_suit(op) ? HD_SHARED : HD_NOT_STARTED;

	atomic_store(&op->claim, hd_generation(number) | first);
}

/* ---- the rules between streams ------------------------------------------------
 *
 * An operation of the legacy stream starts only when the blocking ones have nothing unfinished
 * with a smaller ticket, and the other way round. */

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

bool
hd_has_blocking_work(void)
{
	return has_older_blocking_work(UINT64_MAX);
}

bool
hd_is_stream_idle(hd_stream *s)
{
	if (!hd_is_empty(s))
		return false;
	return atomic_load(&s->sync) != HD_SYNC_LEGACY || !hd_has_blocking_work();
}

bool
hd_is_turn(hd_stream *s)
{
	return hd_is_stream_idle(s) && (atomic_load(&s->sync) != HD_SYNC_BLOCKING ||
					hd_is_empty(hd_stream_legacy()));
}

/* ---- claiming ----------------------------------------------------------------- */

/* Guided: half of an even share of the rest, not below what is worth a hand-out. Where blocks
 * wait for those before them, a thread with many would let the next one wait for all. */
static uint64_t
chunk_size(hd_op *op, uint64_t rest)
{
	uint64_t grain = atomic_load_explicit(&op->grain, memory_order_relaxed);
	uint64_t n = rest / (2 * hd_pool_threads());

	if (n < grain || atomic_load_explicit(&op->one_by_one, memory_order_relaxed))
		n = grain;
	return n < rest ? n : rest;
}

/* The next chunk of shares; each thread asks once whether the operation may start. */
static uint64_t
claim_shared(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t *first)
{
	uint64_t ticket = atomic_load_explicit(&op->ticket, memory_order_relaxed);

	if (!w || (w->started != ticket && !hd_may_start(s, op)))
		return 0;
	w->started = ticket;
	return hd_shares_claim(s, op, number, w, first);
}

uint64_t
hd_op_claim(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t *first)
{
	uint64_t seen = atomic_load_explicit(&op->claim, memory_order_acquire);

	for (;;) {
		uint64_t next = seen & HD_NEXT_MASK;
		uint64_t units = atomic_load_explicit(&op->units, memory_order_relaxed);

		if ((seen & ~HD_NEXT_MASK) != hd_generation(number))
			return 0;
		if (next == HD_SHARED)
			return claim_shared(s, op, number, w, first);
		if (next == HD_NOT_STARTED) {
			if (!hd_may_start(s, op))
				return 0;
			next = 0;
		}
		if (next >= units)
			return 0;
		uint64_t n = chunk_size(op, units - next);

		if (atomic_compare_exchange_weak_explicit(
			    &op->claim, &seen, hd_generation(number) | (next + n),
			    memory_order_acq_rel, memory_order_acquire)) {
			*first = next;
			return n;
		}
	}
}

uint64_t
hd_op_claim_more(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w,
		 uint64_t *first)
{
	if (hd_op_is_shared(op))
		return hd_shares_claim_own(s, op, number, w->index, first);
	return hd_op_claim(s, op, number, w, first);
}
