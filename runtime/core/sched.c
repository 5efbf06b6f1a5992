/* SPDX-License-Identifier: Apache-2.0 */
/* Running the units of operations: which stream a thread looks at, what it does with units
 * that it has claimed (claim.c), and how a stream moves on. */
#include "inner.h"

#include <stddef.h>

enum { WORDS = HD_MAX_STREAMS / 64 };

static _Atomic uint64_t pending[WORDS]; /* by stream index: maybe not empty */

void
hd_mark_pending(hd_stream *s)
{
	uint64_t bit = 1ull << s->index % 64;

	if (!(atomic_load(&pending[s->index / 64]) & bit))
		atomic_fetch_or(&pending[s->index / 64], bit);
}

/* Takes an empty stream off the workers' list. A submitter first adds to `tail` and
 * then looks at the bit, we do the reverse: one of us sees the other. Threads that looked
 * while the bit was away have to look again. */
static void
unmark_pending(hd_stream *s)
{
	uint64_t bit = 1ull << s->index % 64;

	if (!(atomic_load(&pending[s->index / 64]) & bit))
		return;
	atomic_fetch_and(&pending[s->index / 64], ~bit);
	if (atomic_load(&s->tail) != atomic_load(&s->head)) {
		atomic_fetch_or(&pending[s->index / 64], bit);
		hd_notify_work();
	}
}

bool
hd_has_pending(void)
{
	unsigned words = (hd_stream_count() + 63) / 64;

	for (unsigned i = 0; i < words; i++)
		if (atomic_load(&pending[i]))
			return true;
	return false;
}

/* Whether streams other than s may have something to do. */
static bool
has_other_pending(hd_stream *s)
{
	unsigned words = (hd_stream_count() + 63) / 64;

	for (unsigned i = 0; i < words; i++) {
		uint64_t bits = atomic_load(&pending[i]);

		if (i == s->index / 64)
			bits &= ~(1ull << s->index % 64);
		if (bits)
			return true;
	}
	return false;
}

/* A thread that runs blocks goes on looking for work after this and finds the stream's
 * next operation itself; no other has to be told then, unless it is for the
 * host-function thread. Threads that wait look at `head` on their own until they sleep. */
static void
finish(hd_stream *s, hd_op *op, uint64_t number, const hd_worker *w)
{
	if (op->args != op->inline_args)
		hd_args_free(op->args, op->arg_bytes);
	if (atomic_load_explicit(&op->kind, memory_order_relaxed) == HD_OP_KERNEL)
		hd_coop_free(op->coop);
	atomic_store(&s->head, number + 1);
	hd_notify_done();
	if (w && !w->is_host_thread ? has_other_pending(s) : hd_has_pending())
		hd_notify_work();
}

/* Runs blocks as long as there are some; how many units that were. */
static uint64_t
visit_kernel(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t first,
	     uint64_t count)
{
	bool ready = hd_kernel_prepare(w, op);
	uint64_t total = 0;

	do {
		if (ready &&
		    !atomic_load_explicit(&hd_device_error, memory_order_relaxed))
			hd_kernel_run(w, op, first, count);
		total += count;
		if (hd_unlikely(op->function->tier !=
				NULL)) /* perhaps a better one now */
			ready = hd_kernel_prepare(w, op);
	} while (!hd_is_closing() &&
		 (count = hd_op_claim_more(s, op, number, w, &first)));
	return total;
}

/* The same for blocks that wait for each other. */
static uint64_t
visit_coop(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t first,
	   uint64_t count)
{
	hd_fibers *r = hd_kernel_prepare(w, op) ? hd_coop_begin(w, op) : NULL;
	uint64_t total = 0;

	if (!r)
		hd_fail_device(HD_ERR_RESOURCES);
	do {
		if (r)
			hd_coop_start(r, first, count);
		total += count;
	} while (!hd_is_closing() && (count = hd_op_claim(s, op, number, w, &first)));
	if (r)
		hd_coop_end(r);
	return total;
}

/* The same for blocks that wait for others in loops of their own. */
static uint64_t
visit_waiting(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t first,
	      uint64_t count)
{
	hd_beside *b =
		hd_kernel_prepare(w, op) ? hd_beside_begin(w, op, s, number) : NULL;
	uint64_t total = 0;

	if (!b)
		hd_fail_device(HD_ERR_RESOURCES);
	do {
		if (b && !hd_is_over()) {
			hd_kernel_run(w, op, first, count);
			hd_beside_finish(b);
		}
		total += count;
	} while (!hd_is_closing() && (count = hd_op_claim(s, op, number, w, &first)));
	return total + (b ? hd_beside_end(b) : 0);
}

