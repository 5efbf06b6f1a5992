/* SPDX-License-Identifier: Apache-2.0 */
/* The threads that run blocks: how they sleep, and how they are woken.
 *
 * N threads run blocks (hd_topology.threads): N - 1 pool threads, at least one, and for
 * N > 1 one host thread that waits for something and works meanwhile (the helper). All
 * sleep on one futex word, `epoch`, that changes when something is submitted that might start
 * at once, and before a thread is woken; a thread reads it, looks for work, and sleeps only if
 * it is still the same. The bits of the futex (enum hd_wake) tell the kinds of sleepers
 * apart. A submitter wakes at most one worker, which wakes the next one if there is more to
 * do. What waits in a stream behind other things needs none of that: whoever finishes those
 * goes on with it, and threads without work watch the stream's head (hd_has_come).
 *
 * A helper runs on the user's stack, so it takes only kernels whose frames surely fit
 * into half of what is left there (hd_op.stack); the workers do the others.
 *
 * Where no pool thread could be made, whoever submits something runs all there is. */
#include "inner.h"
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <limits.h>

enum {
	STACK_BYTES = 64 << 20,      /* of a pool thread; touched lazily */
	SMALL_STACK_BYTES = 8 << 20, /* if the address space is limited */
	GUARD_BYTES = 1 << 20,       /* below it: frames may be large */
	CLOSE_MS = 300,              /* that running blocks have at exit */
	SHORT_PAUSE_US = 20,         /* that a thread without work stays awake */
	LONG_PAUSE_US = 2000,        /* the same if pauses tend to be short */
};

_Atomic int hd_pool_state; /* enum hd_pool_state */

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER; /* guards starting */
static pthread_t *threads;
static hd_worker *workers; /* the pool's, then the helper */
static _Atomic unsigned pool_count;
static _Atomic unsigned run_count = 1; /* N */
static pthread_t host_thread;
static bool has_host_thread; /* guarded by start_lock */
static _Atomic bool host_thread_runs;
static hd_worker host_worker = {.is_host_thread = true};

static _Alignas(128) _Atomic uint32_t epoch;
static _Alignas(128) _Atomic int work_sleepers;
static _Atomic int done_sleepers;
static _Atomic bool helper_taken;
static _Atomic bool closing;
static _Atomic unsigned alive;
static _Thread_local bool is_ours;
static bool has_no_threads; /* but the program's */
static bool may_spin;       /* there are more processors than this thread's */

bool
hd_is_closing(void)
{
	return atomic_load_explicit(&closing, memory_order_relaxed);
}

bool
hd_is_over(void)
{
	return hd_is_closing() ||
	       atomic_load_explicit(&hd_device_error, memory_order_relaxed);
}

bool
hd_is_worker_thread(void)
{
	return is_ours;
}

unsigned
hd_pool_threads(void)
{
	return atomic_load_explicit(&run_count, memory_order_relaxed);
}

bool
hd_is_absent(unsigned thread)
{
	return atomic_load_explicit(&workers[thread].is_absent, memory_order_relaxed);
}

/* ---- sleeping and waking ------------------------------------------------------ */

/* Whether some thread will see any new work without being woken. Threads say so each in a
 * cache line of its own; a counter would move between all their caches with every launch. */
static bool
is_a_thread_looking(void)
{
	for (unsigned i = 0; i < run_count; i++)
		if (atomic_load(&workers[i].is_looking))
			return true;
	return false;
}

static void run_all(void);

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
	if (hd_unlikely(has_no_threads))
		run_all();
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
	if (!atomic_load_explicit(&host_thread_runs, memory_order_relaxed) &&
	    atomic_load(&done_sleepers) == 0)
		return;
	atomic_fetch_add(&epoch, 1);
	if (atomic_load(&done_sleepers) > 0)
		hd_futex_wake(&epoch, INT_MAX, HD_WAKE_DONE);
}

