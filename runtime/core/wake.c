/* SPDX-License-Identifier: Apache-2.0 */
/* How the threads that run blocks sleep, and how they are woken.
 *
 * All sleep on one futex word, `epoch`, that changes when something is submitted that might
 * start at once, and before a thread is woken; a thread reads it, looks for work, and sleeps
 * only if it is still the same. The bits of the futex (enum hd_wake) tell the kinds of sleepers
 * apart. A submitter wakes at most one worker, which wakes the next one if there is more to
 * do. What waits in a stream behind other things needs none of that: whoever finishes those
 * goes on with it, and threads without work watch the stream's head (has_come). */
#include "wake.h"

#include <limits.h>

enum {
	SHORT_PAUSE_US = 20,  /* that a thread without work stays awake */
	LONG_PAUSE_US = 2000, /* the same if pauses tend to be short */
};

struct hd_crew hd_crew = {.running = 1};

static void (*run_instead)(void); /* NULL: there are pool threads */

static _Alignas(128) _Atomic uint32_t epoch;
static _Alignas(128) _Atomic int work_sleepers;
static _Atomic int done_sleepers;

_Thread_local bool hd_is_ours;
_Atomic bool hd_host_thread_listens;

void
hd_wake_begin(hd_worker *all, unsigned running, bool spins)
{
	hd_crew.workers = all;
	hd_crew.running = running;
	hd_crew.may_spin = spins;
}

void
hd_wake_instead(void (*run)(void))
{
	run_instead = run;
}

void
hd_wake_end(void)
{
	atomic_store(&hd_crew.closing, true);
	atomic_fetch_add(&epoch, 1);
	hd_futex_wake(&epoch, INT_MAX, HD_WAKE_WORK | HD_WAKE_DONE | HD_WAKE_HOST);
}

uint32_t
hd_wake_epoch(void)
{
	return atomic_load(&epoch);
}

bool
hd_is_worker_thread(void)
{
	return hd_is_ours;
}

/* ---- waking -------------------------------------------------------------------- */

/* Whether some thread will see any new work without being woken. Threads say so each in a
 * cache line of its own; a counter would move between all their caches with every launch. */
static bool
is_a_thread_looking(void)
{
	for (unsigned i = 0; i < hd_crew.running; i++)
		if (atomic_load(&hd_crew.workers[i].is_looking))
			return true;
	return false;
}

/* The epoch changes for whoever is about to sleep. */
void
hd_notify_more(void)
{
	if (atomic_load(&work_sleepers) == 0 || is_a_thread_looking())
		return;
	atomic_fetch_add(&epoch, 1);
	hd_futex_wake(&epoch, 1, HD_WAKE_WORK);
}

void
hd_notify_work(void)
{
	atomic_fetch_add(&epoch, 1);
	if (hd_unlikely(run_instead != NULL))
		run_instead();
	if (atomic_load(&work_sleepers) > 0 && !is_a_thread_looking())
		hd_futex_wake(&epoch, 1, HD_WAKE_WORK);
}

void
hd_notify_host(void)
{
	atomic_fetch_add(&epoch, 1);
	hd_futex_wake(&epoch, 1, HD_WAKE_HOST);
}

/* The host-function thread has no goal that it looks at once more before it sleeps: for it
 * the epoch changes first, and the sleepers are looked up after that. */
void
hd_notify_done(void)
{
	if (!atomic_load_explicit(&hd_host_thread_listens, memory_order_relaxed) &&
	    atomic_load(&done_sleepers) == 0)
		return;
	atomic_fetch_add(&epoch, 1);
	if (atomic_load(&done_sleepers) > 0)
		hd_futex_wake(&epoch, INT_MAX, HD_WAKE_DONE);
}

/* ---- sleeping ------------------------------------------------------------------ */

/* What w waits for in a stream. */
static bool
has_come(const hd_worker *w)
{
	return w && w->waits_in && atomic_load(&w->waits_in->head) >= w->waits_for;
}

