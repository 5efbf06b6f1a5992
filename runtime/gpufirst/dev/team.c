/* SPDX-License-Identifier: Apache-2.0 */
/* Teams: a parallel region is a kernel, its team all threads of the grid. A region in a
 * region is run by the thread that meets it, alone. */
#include "dev.h"

struct hd_gf_env hd_gf_env;
struct hd_gf_team hd_gf_team;

i32
omp_get_thread_num(void)
{
	return is_team() ? (i32)global_thread() : 0;
}

i32
omp_get_num_threads(void)
{
	return is_team() ? (i32)(hd_ncta() * hd_ntid()) : 1;
}

i32
__kmpc_global_thread_num(ident *where)
{
	(void)where;
	return omp_get_thread_num();
}

/* ---- regions */

void
__kmpc_push_num_threads(ident *where, i32 thread, i32 n)
{
	(void)where;
	(void)thread;
	if (!hd_gf_team.active)
		hd_gf_team.asked = n > 0 ? (u32)n : 1;
}

static void
run_alone(void (*run)(void *), void *captures)
{
	me()->level++;
	run(captures);
	me()->level--;
}

static void
count(u32 region, u64 ns, u32 threads)
{
	hd_gf_times *t = &hd_gf_env.times[1 + region];

	t->runs++;
	t->ns += ns;
	t->longest = ns > t->longest ? ns : t->longest;
	t->threads = threads > t->threads ? threads : t->threads;
}

/* The host launches the region; `run` is the same code for one thread. */
void
hd_gfx_fork(u32 region, void (*run)(void *), void *captures)
{
	u32 asked = hd_gf_team.asked ? hd_gf_team.asked : hd_gf_team.set;
	hd_gf_call c;
	u64 shape, begin;

	if (hd_gf_may_nest && (hd_gf_team.active || is_nested())) {
		run_alone(run, captures);
		return;
	}
	begin = hd_gf_env.profile ? now_ns() : 0;
	hd_gf_team.asked = 0;
	hd_gf_team.done = 0;
	hd_gf_team.ordered = 0;
	hd_gf_team.cancelled = 0;
	hd_gf_team.reduced = 0;
	hd_gf_team.serial++;
	for (u32 i = 0; i < HD_GF_LOOPS; i++)
		hd_gf_team.taken[i] = 0;
	hd_gfx_rpc_begin(&c, HD_GF_OP_LAUNCH);
	hd_gf_team.active = 1;
	hd_gf_team.id = region;
	fence_gpu();
	hd_gfx_rpc_value(&c, region);
	hd_gfx_rpc_value(&c, (u64)captures);
	hd_gfx_rpc_value(&c, asked);
	shape = hd_gfx_rpc_end(&c); /* blocks above, threads of one below */
	await_region(&hd_gf_team.done, (u32)(shape >> 32));
	fence_gpu();
	hd_gf_team.active = 0;
	if (hd_gf_env.profile)
		count(region, now_ns() - begin, (u32)(shape >> 32) * (u32)shape);
}

/* Before and after the body of a region, in every thread of the grid; the first only
 * where threads ask for pieces of loops. */
void
hd_gfx_start_loops(void)
{
	me()->ordered_base = 0;
	me()->loops = 0;
}

void
hd_gfx_leave(void)
{
	if (!BLOCKS_COUNT)
		return;
	fence_gpu();
	block_barrier();
	if (hd_tid() == 0) {
		fence_gpu();
		add(&hd_gf_team.done, 1);
	}
}

void
__kmpc_serialized_parallel(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	me()->level++;
}

void
__kmpc_end_serialized_parallel(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	me()->level--;
}

/* ---- the barrier of all threads */

static void
grid_barrier(void)
{
	u32 generation = load(&hd_gf_team.generation);

	fence_gpu();
	if (add(&hd_gf_team.arrived, 1) == hd_ncta() - 1) {
		store(&hd_gf_team.arrived, 0);
		fence_gpu();
		add(&hd_gf_team.generation, 1);
	} else {
		while (load(&hd_gf_team.generation) == generation)
			relax();
	}
	fence_gpu();
}

void
__kmpc_barrier(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	if (!is_team())
		return;
	fence_gpu();
	block_barrier();
	if (hd_ncta() == 1)
		return;
	if (hd_tid() == 0)
		grid_barrier();
	block_barrier();
}

/* ---- cancellation, where OMP_CANCELLATION asks for it */

enum { CANCEL_PARALLEL = 1, CANCEL_TASKGROUP = 4 };

