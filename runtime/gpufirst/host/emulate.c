/* SPDX-License-Identifier: Apache-2.0 */
/* A device of CPU threads: every thread of a grid is one, and the initial thread. */
#include "gf.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

_Thread_local struct hd_gf_place {
	uint32_t tid, ntid, cta, ncta, apart;
} hd_gf_place = {0, 1, 0, 1, 0};

/* What the device's copy of the runtime calls. */
void hd_gf_emu_yield(void);
void hd_gf_emu_ring(void);
void hd_gf_emu_block_barrier(void);
void hd_gf_emu_await_region(void);
uint64_t hd_gf_emu_now(void);
void hd_gf_emu_at(const char *where);

/* ---- the bell: wakes servers */

static pthread_mutex_t bell_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;

void
hd_gf_emu_ring(void)
{
	pthread_mutex_lock(&bell_lock);
	pthread_cond_broadcast(&bell);
	pthread_mutex_unlock(&bell_lock);
}

static bool
is_asked(void)
{
	for (int i = 0; i < HD_GF_SLOTS; i++)
		if (__atomic_load_n(&hd_gf_slots[i].state, __ATOMIC_ACQUIRE) ==
		    HD_GF_ASKED)
			return true;
	return false;
}

static void
emu_idle(bool first)
{
	struct timespec until;

	(void)first;
	pthread_mutex_lock(&bell_lock);
	if (!is_asked()) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 50 * 1000 * 1000;
		if (until.tv_nsec >= 1000000000) {
			until.tv_nsec -= 1000000000;
			until.tv_sec++;
		}
		pthread_cond_timedwait(&bell, &bell_lock, &until);
	}
	pthread_mutex_unlock(&bell_lock);
}

void
hd_gf_emu_yield(void)
{
	sched_yield();
}

uint64_t
hd_gf_emu_now(void)
{
	return hd_gf_now();
}

/* ---- blocks */

static struct block {
	pthread_mutex_t lock;
	pthread_cond_t all;
	uint32_t arrived, generation;
} *blocks;
static uint32_t max_threads, block_size;

void
hd_gf_emu_block_barrier(void)
{
	struct block *b = &blocks[hd_gf_place.cta];
	uint32_t generation;

	if (hd_gf_place.ntid == 1)
		return;
	pthread_mutex_lock(&b->lock);
	generation = b->generation;
	if (++b->arrived == hd_gf_place.ntid) {
		b->arrived = 0;
		b->generation++;
		pthread_cond_broadcast(&b->all);
	} else {
		while (b->generation == generation)
			pthread_cond_wait(&b->all, &b->lock);
	}
	pthread_mutex_unlock(&b->lock);
}

/* ---- regions */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t start, end;
	uint64_t number; /* of the region, counted */
	uint32_t region, threads, width, left;
	void *captures;
	uint32_t started; /* threads of the pool */
} job = {.lock = PTHREAD_MUTEX_INITIALIZER,
	 .start = PTHREAD_COND_INITIALIZER,
	 .end = PTHREAD_COND_INITIALIZER};

static void *
worker(void *number)
{
	uint32_t self = (uint32_t)(uintptr_t)number;
	uint64_t seen = 0;

	pthread_mutex_lock(&job.lock);
	for (;;) {
		while (job.number == seen ||
		       (self >= job.threads && (seen = job.number)))
			pthread_cond_wait(&job.start, &job.lock);
		seen = job.number;
		hd_gf_place =
			(struct hd_gf_place){self % job.width, job.width,
					     self / job.width, job.threads / job.width,
					     hd_gf_program.region[job.region].apart};
		pthread_mutex_unlock(&job.lock);
		hd_gf_program.region[job.region].run(job.captures);
		pthread_mutex_lock(&job.lock);
		if (--job.left == 0)
			pthread_cond_broadcast(&job.end);
	}
	return NULL;
}

static void
need_workers(uint32_t n)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 1 << 20);
	for (; job.started < n; job.started++) {
		pthread_t t;

		if (pthread_create(&t, &attr, worker, (void *)(uintptr_t)job.started))
			hd_gf_give_up("cannot start %u threads for a region", n);
		pthread_detach(t);
	}
	pthread_attr_destroy(&attr);
}

/* Blocks of the usual size, or of a smaller one that gives as many threads as asked. */
static uint32_t
width_for(uint32_t threads)
{
	uint32_t w = threads < block_size ? threads : block_size;

	while (threads % w)
		w--;
	return w;
}

