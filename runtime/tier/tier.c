/* SPDX-License-Identifier: Apache-2.0 */
/* Which tier runs a kernel.
 *
 * Every kernel begins in the first tier. Once it has used a little time, a thread looks
 * whether a former run has left its second tier; if not, and when it has used more, hdcc
 * compiles it. As soon as that is loaded, launches take it, and a launch that is running goes
 * on with it where that makes no difference. The second tier is never given up again. */
#include "tier.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LOOK_US = 300,     /* used, until files of former runs are looked at */
	COMPILE_US = 5000, /* until hdcc is asked */
};

enum state {
	NEW,     /* nothing was done so far */
	LOOKING, /* the thread is to look for a file */
	MISSED,  /* there is none */
	ASKED,   /* hdcc is to compile it */
	DONE,    /* `second` says it */
};

struct hd_tier {
	hd_function *first;
	const hd_module *module;
	_Atomic uint64_t ticks; /* used by the first tier */
	_Atomic uint32_t state; /* enum state */
	_Atomic(hd_function *) second;
	_Atomic uint32_t turn; /* of HEDDLE_TIER=switch */
	uint32_t block[3];     /* that the second tier is for; guarded by `lock` */
	bool gone;             /* the module is unloaded; likewise */
	struct hd_tier *next;  /* in the queue; likewise */
	struct hd_tier *other; /* in the list of all; likewise */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER; /* one at a time */
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static hd_tier *queue, *all; /* guarded by `lock` */
static bool has_thread;      /* likewise */

hd_tier *
hd_tier_new(hd_function *f, const hd_module *m)
{
	hd_tier *t;

	if (!m->code || memcmp(m->code->magic, HD_CARRIED_MAGIC, sizeof m->code->magic))
		return NULL;
	t = calloc(1, sizeof *t);
	if (!t)
		return NULL;
	t->first = f;
	t->module = m;
	pthread_mutex_lock(&lock);
	t->other = all;
	all = t;
	pthread_mutex_unlock(&lock);
	return t;
}

/* ---- making the second tier */

/* What is to be compiled, in memory of its own: the module may be unloaded meanwhile. */
static bool
read_request(hd_tier *t, hd_request *r)
{
	const hd_carried *c = t->module->code;
	bool ok;

	pthread_mutex_lock(&lock);
	ok = !t->gone;
	if (ok) {
		r->kernel = strdup(t->first->kernel->name);
		r->code_bytes = sizeof *c + c->notes + c->packed;
		r->code = malloc(r->code_bytes);
		memcpy(r->block, t->block, sizeof r->block);
		ok = r->kernel && r->code;
		if (ok)
			memcpy((void *)(uintptr_t)r->code, c, r->code_bytes);
	}
	pthread_mutex_unlock(&lock);
	return ok;
}

static void
free_request(hd_request *r)
{
	free((void *)(uintptr_t)r->kernel);
	free((void *)(uintptr_t)r->code);
}

/* A function of its own, with costs and choices of its own. */
static bool
install(hd_tier *t, const hd_bytes *b, hd_complaint *why)
{
	const hd_module *m = NULL;
	hd_function *f = NULL;

	pthread_mutex_lock(&lock);
	if (!t->gone)
		m = hd_second_load(b, t->module, why);
	if (m)
		f = hd_function_new(m->kernels[0], t->first->host, t->first->module);
	pthread_mutex_unlock(&lock);
	atomic_store_explicit(&t->second, f, memory_order_release);
	return f != NULL;
}

static void
tell(const hd_request *r, const char *how, uint64_t since)
{
	hd_log(HD_LOG_LAUNCH,
	       "kernel %s: second tier for blocks of (%u,%u,%u), %s, "
	       "%.1f ms",
	       r->kernel, r->block[0], r->block[1], r->block[2], how,
	       (double)(hd_now_ns() - since) * 1e-6);
}

static void
tell_failure(const hd_request *r, const hd_complaint *why)
{
	static _Atomic bool told;

	if (hd_opt.tier == HD_BY_USE &&
	    (!(hd_log_mask & HD_LOG_LAUNCH) || atomic_exchange(&told, true)))
		return;
	hd_log_print("kernel %s stays in the first tier, one lane at a time: %s",
		     r->kernel, why->text);
}

/* The code, from a file or from hdcc; false: there is none, or there was no use in asking. */
static bool
get(hd_request *r, bool compiles, hd_bytes *b, const char **how, hd_complaint *why)
{
	uint64_t compiler;

	*how = "kept by a former run";
	if (!hd_compiler_identity(&compiler)) {
		snprintf(why->text, sizeof why->text,
			 "there is no hdcc beside the runtime (HEDDLE_HDCC names one)");
		return false;
	}
	hd_kept_key(r, compiler);
	if (hd_kept_find(r, b))
		return true;
	*how = "compiled";
	return compiles && hd_compiler_run(r, b, why);
}

/* Looks, and compiles if there is nothing and `compiles` says so. */
static void
make(hd_tier *t, bool compiles)
{
	hd_request r = {0};
	hd_bytes b = {0};
	hd_complaint why = {"no memory, or its library is unloaded"};
	uint64_t start = hd_now_ns();
	const char *how;
	enum state then = DONE;

	if (read_request(t, &r)) { /* else it is unloaded, or there is no memory */
		if (get(&r, compiles, &b, &how, &why) && install(t, &b, &why))
			tell(&r, how, start);
		else if (compiles || b.at)
			tell_failure(&r, &why);
		else
			then = MISSED;
	}
	free(b.at);
	free_request(&r);
	atomic_store(&t->state, then);
}

/* ---- the thread that does it */

static void *
work(void *unused)
{
	(void)unused;
	pthread_setname_np(pthread_self(), "heddle-tier");
	for (;;) {
		hd_tier *t;

		pthread_mutex_lock(&lock);
		while (!queue)
			pthread_cond_wait(&more, &lock);
		t = queue;
		queue = t->next;
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&making);
		make(t, atomic_load(&t->state) == ASKED);
		pthread_mutex_unlock(&making);
	}
	return NULL;
}