i32
__kmpc_cancel(ident *where, i32 thread, i32 what)
{
	(void)where;
	(void)thread;
	if (!hd_gf_env.cancels)
		return 0;
	if (is_team() && what != CANCEL_TASKGROUP) /* other tasks have run already */
		store(&hd_gf_team.cancelled, (u32)what);
	return 1;
}

i32
__kmpc_cancellationpoint(ident *where, i32 thread, i32 what)
{
	(void)where;
	(void)thread;
	return hd_gf_env.cancels && is_team() &&
	       load(&hd_gf_team.cancelled) == (u32)what;
}

/* True: leave the region. */
i32
__kmpc_cancel_barrier(ident *where, i32 thread)
{
	u32 what;

	__kmpc_barrier(where, thread);
	if (!hd_gf_env.cancels || !is_team())
		return 0;
	what = load(&hd_gf_team.cancelled);
	__kmpc_barrier(where, thread);
	if (what && what != CANCEL_PARALLEL && omp_get_thread_num() == 0)
		store(&hd_gf_team.cancelled, 0);
	__kmpc_barrier(where, thread);
	return what == CANCEL_PARALLEL;
}

void
__kmpc_flush(ident *where)
{
	(void)where;
	fence_gpu();
}

/* A thread that waits for another one. */
i32
hd_gf_sched_yield(void)
{
	relax();
	return 0;
}

/* ---- a league has one team: teams regions run where they are */

void
__kmpc_push_num_teams(ident *where, i32 thread, i32 teams, i32 threads)
{
	(void)teams;
	if (threads > 0)
		__kmpc_push_num_threads(where, thread, threads);
}

i32
omp_get_num_teams(void)
{
	return 1;
}
i32
omp_get_team_num(void)
{
	return 0;
}

/* ---- questions */

i32
omp_get_max_threads(void)
{
	if (hd_gf_team.active || is_nested())
		return 1;
	return (i32)(hd_gf_team.set ? hd_gf_team.set : hd_gf_env.default_threads);
}

void
omp_set_num_threads(i32 n)
{
	if (n > 0 && !hd_gf_team.active)
		hd_gf_team.set =
			(u32)n < hd_gf_env.max_threads ? (u32)n : hd_gf_env.max_threads;
}

i32
omp_get_num_procs(void)
{
	return (i32)hd_gf_env.default_threads;
}
i32
omp_get_thread_limit(void)
{
	return (i32)hd_gf_env.max_threads;
}
i32
omp_in_parallel(void)
{
	return hd_gf_team.active && hd_ncta() * hd_ntid() > 1;
}
i32
omp_get_level(void)
{
	return (i32)hd_gf_team.active + (i32)me()->level;
}
i32
omp_get_active_level(void)
{
	return omp_in_parallel();
}
i32
omp_get_dynamic(void)
{
	return 0;
}
void
omp_set_dynamic(i32 on)
{
	(void)on;
}
i32
omp_get_nested(void)
{
	return 0;
}
void
omp_set_nested(i32 on)
{
	(void)on;
}
i32
omp_get_max_active_levels(void)
{
	return 1;
}
void
omp_set_max_active_levels(i32 n)
{
	(void)n;
}
i32
omp_get_cancellation(void)
{
	return (i32)hd_gf_env.cancels;
}
i32
omp_get_default_device(void)
{
	return 0;
}
i32
omp_get_num_devices(void)
{
	return 0;
}
i32
omp_is_initial_device(void)
{
	return 1;
}
double
omp_get_wtime(void)
{
	return (double)now_ns() * 1e-9;
}
double
omp_get_wtick(void)
{
	return 1e-6;
}

i32
omp_get_ancestor_thread_num(i32 level)
{
	if (level < 0 || level > omp_get_level())
		return -1;
	return level == 1 && hd_gf_team.active ? (i32)global_thread() : 0;
}

i32
omp_get_team_size(i32 level)
{
	if (level < 0 || level > omp_get_level())
		return -1;
	return level == 1 && hd_gf_team.active ? (i32)(hd_ncta() * hd_ntid()) : 1;
}

/* What schedule(runtime) means; kind 0: as OMP_SCHEDULE says. */
static i32 schedule_kind, schedule_chunk;

void
omp_set_schedule(i32 kind, i32 chunk)
{
	schedule_kind = kind;
	schedule_chunk = chunk > 0 ? chunk : 0;
}

void
omp_get_schedule(i32 *kind, i32 *chunk)
{
	*kind = schedule_kind ? schedule_kind : hd_gf_env.schedule;
	*chunk = schedule_kind ? schedule_chunk : hd_gf_env.schedule_chunk;
}
