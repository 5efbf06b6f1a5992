/* SPDX-License-Identifier: Apache-2.0 */
/* Work-sharing loops. Chunks of dynamic and guided loops go to the threads in turn:
 * any assignment conforms, and neighbours in a warp get neighbouring iterations. */
#include "dev.h"

i32 omp_get_thread_num(void);
i32 omp_get_num_threads(void);
void omp_get_schedule(i32 *kind, i32 *chunk);

INLINE hd_gf_dispatch *
this_loop(void)
{
	hd_gf_thread *t = me();

	return &t->loop[t->level < HD_GF_LEVELS ? t->level : HD_GF_LEVELS - 1];
}

/* Is this one of the ordered schedules? */
INLINE u32
is_ordered(i32 schedule)
{
	i32 kind = schedule & 0xffff;

	return kind > 64 && kind < 80;
}

static void
begin_dispatch(i32 schedule, u64 lower, u64 step, u64 trip, i64 chunk)
{
	hd_gf_dispatch *d = this_loop();
	u64 n = (u64)omp_get_num_threads();
	i32 kind = schedule & 0xffff, set_kind, set_chunk;

	if (kind == 37 || kind == 69) { /* runtime */
		omp_get_schedule(&set_kind, &set_chunk);
		chunk = set_chunk;
	}
	if (kind == 66) /* ordered static without a chunk: one piece for each */
		chunk = (i64)((trip + n - 1) / n);
	d->lower = lower;
	d->step = step;
	d->trip = trip;
	d->chunk = chunk > 0 ? (u64)chunk : 1;
	d->next = (u64)omp_get_thread_num() * d->chunk;
	d->ordered = is_ordered(schedule);
	d->ordered_base = is_nested() ? 0 : me()->ordered_base;
}

static void
end_dispatch(hd_gf_dispatch *d)
{
	if (d->ordered && is_team())
		me()->ordered_base += d->trip;
	d->ordered = 0;
}

/* ---- ordered: iterations pass in their order */

static void
await_turn(hd_gf_dispatch *d)
{
	u32 turn = (u32)(d->ordered_base + d->now);

	if (!d->ordered || !is_team())
		return;
	while (load(&hd_gf_team.ordered) != turn)
		relax();
	fence_gpu();
}

void
__kmpc_ordered(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	await_turn(this_loop());
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
	hd_gf_dispatch *d = this_loop();

	await_turn(d);
	if (d->ordered && is_team()) {
		fence_gpu();
		store(&hd_gf_team.ordered, (u32)(d->ordered_base + d->now) + 1);
	}
	d->now++;
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
