/* SPDX-License-Identifier: Apache-2.0 */
/* Work-sharing loops. Pieces of dynamic and guided loops: thread t takes piece t first,
 * so that neighbours in a warp begin with neighbouring iterations; then whoever is done
 * takes the next one. Pieces of ordered loops go to the threads in turn. */
#include "dev.h"

i32 omp_get_thread_num(void);
i32 omp_get_num_threads(void);
void omp_get_schedule(i32 *kind, i32 *chunk);

INLINE hd_gf_turn *
this_turn(void)
{
	hd_gf_thread *t = me();

	return &t->turn[t->level < HD_GF_LEVELS ? t->level : HD_GF_LEVELS - 1];
}

/* Is this one of the ordered schedules? */
INLINE u32
is_ordered(i32 schedule)
{
	i32 kind = schedule & 0xffff;

	return kind > 64 && kind < 80;
}

/* Which iteration a thread begins with, of n threads. If there are fewer iterations, the
 * first blocks should not do them all: GPUs fill some multiprocessors with the first blocks
 * before others get any. So the first warps of all blocks come first, then the second. */
INLINE u64
place_in_loop(u64 trip, u64 n)
{
	enum { WARP = 32 };
	u32 t = hd_tid();

	if (trip >= n || hd_ntid() % WARP || !is_team())
		return (u64)omp_get_thread_num();
	return ((u64)(t / WARP) * hd_ncta() + hd_cta()) * WARP + t % WARP;
}

/* ---- dynamic and guided: all threads count the pieces that they take
 *
 * Loops of a region use the counters one after the other. Before one is used again, all
 * threads meet: every thread of a team comes to every loop. */

static u64 *
new_counter(void)
{
	u32 i = me()->loops++ % HD_GF_LOOPS;

	if (i == 0 && me()->loops > 1) {
		__kmpc_barrier(NULL, 0);
		if (omp_get_thread_num() == 0)
			for (u32 k = 0; k < HD_GF_LOOPS; k++)
				hd_gf_team.taken[k] = 0;
		__kmpc_barrier(NULL, 0);
	}
	return &hd_gf_team.taken[i];
}

/* Where piece i begins, and its size. Guided: one for each thread makes half of the
 * iterations, one more half of the rest, until pieces are as small as a chunk. */
static u64
piece(const hd_gf_dispatch *d, u64 i, u64 *size)
{
	u64 n = (u64)omp_get_num_threads(), begin = 0, s;

	*size = d->chunk;
	for (s = d->guided ? d->trip / (2 * n) : 0; s > d->chunk; s /= 2) {
		if (i < n) {
			*size = s;
			return begin + i * s;
		}
		begin += n * s;
		i -= n;
	}
	return i > d->trip / d->chunk ? d->trip : begin + i * d->chunk;
}

/* What schedule(runtime) is, as the numbers of omp.h say it. */
static i32
runtime_kind(i64 *chunk)
{
	i32 kind, set;

	omp_get_schedule(&kind, &set);
	*chunk = set;
	return kind & 7;
}

static u64
ordered_base(void)
{
	return is_nested() ? 0 : me()->ordered_base;
}

static void
begin_dispatch(hd_gf_dispatch *d, i32 schedule, u64 lower, u64 step, u64 trip,
	       i64 chunk)
{
	enum { STATIC = 1, DYNAMIC, GUIDED };
	u64 n = (u64)omp_get_num_threads(), size;
	i32 kind = schedule & 0xffff, how = kind == 36 ? GUIDED : DYNAMIC;

	if (kind == 37 || kind == 69) /* runtime */
		how = runtime_kind(&chunk);
	if (kind == 66 || (how == STATIC && chunk <= 0)) /* one piece for each */
		chunk = (i64)((trip + n - 1) / n);
	d->lower = lower;
	d->step = step;
	d->trip = trip;
	d->chunk = chunk <= 0 ? 1 : (u64)chunk < trip ? (u64)chunk : trip ? trip : 1;
	d->next = (u64)omp_get_thread_num();
	d->begun = 0;
	d->ordered = is_ordered(schedule);
	if (d->ordered)
		*this_turn() = (hd_gf_turn){.ordered = 1, .base = ordered_base()};
	d->guided = how == GUIDED && !d->ordered;
	d->taken = NULL;
	if (how == STATIC || d->ordered || !is_team())
		return;
	if (piece(d, n, &size) < trip)
		d->taken = new_counter();
	else
		d->next = place_in_loop(0, n);
}

/* The next piece of this thread; false: there is none. */
static u32
next_piece(hd_gf_dispatch *d, u64 *begin, u64 *end)
{
	u64 n = (u64)omp_get_num_threads(), size;

	if (d->begun)
		d->next = !d->taken       ? d->next + n
			  : comes_apart() ? n + add64(d->taken, 1)
					  : n + count_up(d->taken);
	d->begun = 1;
	*begin = piece(d, d->next, &size);
	*end = size > d->trip - *begin ? d->trip : *begin + size;
	return *begin < d->trip;
}

static void
end_dispatch(hd_gf_dispatch *d)
{
	if (!d->ordered)
		return;
	if (is_team())
		me()->ordered_base += d->trip;
	this_turn()->ordered = 0;
}

/* ---- ordered: iterations pass in their order */

static void
await_turn(const hd_gf_turn *t)
{
	if (!t->ordered || !is_team())
		return;
	while (load(&hd_gf_team.ordered) != (u32)(t->base + t->now))
		relax();
	fence_gpu();
}

void
__kmpc_ordered(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	await_turn(this_turn());
}

void
__kmpc_end_ordered(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

/* Called after each iteration of an ordered loop. */
static void
end_iteration(void)
{
	hd_gf_turn *t = this_turn();

	await_turn(t);
	if (t->ordered && is_team()) {
		fence_gpu();
		store(&hd_gf_team.ordered, (u32)(t->base + t->now) + 1);
	}
	t->now++;
}

void
__kmpc_for_static_fini(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

void
__kmpc_dispatch_deinit(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

#define T       i32
#define ST      i32
#define NAME(x) x##4
#include "loop_template.h"
#define T       u32
#define ST      i32
#define NAME(x) x##4u
#include "loop_template.h"
#define T       i64
#define ST      i64
#define NAME(x) x##8
#include "loop_template.h"
#define T       u64
#define ST      i64
#define NAME(x) x##8u
#include "loop_template.h"