struct hd_pause {
	uint64_t since; /* ticks; 0: there is work */
	uint64_t usual; /* ticks that such pauses take */
};

/* What a thread waits for besides new work; NULL: nothing. */
struct goal {
	bool (*done)(void *arg);
	void *arg;
};

static bool
is_met(const struct goal *g)
{
	return g && g->done(g->arg);
}

/* A thread without work looks for some as long as such pauses last in this program, if they
 * are short: a program that launches something every 300 us should not have to wake all threads
 * each time, and one that rests has its processors to itself. */
static uint64_t
patience(const struct hd_pause *p)
{
	uint64_t us = hd_cpu_ticks_per_us();

	if (hd_opt.spin_us != HD_SPIN_AUTO)
		return hd_opt.spin_us * us;
	if (p->usual * 2 < SHORT_PAUSE_US * us)
		return SHORT_PAUSE_US * us;
	return p->usual * 2 < LONG_PAUSE_US * us ? p->usual * 2 : LONG_PAUSE_US * us;
}

static void
pause_begins(struct hd_pause *p)
{
	if (!p->since)
		p->since = hd_cpu_ticks();
}

/* The longest of the last ones counts. */
static void
pause_ended(struct hd_pause *p, uint64_t when)
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
watch(const hd_worker *w, uint32_t seen, const struct goal *g)
{
	for (int i = 0; i < 64; i++) {
		if (atomic_load_explicit(&epoch, memory_order_acquire) != seen ||
		    hd_has_come(w) || is_met(g))
			return true;
		if (!w || !w->is_pool || !hd_give_up_some())
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
spin(const hd_worker *w, uint32_t seen, const struct goal *g, struct hd_pause *p)
{
	uint64_t time = patience(p), now;
	uint64_t polite = p->since + SHORT_PAUSE_US * hd_cpu_ticks_per_us();

	if (!may_spin || !time)
		return atomic_load(&epoch) != seen || hd_has_come(w) || is_met(g);
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
static void
idle(hd_worker *w, uint32_t seen, uint32_t who, const struct goal *g,
     struct hd_pause *p)
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
	if (!is_met(g) && !hd_has_come(w))
		hd_futex_wait(&epoch, seen, who);
	if (w)
		atomic_store_explicit(&w->is_absent, false, memory_order_relaxed);
	atomic_fetch_sub(&work_sleepers, works);
	atomic_fetch_sub(&done_sleepers, waits);
}

/* ---- the threads -------------------------------------------------------------- */

static void
work(hd_worker *w, uint32_t who)
{
	struct hd_pause pause = {0};
	uint64_t woke = 0;

	while (!hd_is_closing()) {
		uint32_t seen = atomic_load(&epoch);

		if (hd_step_any(w)) {
			if (pause.since)
				pause_ended(&pause, woke);
		} else {
			idle(w, seen, who, NULL, &pause);
			woke = hd_cpu_ticks();
			w->was_idle = w->is_pool;
		}
	}
}

static void *
thread_main(void *arg)
{
	hd_worker *w = arg;

	is_ours = true;
	hd_give_fault_stack();
	hd_stack_left(); /* asks for its bounds */
	hd_use_all_processors();
	hd_fp_save_and_reset();
	work(w, w->is_host_thread ? HD_WAKE_HOST | HD_WAKE_DONE : HD_WAKE_WORK);
	atomic_fetch_sub(&alive, 1);
	return NULL;
}

/* Our threads take no signals: those are for the program's own threads. */
static int
start_thread(pthread_t *t, hd_worker *w, size_t stack_bytes)
{
	pthread_attr_t attr;
	sigset_t before;

	if (pthread_attr_init(&attr))
		return HD_ERR_INIT;
	pthread_attr_setguardsize(&attr, GUARD_BYTES);
	pthread_attr_setstacksize(&attr, stack_bytes + GUARD_BYTES);
	hd_signals_only_faults(&before);
	atomic_fetch_add(&alive, 1);
	int failed = pthread_create(t, &attr, thread_main, w);

	if (failed)
		atomic_fetch_sub(&alive, 1);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return failed ? HD_ERR_INIT : HD_OK;
}

/* ---- a host thread that waits ------------------------------------------------- */

static hd_worker *
helper_take(void)
{
	bool expected = false;

	if (run_count == pool_count || (is_ours && !has_no_threads) ||
	    atomic_load_explicit(&helper_taken, memory_order_relaxed) ||
	    !atomic_compare_exchange_strong(&helper_taken, &expected, true))
		return NULL;
	hd_worker *w = &workers[pool_count];

	atomic_store_explicit(&w->is_absent, false, memory_order_relaxed);
	w->stack_bytes = has_no_threads ? SIZE_MAX : hd_stack_left() / 2;
	hd_give_fault_stack();
	return w;
}

/* What is still to do must not be left to the helper. */
static void
helper_give_back(hd_worker *w)
{
	if (!w)
		return;
	atomic_store_explicit(&w->is_absent, true, memory_order_relaxed);
	atomic_store(&helper_taken, false);
	if (hd_has_pending())
		hd_notify_work();
}

static bool
help(hd_worker *w, hd_stream *s)
{
	int saved = errno;
	uint64_t fp = hd_fp_save_and_reset();
	bool did = s ? hd_step_stream(s, w) || hd_step_before(s, w) : hd_step_any(w);

	hd_fp_restore(fp);
	errno = saved;
	return did;
}

/* Once more if something was submitted meanwhile: its thread could not do it. */
static void
run_all(void)
{
	hd_worker *w;
	uint32_t seen;

	do {
		seen = atomic_load(&epoch);
		w = helper_take();
		while (w && help(w, NULL))
			;
		if (w) {
			atomic_store_explicit(&w->is_absent, true,
					      memory_order_relaxed);
			atomic_store(&helper_taken, false);
		}
	} while (w && atomic_load(&epoch) != seen);
}

int
hd_wait_until(bool (*done)(void *arg), void *arg, hd_stream *s)
{
	static _Thread_local struct hd_pause pause;
	const struct goal g = {done, arg};
	hd_worker *w = NULL;
	bool helped = false;

	while (!done(arg)) {
		uint32_t seen = atomic_load(&epoch);

		if (hd_is_closing()) {
			helper_give_back(w);
			return HD_ERR_UNLOADING;
		}
		if (!w)
			w = helper_take();
		if (w)
			w->left_some = false;
		if (w && help(w, s)) {
			helped = true;
			pause.since = 0;
			continue;
		}
		if (helped)
			hd_notify_work(); /* what comes next may not be for us */
		else if (w && w->left_some)
			hd_notify_more(); /* nor what we were woken for */
		helped = false;
		if (done(arg))
			continue;
		idle(w, seen, w && !s ? HD_WAKE_WORK | HD_WAKE_DONE : HD_WAKE_DONE, &g,
		     &pause);
	}
	if (pause.since)
		pause_ended(&pause, hd_cpu_ticks());
	helper_give_back(w);
	return HD_OK;
}

/* ---- start and end ------------------------------------------------------------ */

static void
join(pthread_t t)
{
	if (pthread_equal(t, pthread_self()))
		pthread_detach(t);
	else
		pthread_join(t, NULL);
}

/* Blocks that run get a moment to end; what is queued is dropped. A block that does not
 * end in time is left to the end of the process. */
static void
close_pool(void)
{
	int running = HD_RUNNING;

	if (!atomic_compare_exchange_strong(&hd_pool_state, &running, HD_CLOSED))
		return;
	atomic_store(&closing, true);
	atomic_fetch_add(&epoch, 1);
	hd_futex_wake(&epoch, INT_MAX, HD_WAKE_WORK | HD_WAKE_DONE | HD_WAKE_HOST);
	unsigned self = is_ours; /* exit() was called by a host function */

	for (int i = 0; i < CLOSE_MS * 10 && atomic_load(&alive) > self; i++)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	if (atomic_load(&alive) > self)
		return;
	for (unsigned i = 0; i < pool_count; i++)
		join(threads[i]);
	if (has_host_thread)
		join(host_thread);
}

static void
at_exit(void)
{
	close_pool();
	int cold = HD_COLD;

	atomic_compare_exchange_strong(&hd_pool_state, &cold, HD_CLOSED);
}

static void
after_fork(void)
{
	int running = HD_RUNNING;

	atomic_compare_exchange_strong(&hd_pool_state, &running, HD_FORKED);
}

static void
register_ends(void)
{
	hd_options_load();
	atexit(at_exit);
	pthread_atfork(NULL, NULL, after_fork);
}

static int
dead_error(void)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;

	if (atomic_load(&hd_pool_state) == HD_CLOSED)
		return HD_ERR_UNLOADING;
	if (!atomic_flag_test_and_set(&said))
		hd_warn("this process was forked after CUDA was used; CUDA calls fail "
			"in the child (cudaErrorInitializationError)");
	return HD_ERR_INIT;
}

int
hd_runtime_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int state = atomic_load_explicit(&hd_pool_state, memory_order_acquire);

	if (hd_likely(state == HD_RUNNING))
		return HD_OK;
	if (state != HD_COLD)
		return dead_error();
	pthread_once(&once, register_ends);
	return HD_OK;
}