static bool
start_thread(void)
{
	sigset_t every, before;
	pthread_attr_t how;
	pthread_t id;
	int error;

	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before);
	pthread_attr_init(&how);
	pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
	error = pthread_create(&id, &how, work, NULL);
	pthread_attr_destroy(&how);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error == 0;
}

static void
ask(hd_tier *t, const uint32_t block[3])
{
	hd_tier **end = &queue;

	pthread_mutex_lock(&lock);
	memcpy(t->block, block, sizeof t->block);
	t->next = NULL;
	while (*end)
		end = &(*end)->next;
	*end = t;
	if (!has_thread)
		has_thread = start_thread();
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
}

/* Its turn to be looked for, or to be compiled. */
static void
advance(hd_tier *t, uint64_t us, const uint32_t block[3])
{
	uint32_t is = atomic_load_explicit(&t->state, memory_order_relaxed);

	if (is == NEW && us >= LOOK_US) {
		if (atomic_compare_exchange_strong(&t->state, &is, LOOKING))
			ask(t, block);
	} else if (is == MISSED && us >= COMPILE_US) {
		if (atomic_compare_exchange_strong(&t->state, &is, ASKED))
			ask(t, block);
	}
}

void
hd_tier_count(hd_tier *t, uint64_t ticks, const uint32_t block[3])
{
	uint64_t used;

	if (hd_opt.tier != HD_BY_USE ||
	    atomic_load_explicit(&t->state, memory_order_relaxed) == DONE)
		return;
	used = ticks +
	       atomic_fetch_add_explicit(&t->ticks, ticks, memory_order_relaxed);
	advance(t, used / hd_cpu_ticks_per_us(), block);
}

/* ---- choosing */

/* At once, whatever it takes: somebody wants to see the second tier. */
static void
make_now(hd_tier *t, const uint32_t block[3])
{
	pthread_mutex_lock(&making);
	if (atomic_load(&t->state) != DONE) {
		pthread_mutex_lock(&lock);
		memcpy(t->block, block, sizeof t->block);
		pthread_mutex_unlock(&lock);
		make(t, true);
	}
	pthread_mutex_unlock(&making);
}

hd_function *
hd_tier_choose(hd_tier *t, const uint32_t block[3])
{
	hd_function *second;

	if (hd_opt.tier == HD_ONLY_FIRST)
		return t->first;
	if (hd_opt.tier != HD_BY_USE && atomic_load(&t->state) != DONE)
		make_now(t, block);
	second = atomic_load_explicit(&t->second, memory_order_acquire);
	if (!second)
		return t->first;
	if (hd_opt.tier == HD_BY_TURNS && atomic_fetch_add(&t->turn, 1) % 2 == 0)
		return t->first;
	return second;
}

hd_function *
hd_tier_second(hd_tier *t)
{
	if (hd_opt.tier != HD_BY_USE)
		return NULL;
	return atomic_load_explicit(&t->second, memory_order_acquire);
}

void
hd_tier_leave(const hd_module *m)
{
	pthread_mutex_lock(&lock);
	for (hd_tier *t = all; t; t = t->other)
		if (t->module == m)
			t->gone = true;
	pthread_mutex_unlock(&lock);
}