struct call {
	hd_op *op;
	uint64_t first, count;
};

static void
do_call(void *arg)
{
	struct call *c = arg;

	c->op->call(c->op->args, c->first, c->count);
}

/* Units of an internal function are short: no need to claim more in here. */
static void
visit_call(hd_op *op, uint64_t first, uint64_t count)
{
	struct call c = {op, first, count};

	if (atomic_load_explicit(&hd_device_error, memory_order_relaxed))
		return;
	int error = hd_run_guarded(do_call, &c, false);

	if (error)
		hd_report_failure(NULL, error);
}

static uint64_t
visit_blocks(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t first,
	     uint64_t count)
{
	if (hd_unlikely(op->coop != NULL))
		count = visit_coop(s, op, number, w, first, count);
	else if (hd_unlikely(op->function->kernel->flags & HD_KERNEL_SPINS))
		count = visit_waiting(s, op, number, w, first, count);
	else
		count = visit_kernel(s, op, number, w, first, count);
	if (hd_unlikely(hd_has_nested()))
		hd_run_nested(w, op, count);
	return count;
}

static uint64_t
visit(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w, uint64_t first,
      uint64_t count)
{
	switch (atomic_load_explicit(&op->kind, memory_order_relaxed)) {
	case HD_OP_KERNEL:
		return visit_blocks(s, op, number, w, first, count);
	case HD_OP_CALL:
		visit_call(op, first, count);
		break;
	case HD_OP_EVENT:
		hd_event_reached(op);
		break;
	case HD_OP_HOST:
		op->host(op->host_user, atomic_load(&hd_device_error));
		break;
	default: /* HD_OP_WAIT, HD_OP_MARK: reaching them was all */
		break;
	}
	return count;
}

/* Whether this thread is one that runs such operations. */
static bool
takes(hd_worker *w, hd_op *op)
{
	uint32_t kind = atomic_load_explicit(&op->kind, memory_order_relaxed);

	if (!w)
		return kind != HD_OP_KERNEL && kind != HD_OP_HOST;
	if (w->is_host_thread || kind == HD_OP_HOST)
		return w->is_host_thread && kind == HD_OP_HOST;
	if (w->is_pool ||
	    atomic_load_explicit(&op->stack, memory_order_relaxed) <= w->stack_bytes)
		return true;
	w->left_some = true;
	return false;
}

/* A pool thread that has been idle leaves a launch that takes less than a microsecond to
 * its host thread for a moment: if that waits for it, it is done there sooner than its
 * data could come here. */
static void
hesitate(hd_worker *w, hd_op *op)
{
	if (!w || !w->was_idle)
		return;
	w->was_idle = false;
	if (atomic_load_explicit(&op->units, memory_order_relaxed) >
	    atomic_load_explicit(&op->grain, memory_order_relaxed))
		return;
	uint64_t end = hd_cpu_ticks() + hd_cpu_ticks_per_us() / 2;

	while (hd_cpu_ticks() < end)
		hd_cpu_relax();
}

/* Whether it keeps several threads busy for longer than it takes to wake them. */
static bool
is_long(hd_op *op)
{
	return atomic_load_explicit(&op->units, memory_order_relaxed) / 8 >=
	       atomic_load_explicit(&op->grain, memory_order_relaxed);
}

/* After [first, first + count) were claimed. Threads that are awake know: those that looked for
 * work before watch the stream's head. */
static void
tell_others(hd_stream *s, hd_op *op, uint64_t first, uint64_t count)
{
	uint64_t units = atomic_load_explicit(&op->units, memory_order_relaxed);

	if (hd_op_is_shared(op) || first + count < units) {
		hd_notify_more();
		if (is_long(op)) /* they become more twice as fast */
			hd_notify_more();
	} else if (has_other_pending(s)) {
		hd_notify_more();
	}
}

