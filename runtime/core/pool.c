/* SPDX-License-Identifier: Apache-2.0 */
/* The threads that run blocks: their start, what they do, and their end.
 *
 * N threads run blocks (hd_topology.threads): N - 1 pool threads, at least one, and for
 * N > 1 one host thread that waits for something and works meanwhile (the helper). How they
 * sleep and are woken is in wake.c.
 *
 * A helper runs on the user's stack, so it takes only kernels whose frames surely fit
 * into half of what is left there (hd_op.stack); the workers do the others.
 *
 * Where no pool thread could be made, whoever submits something runs all there is. */
#include "signals.h"
#include "wake.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	STACK_BYTES = 64 << 20,      /* of a pool thread; touched lazily */
	SMALL_STACK_BYTES = 8 << 20, /* if the address space is limited */
	GUARD_BYTES = 1 << 20,       /* below it: frames may be large */
	CLOSE_MS = 300,              /* that running blocks have at exit */
};

_Atomic int hd_pool_state; /* enum hd_pool_state */

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER; /* guards starting */
static pthread_t *threads;
static hd_worker *workers; /* the pool's, then the helper */
static _Atomic unsigned pool_count;
static pthread_t host_thread;
static bool has_host_thread; /* guarded by start_lock */
static hd_worker host_worker = {.is_host_thread = true};

static _Atomic bool helper_taken;
static _Atomic unsigned alive;
static bool has_no_threads; /* but the program's */

/* ---- the threads -------------------------------------------------------------- */

static void
work(hd_worker *w, uint32_t who)
{
	hd_pause pause = {0};
	uint64_t woke = 0;

	while (!hd_is_closing()) {
		uint32_t seen = hd_wake_epoch();

		if (hd_step_any(w)) {
			if (pause.since)
				hd_pause_ended(&pause, woke);
		} else {
			hd_wake_idle(w, seen, who, NULL, &pause);
			woke = hd_cpu_ticks();
			w->was_idle = w->is_pool;
		}
	}
}

static void *
thread_main(void *arg)
{
	hd_worker *w = arg;

	hd_is_ours = true;
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

	if (hd_pool_threads() == pool_count || (hd_is_ours && !has_no_threads) ||
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
		seen = hd_wake_epoch();
		w = helper_take();
		while (w && help(w, NULL))
			;
		if (w) {
			atomic_store_explicit(&w->is_absent, true,
					      memory_order_relaxed);
			atomic_store(&helper_taken, false);
		}
	} while (w && hd_wake_epoch() != seen);
}

int
hd_wait_until(bool (*done)(void *arg), void *arg, hd_stream *s)
{
	static _Thread_local hd_pause pause;
	const hd_goal g = {done, arg};
	hd_worker *w = NULL;
	bool helped = false;

	while (!done(arg)) {
		uint32_t seen = hd_wake_epoch();

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
		hd_wake_idle(w, seen,
			     w && !s ? HD_WAKE_WORK | HD_WAKE_DONE : HD_WAKE_DONE, &g,
			     &pause);
	}
	if (pause.since)
		hd_pause_ended(&pause, hd_cpu_ticks());
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
	hd_wake_end();
	unsigned self = hd_is_ours; /* exit() was called by a host function */

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
	unsigned n = hd_topology_get()->threads, wanted = n > 1 ? n - 1 : 1;
	bool may_spin = hd_topology_get()->pus > 1;

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
	hd_wake_begin(workers, n, may_spin);
	for (unsigned i = 0; i < wanted; i++)
		if (start_thread(&threads[i], &workers[i], STACK_BYTES) &&
		    start_thread(&threads[i], &workers[i], SMALL_STACK_BYTES)) {
			hd_warn("only %u of %u threads could be started%s", i, wanted,
				i ? "" : ": kernels run when they are launched");
			workers[i].is_pool = false;
			workers[i].is_absent = true;
			pool_count = i;
			has_no_threads = !i;
			hd_wake_begin(workers, i + (n > 1 || !i), may_spin);
			hd_wake_instead(i ? NULL : run_all);
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
		atomic_store(&hd_host_thread_listens, has_host_thread);
	}
	pthread_mutex_unlock(&start_lock);
	return error;
}