static uint64_t
emu_launch(uint32_t region, void *captures, uint32_t asked)
{
	uint32_t n = asked ? asked : hd_gf_device_env->default_threads, w;

	if (hd_gf_program.region[region].one_block && !asked)
		n = block_size;
	n = n > max_threads ? max_threads : n;
	w = width_for(n);
	pthread_mutex_lock(&job.lock);
	need_workers(n);
	job.number++;
	job.region = region;
	job.captures = captures;
	job.threads = job.left = n;
	job.width = w;
	pthread_cond_broadcast(&job.start);
	pthread_mutex_unlock(&job.lock);
	return (uint64_t)(n / w) << 32 | w;
}

void
hd_gf_emu_await_region(void)
{
	pthread_mutex_lock(&job.lock);
	while (job.left)
		pthread_cond_wait(&job.end, &job.lock);
	pthread_mutex_unlock(&job.lock);
}

/* ---- start */

static _Thread_local const char *place; /* in programs that were built with --check */

void
hd_gf_emu_at(const char *where)
{
	place = where;
}

static void
on_fault(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (place)
		hd_gf_give_up("%s: %s at address %p", place, strsignal(sig),
			      info->si_addr);
	hd_gf_give_up("%s at address %p; build with --check to learn the line",
		      strsignal(sig), info->si_addr);
}

static void
catch_faults(void)
{
	struct sigaction act = {.sa_sigaction = on_fault,
				.sa_flags = SA_SIGINFO | SA_NODEFER};

	sigemptyset(&act.sa_mask);
	sigaction(SIGSEGV, &act, NULL);
	sigaction(SIGBUS, &act, NULL);
	sigaction(SIGFPE, &act, NULL);
	sigaction(SIGILL, &act, NULL);
}

static void *
zeroed(uint64_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static bool
emu_open(struct hd_gf_env *e)
{
	struct hd_gf_settings *s = &hd_gf_settings;
	uint32_t cores = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t nblocks = s->blocks ? s->blocks : hd_gf_program.emulate ? 4 : cores;
	uint64_t heap = s->heap ? s->heap : 1ull << 30;

	block_size = s->threads ? s->threads : hd_gf_program.emulate ? 4 : 1;
	e->default_threads = s->num_threads ? s->num_threads : nblocks * block_size;
	max_threads = e->default_threads > 256 ? e->default_threads : 256;
	e->max_threads = max_threads;
	e->heap_size = heap + s->stack;
	e->stack_size = s->stack;
	e->big_size = s->staging;
	e->slot = hd_gf_slots = zeroed(sizeof *e->slot * HD_GF_SLOTS);
	e->big = zeroed(e->big_size);
	e->stack = zeroed(e->heap_size);
	e->thread = zeroed(sizeof *e->thread * max_threads);
	e->reduce = zeroed((uint64_t)HD_GF_REDUCE * max_threads);
	e->times = zeroed(sizeof *e->times * (hd_gf_program.nregions + 1));
	e->stage = zeroed(sizeof *e->stage * HD_GF_STAGE_COUNT);
	blocks = calloc(max_threads, sizeof *blocks);
	if (!e->slot || !e->big || !e->stack || !e->thread || !e->reduce || !e->times ||
	    !e->stage || !blocks) {
		fprintf(stderr,
			"gpufirst: no memory for a heap of %llu bytes; make "
			"HEDDLE_GF_HEAP smaller\n",
			(unsigned long long)heap);
		return false;
	}
	e->heap = e->stack + e->stack_size;
	e->heap_size = heap;
	for (uint32_t i = 0; i < max_threads; i++) {
		pthread_mutex_init(&blocks[i].lock, NULL);
		pthread_cond_init(&blocks[i].all, NULL);
	}
	return true;
}

static struct {
	int argc;
	char **argv, **envp;
} arguments;

static void *
run_main(void *unused)
{
	(void)unused;
	hd_gf_program.run(arguments.argc, arguments.argv, arguments.envp);
	return NULL;
}

static bool
emu_start(int argc, char **argv, char **envp)
{
	pthread_attr_t attr;
	pthread_t t;

	for (uint64_t i = 0; i < hd_gf_program.nvariables; i++) {
		const hd_gf_extern *v = &hd_gf_program.variable[i];

		memcpy(v->device, v->host, v->size);
	}
	*hd_gf_program.env = *hd_gf_device_env;
	arguments.argc = argc;
	arguments.argv = argv;
	arguments.envp = envp;
	catch_faults();
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 << 20);
	if (pthread_create(&t, &attr, run_main, NULL) != 0) {
		fputs("gpufirst: cannot start the initial thread\n", stderr);
		return false;
	}
	pthread_detach(t);
	return true;
}

static void
emu_check(void)
{
}

static void
emu_read(void *to, const void *device, size_t n)
{
	memcpy(to, device, n);
}

const hd_gf_device hd_gf_emulator = {
	"CPU", emu_open, emu_start, emu_launch, emu_check, emu_idle, emu_read,
};
