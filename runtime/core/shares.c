/* SPDX-License-Identifier: Apache-2.0 */
/* Shares: each thread has a part of an operation's units, which it takes from first, so that
 * the blocks of one launch after the other find in a processor's cache what they left there.
 *
 * A share is one word: the operation's number, what is next in it, and its end. A word with
 * an older number stands for a whole share: they need not be set, and an operation need not be
 * begun by any thread. The owner takes from the front, a thread without work from the
 * end: where they meet is about the same place in each launch. */
#include "inner.h"

enum { PLACE_BITS = 16, NUMBER_SHIFT = 2 * PLACE_BITS };

#define PLACE_MASK ((1ull << PLACE_BITS) - 1)

_Static_assert(HD_MAX_UNITS <= PLACE_MASK, "units have to fit into a share");

static unsigned
share_count(void)
{
	unsigned n = hd_pool_threads();

	return n < HD_MAX_SHARES ? n : HD_MAX_SHARES;
}

/* Where share k begins, and the one before it ends: the same part of the way through every
 * launch, however many units that has. */
static uint64_t
share_begin(uint64_t units, unsigned k, unsigned n)
{
	return units * k / n;
}

static uint64_t
whole_share(uint64_t number, uint64_t units, unsigned k)
{
	unsigned n = share_count();

	return number << NUMBER_SHIFT | share_begin(units, k, n) |
	       share_begin(units, k + 1, n) << PLACE_BITS;
}

void
hd_shares_new(hd_stream *s)
{
	for (unsigned k = 0; k < HD_MAX_SHARES; k++)
		atomic_store(&s->share[k].word, UINT64_MAX); /* of none so far */
}

/* Whether its units keep several threads busy. */
bool
hd_shares_suit(const hd_op *op)
{
	uint64_t units = atomic_load_explicit(&op->units, memory_order_relaxed);
	uint64_t grain = atomic_load_explicit(&op->grain, memory_order_relaxed);
	uint32_t kind = atomic_load_explicit(&op->kind, memory_order_relaxed);
	unsigned n = share_count();

	return (kind == HD_OP_KERNEL || kind == HD_OP_CALL) && n > 1 && units >= n &&
	       units <= HD_MAX_UNITS && units >= 2 * grain &&
	       !atomic_load_explicit(&op->in_order, memory_order_relaxed);
}

/* Half of what is left of share k. Who comes too late may have read what the slot was used for
 * after that, or finds a word of an operation behind this one; the stream's head tells. */
static uint64_t
claim_from(hd_stream *s, hd_op *op, uint64_t number, unsigned k, bool own,
	   uint64_t *first)
{
	uint64_t units = atomic_load_explicit(&op->units, memory_order_relaxed);
	uint64_t grain = atomic_load_explicit(&op->grain, memory_order_relaxed);
	_Atomic uint64_t *word = &s->share[k].word;
	uint64_t seen = atomic_load_explicit(word, memory_order_acquire);

	for (;;) {
		bool begun = seen >> NUMBER_SHIFT == (uint32_t)number;

		atomic_thread_fence(memory_order_acquire);
		if (atomic_load_explicit(&s->head, memory_order_relaxed) != number)
			return 0;
		uint64_t now = begun ? seen : whole_share(number, units, k);
		uint64_t next = now & PLACE_MASK, end = now >> PLACE_BITS & PLACE_MASK;
		uint64_t n = (end - next + 1) / 2;

		if (next >= end)
			return 0;
		n = n > grain ? n : grain;
		n = n < end - next ? n : end - next;
		if (atomic_compare_exchange_weak_explicit(
			    word, &seen, own ? now + n : now - (n << PLACE_BITS),
			    memory_order_acq_rel, memory_order_acquire)) {
			*first = own ? next : end - n;
			return n;
		}
	}
}

uint64_t
hd_shares_claim_own(hd_stream *s, hd_op *op, uint64_t number, unsigned thread,
		    uint64_t *first)
{
	return claim_from(s, op, number, thread % share_count(), true, first);
}

/* Of the threads that will not come, or of all. To look at a share takes it from its owner. */
static uint64_t
claim_of_others(hd_stream *s, hd_op *op, uint64_t number, unsigned thread, bool all,
		uint64_t *first)
{
	unsigned n = share_count();
	uint64_t count = 0;

	for (unsigned i = 1; !count && i < n; i++) {
		unsigned k = (thread + i) % n;

		if (all || hd_is_absent(k))
			count = claim_from(s, op, number, k, false, first);
	}
	return count;
}

/* Gives the others a moment to come to their own shares: what is short is over then, and what
 * lies in their caches stays there. False: it is over. */
static bool
wait_for_owners(hd_stream *s, uint64_t number, hd_worker *w)
{
	enum { MOST_US = 5 };
	uint64_t end = hd_cpu_ticks() + MOST_US * hd_cpu_ticks_per_us();

	if (w->waited_for == number)
		return true;
	do {
		if (atomic_load_explicit(&s->head, memory_order_relaxed) != number)
			return false;
		hd_cpu_relax();
	} while (hd_cpu_ticks() < end);
	w->waited_for = number;
	return true;
}

uint64_t
hd_shares_claim(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t *first)
{
	uint64_t count = hd_shares_claim_own(s, op, number, w->index, first);

	if (!count)
		count = claim_of_others(s, op, number, w->index, false, first);
	if (!count && wait_for_owners(s, number, w))
		count = claim_of_others(s, op, number, w->index, true, first);
	return count;
}