static bool
is_met(const hd_goal *g)
{
	return g && g->done(g->arg);
}

/* A thread without work looks for some as long as such pauses last in this program, if they
 * are short: a program that launches something every 300 us should not have to wake all threads
 * each time, and one that rests has its processors to itself. */
static uint64_t
patience(const hd_pause *p)
{
	uint64_t us = hd_cpu_ticks_per_us();

	if (hd_opt.spin_us != HD_SPIN_AUTO)
		return hd_opt.spin_us * us;
	if (p->usual * 2 < SHORT_PAUSE_US * us)
		return SHORT_PAUSE_US * us;
	return p->usual * 2 < LONG_PAUSE_US * us ? p->usual * 2 : LONG_PAUSE_US * us;
}

static void
pause_begins(hd_pause *p)
{
	if (!p->since)
		p->since = hd_cpu_ticks();
}

/* The longest of the last ones counts. */
void
hd_pause_ended(hd_pause *p, uint64_t when)
{
	uint64_t ticks = when - p->since, kept = p->usual - p->usual / 8;

	if (ticks > LONG_PAUSE_US * hd_cpu_ticks_per_us())
		p->usual /= 2;
	else
		p->usual = kept > ticks ? kept : ticks;
	p->since = 0;
}

/* A moment's look at it: whether something happened after `seen`, the stream that w waits for
 * has moved on, or the goal is met. */
static bool
watch(const hd_worker *w, uint32_t seen, const hd_goal *g)
{
	for (int i = 0; i < 64; i++) {
		if (atomic_load_explicit(&epoch, memory_order_acquire) != seen ||
		    has_come(w) || is_met(g))
			return true;
		if (!w || !w->is_pool || !hd_demote_some())
			hd_cpu_relax();
	}
	return false;
}

/* Yields the processor; false: another thread has used it, so there are too few processors to
 * keep one for waiting. */
static bool
is_spare(void)
{
	uint64_t before = hd_cpu_ticks();

	hd_yield();
	return hd_cpu_ticks() - before < SHORT_PAUSE_US * hd_cpu_ticks_per_us();
}

/* Whether something happened while it was worth waiting for it. */
static bool
spin(const hd_worker *w, uint32_t seen, const hd_goal *g, hd_pause *p)
{
	uint64_t time = patience(p), now;
	uint64_t polite = p->since + SHORT_PAUSE_US * hd_cpu_ticks_per_us();

	if (!hd_crew.may_spin || !time)
		return atomic_load(&epoch) != seen || has_come(w) || is_met(g);
	do {
		if (watch(w, seen, g))
			return true;
		now = hd_cpu_ticks();
		if (now > polite && !is_spare()) {
			p->usual = 0;
			return watch(w, seen, g);
		}
	} while (now < p->since + time);
	return false;
}

/* Until something happens after `seen` that concerns `who`. Whoever finishes an
 * operation first moves the stream's head and then looks for sleepers; here it is the
 * other way round, so one of the two sees the other. */
void
hd_wake_idle(hd_worker *w, uint32_t seen, uint32_t who, const hd_goal *g, hd_pause *p)
{
	int works = who & HD_WAKE_WORK ? 1 : 0;
	int waits = who & HD_WAKE_DONE ? 1 : 0;

	pause_begins(p);
	if (works)
		atomic_store(&w->is_looking, true);
	bool changed = spin(w, seen, g, p);

	if (works)
		atomic_store(&w->is_looking, false);
	if (changed)
		return;
	atomic_fetch_add(&work_sleepers, works);
	atomic_fetch_add(&done_sleepers, waits);
	if (w)
		atomic_store_explicit(&w->is_absent, true, memory_order_relaxed);
	if (!is_met(g) && !has_come(w))
		hd_futex_wait(&epoch, seen, who);
	if (w)
		atomic_store_explicit(&w->is_absent, false, memory_order_relaxed);
	atomic_fetch_sub(&work_sleepers, works);
	atomic_fetch_sub(&done_sleepers, waits);
}
