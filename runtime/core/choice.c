/* SPDX-License-Identifier: Apache-2.0 */
/* Whether groups of lanes pay depends on how often the lanes of a group agree, and that
 * often depends on data. Kernels of which the compiler cannot tell have code for one lane at
 * a time as well, and a small part of their time goes into trials: a few blocks anywhere in a
 * chunk run in the way that is not in use, and as many beside them in the other, so that
 * both meet blocks with more and with less work, and other programs on the machine, by the
 * same chance. What is found is kept as long as it stays true. */
#include "inner.h"

enum {
	SHARE = 128,    /* of the time, one part is for what is not in use */
	FIRST_US = 200, /* the first one is after this, */
	FIRST_BLOCKS =
		256,   /* and after so many blocks: it may take ten times as long */
	TRIALS = 12,   /* before anything is decided */
	REMEMBER = 32, /* trials; those before them count less */
	TRIAL_US = 4,  /* each half should take so long at least */
	SLOWEST = 16,  /* times as long as the other, that a way may be */
	TOO_LONG = 4,  /* times what was expected, and */
	PREEMPTED_US = 100, /* so much: the thread was not running all the time */
};

static const uint64_t UNKNOWN = 1u << 30; /* ticks */

static uint64_t
get(_Atomic uint64_t *at)
{
	return atomic_load_explicit(at, memory_order_relaxed);
}

/* Several workers may do so at once: then one of them is not counted. */
static void
set(_Atomic uint64_t *at, uint64_t value)
{
	atomic_store_explicit(at, value, memory_order_relaxed);
}

static uint64_t
threads_of(const hd_frame *f)
{
	return (uint64_t)f->block[0] * f->block[1] * f->block[2];
}

static hd_choice *
choice_of(const hd_frame *f)
{
	hd_function *fn = ((const hd_op *)f->launch)->function;

	if (fn->kernel != f->kernel) /* the second tier goes on with the launch */
		fn = hd_tier_second(fn->tier);
	return &fn->choice;
}

/* Ticks of a block, by all that has been run in this way. */
static uint64_t
expected(hd_choice *c, uint32_t way, const hd_frame *f)
{
	uint64_t threads = get(&c->threads[way]);

	if (!threads)
		return UNKNOWN;
	return (uint64_t)((double)get(&c->ticks[way]) / (double)threads *
			  (double)threads_of(f)) +
	       1;
}

/* Its ticks. What a thread that did not run has taken must not use up the time for trials. */
static uint64_t
run_in(hd_frame *f, uint64_t first, uint64_t count, uint32_t way, hd_run_blocks *run)
{
	hd_choice *c = choice_of(f);
	uint64_t start = hd_cpu_ticks(), ticks, counted, most;

	if (!count)
		return 0;
	f->alone = way;
	run(f, first, count);
	counted = ticks = hd_cpu_ticks() - start;
	most = expected(c, !way, f) * count * SLOWEST;
	if (way != get(&c->way) && counted > most)
		counted = most;
	set(&c->ticks[way], get(&c->ticks[way]) + counted);
	set(&c->threads[way], get(&c->threads[way]) + count * threads_of(f));
	return ticks;
}

static bool
is_due(hd_choice *c, uint32_t way, const hd_frame *f)
{
	uint64_t ticks = get(&c->ticks[way]);

	return ticks > get(&c->ticks[!way]) * SHARE &&
	       ticks > FIRST_US * hd_cpu_ticks_per_us() &&
	       get(&c->threads[way]) > FIRST_BLOCKS * threads_of(f);
}

/* Blocks of each half of a trial. */
static uint64_t
few(uint64_t block, uint64_t count)
{
	uint64_t n = TRIAL_US * hd_cpu_ticks_per_us() / block + 1;

	return n < count / 2 ? n : count / 2;
}