static int
make_threads(void)
{
	run_count = hd_topology_get()->threads;
	may_spin = hd_topology_get()->pus > 1;
	unsigned wanted = run_count > 1 ? run_count - 1 : 1;

	threads = calloc(wanted, sizeof *threads);
	workers = aligned_alloc(_Alignof(hd_worker), (wanted + 1) * sizeof *workers);
	if (!threads || !workers)
		return HD_ERR_MEMORY;
	memset(workers, 0, (wanted + 1) * sizeof *workers);
	for (unsigned i = 0; i <= wanted; i++) {
		workers[i].index = i;
		workers[i].at = i;
		workers[i].is_pool = i < wanted;
		workers[i].is_absent = i == wanted;
	}
	pool_count = wanted;
	for (unsigned i = 0; i < wanted; i++)
		if (start_thread(&threads[i], &workers[i], STACK_BYTES) &&
		    start_thread(&threads[i], &workers[i], SMALL_STACK_BYTES)) {
			hd_warn("only %u of %u threads could be started%s", i, wanted,
				i ? "" : ": kernels run when they are launched");
			workers[i].is_pool = false;
			workers[i].is_absent = true;
			pool_count = i;
			has_no_threads = !i;
			run_count = i + (run_count > 1 || !i);
			break;
		}
	hd_log(HD_LOG_SCHED, "%u pool threads started", pool_count);
	return HD_OK;
}

int
hd_pool_start_slow(void)
{
	int error = hd_runtime_start();

	if (error)
		return error;
	pthread_mutex_lock(&start_lock);
	int state = atomic_load(&hd_pool_state);

	if (state == HD_COLD) {
		hd_stream_legacy();
		hd_fault_install();
		error = make_threads();
		if (!error)
			atomic_store(&hd_pool_state, HD_RUNNING);
	} else if (state != HD_RUNNING) {
		error = dead_error();
	}
	pthread_mutex_unlock(&start_lock);
	return error;
}

int
hd_host_thread_start(void)
{
	int error = HD_OK;

	pthread_mutex_lock(&start_lock);
	if (!has_host_thread) {
		error = start_thread(&host_thread, &host_worker, 8 << 20);
		has_host_thread = !error;
		atomic_store(&host_thread_runs, has_host_thread);
	}
	pthread_mutex_unlock(&start_lock);
	return error;
}