static bool
step(hd_stream *s, uint64_t number, hd_worker *w)
{
	hd_op *op = &s->ring[number % HD_RING];
	uint64_t first;

	if (!hd_op_is_open(op, number) || !takes(w, op))
		return false;
	hesitate(w, op);
	uint64_t count = hd_op_claim(s, op, number, w, &first);

	if (!count)
		return false;
	tell_others(s, op, first, count);
	count = visit(s, op, number, w, first, count);
	/* The units cannot change before our own are done. */
	uint64_t units = atomic_load_explicit(&op->units, memory_order_relaxed);

	if (atomic_fetch_add_explicit(&op->done, count, memory_order_acq_rel) + count ==
	    units)
		finish(s, op, number, w);
	return true;
}

/* Whether it has been submitted and is for one thread: the one that finished the operation
 * before does it; others would only compete with it. */
static bool
is_for_one(hd_stream *s, uint64_t number)
{
	hd_op *op = &s->ring[number % HD_RING];

	return hd_op_is_open(op, number) &&
	       atomic_load_explicit(&op->units, memory_order_relaxed) <=
		       atomic_load_explicit(&op->grain, memory_order_relaxed);
}

/* There is nothing to do for w in operation `number` of s. It says what w waits for, and brings
 * what w will read then. */
static void
wait_behind(hd_stream *s, uint64_t number, hd_worker *w)
{
	enum { FAR = 4 };
	uint64_t tail = atomic_load_explicit(&s->tail, memory_order_relaxed);
	uint64_t next = number + 1;

	while (next < tail && next < number + FAR && is_for_one(s, next))
		next++;
	if (next < tail)
		for (size_t i = 0; i < offsetof(hd_op, done); i += 64)
			__builtin_prefetch((char *)&s->ring[next % HD_RING] + i);
	w->waits_in = s;
	w->waits_for = next;
}

bool
hd_step_stream(hd_stream *s, hd_worker *w)
{
	uint64_t number = atomic_load_explicit(&s->head, memory_order_acquire), tried;

	do {
		if (step(s, number, w))
			return true;
		tried = number;
		number = atomic_load_explicit(&s->head, memory_order_acquire);
	} while (number != tried && !is_for_one(s, number));
	if (number == atomic_load_explicit(&s->tail, memory_order_acquire))
		unmark_pending(s);
	else
		wait_behind(s, number, w);
	return false;
}

/* What the first operation of s waits for, by the rules between streams. */
bool
hd_step_before(hd_stream *s, hd_worker *w)
{
	uint64_t number = atomic_load_explicit(&s->head, memory_order_acquire);
	hd_op *op = &s->ring[number % HD_RING];
	unsigned n = hd_stream_count();

	if (hd_op_is_open(op, number) &&
	    atomic_load_explicit(&op->kind, memory_order_relaxed) == HD_OP_WAIT)
		return hd_step_stream(hd_stream_at(atomic_load_explicit(
					      &op->wait_stream, memory_order_relaxed)),
				      w);
	switch (atomic_load_explicit(&s->sync, memory_order_relaxed)) {
	case HD_SYNC_BLOCKING:
		return hd_step_stream(hd_stream_at(0), w);
	case HD_SYNC_LEGACY:
		for (unsigned i = 1; i < n; i++) {
			hd_stream *b = hd_stream_at(i);

			if (atomic_load_explicit(&b->sync, memory_order_relaxed) ==
				    HD_SYNC_BLOCKING &&
			    hd_step_stream(b, w))
				return true;
		}
		return false;
	default:
		return false;
	}
}

bool
hd_step_inline(hd_stream *s, uint64_t number)
{
	if (atomic_load_explicit(&s->head, memory_order_acquire) != number)
		return false;
	return step(s, number, NULL);
}

/* Looks at the streams in turn, beginning after the one that was served last. */
bool
hd_step_any(hd_worker *w)
{
	unsigned words = (hd_stream_count() + 63) / 64;
	unsigned start = w->at / 64 < words ? w->at : 0;

	w->waits_in = NULL;
	for (unsigned i = 0; i <= words; i++) {
		unsigned word = (start / 64 + i) % words;
		uint64_t bits =
			atomic_load_explicit(&pending[word], memory_order_acquire);

		if (i == 0)
			bits &= ~0ull << start % 64;
		else if (i == words)
			bits &= (1ull << start % 64) - 1;
		for (; bits; bits &= bits - 1) {
			unsigned at = word * 64 + (unsigned)__builtin_ctzll(bits);

			if (hd_step_stream(hd_stream_at(at), w)) {
				w->at = at + 1;
				return true;
			}
		}
	}
	return false;
}