/* From now on it is the other way round. */
static void
change(hd_choice *c, uint32_t way, const char *kernel)
{
	hd_log(HD_LOG_SCHED, "%s: %s from now on, %.2f times as fast", kernel,
	       way ? "groups of lanes" : "one lane at a time",
	       (double)get(&c->tried[way]) / (double)get(&c->tried[!way]));
	for (int k = 0; k < 2; k++) {
		set(&c->ticks[k], 0);
		set(&c->threads[k], 0);
		set(&c->tried[k], 0);
	}
	set(&c->trials, 0);
	set(&c->won, 0);
	set(&c->half, 0);
	set(&c->way, !way);
}

/* Ticks of `half` blocks. */
static bool
was_running(hd_choice *c, const uint64_t ticks[2], uint64_t half, const hd_frame *f)
{
	for (uint32_t k = 0; k < 2; k++)
		if (ticks[k] > expected(c, k, f) * half * TOO_LONG +
				       PREEMPTED_US * hd_cpu_ticks_per_us())
			return false;
	return true;
}

/* Is the other way faster, not just a bit, and not by a few of the trials alone? */
static void
learn(hd_choice *c, uint32_t way, const uint64_t ticks[2], const char *kernel)
{
	uint64_t trials = get(&c->trials) + 1;

	set(&c->trials, trials);
	set(&c->won, get(&c->won) + (ticks[!way] < ticks[way]));
	for (int k = 0; k < 2; k++)
		set(&c->tried[k], get(&c->tried[k]) + ticks[k]);
	if (trials >= TRIALS && get(&c->won) > trials / 2 &&
	    get(&c->tried[!way]) * 5 / 4 < get(&c->tried[way])) {
		change(c, way, kernel);
	} else if (trials >= REMEMBER) {
		for (int k = 0; k < 2; k++)
			set(&c->tried[k], get(&c->tried[k]) / 2);
		set(&c->trials, trials / 2);
		set(&c->won, get(&c->won) / 2);
	}
}

/* Of `half` blocks in each way; which one goes first changes. */
static void
try(hd_frame *f, uint64_t first, uint64_t half, hd_run_blocks *run)
{
	hd_choice *c = choice_of(f);
	uint32_t way = (uint32_t)get(&c->way), begin = get(&c->trials) & 1;
	uint64_t ticks[2];

	ticks[begin] = run_in(f, first, half, begin, run);
	ticks[!begin] = run_in(f, first + half, half, !begin, run);
	if (was_running(c, ticks, half, f))
		learn(c, way, ticks, f->kernel->name);
}

/* One of four, so that it is not always the same block. */
static bool
is_drawn(void)
{
	return hd_cpu_ticks() * 0x9e3779b97f4a7c15u >> 62 == 0;
}

/* A chunk of one block is half a trial; the other half is a later one. */
static void
run_single(hd_frame *f, uint64_t block, hd_run_blocks *run)
{
	hd_choice *c = choice_of(f);
	uint32_t way = (uint32_t)get(&c->way);
	uint64_t half = get(&c->half), ticks[2];

	if (!(half || is_due(c, way, f)) || !is_drawn()) {
		run_in(f, block, 1, way, run);
	} else if (!half) {
		set(&c->half, run_in(f, block, 1, !way, run) + 1);
	} else {
		set(&c->half, 0);
		ticks[!way] = half;
		ticks[way] = run_in(f, block, 1, way, run);
		if (was_running(c, ticks, 1, f))
			learn(c, way, ticks, f->kernel->name);
	}
}

void
hd_choice_run(hd_frame *f, uint64_t first, uint64_t count, hd_run_blocks *run)
{
	hd_choice *c = choice_of(f);
	uint32_t way = (uint32_t)get(&c->way);
	uint64_t half = 0, before = 0;

	if (count == 1) {
		run_single(f, first, run);
		return;
	}
	if (is_due(c, way, f))
		half = few(expected(c, way, f), count);
	if (half) {
		before = hd_cpu_ticks() % (count - 2 * half + 1);
		run_in(f, first, before, way, run);
		try(f, first + before, half, run);
	}
	run_in(f, first + before + 2 * half, count - before - 2 * half, way, run);
}
