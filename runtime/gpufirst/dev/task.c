/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks: the thread that meets one runs it at once. */
#include "dev.h"

typedef struct task task;
typedef i32 task_fn(i32 thread, task *t);
struct task { /* clang's kmp_task_t; private variables follow */
	void *shared;
	task_fn *run;
	i32 part;
	void *data1, *data2;
	/* a taskloop's task goes on like this */
	u64 lower, upper;
	i64 step;
	i32 last;
};

task *
__kmpc_omp_task_alloc(ident *where, i32 thread, i32 flags, size_t size,
		      size_t shared_size, task_fn *run)
{
	size_t at = (size + 15) & ~(size_t)15;
	task *t = hd_gf_malloc(at + shared_size);

	(void)where;
	(void)thread;
	(void)flags;
	if (!t)
		hd_gfx_fail("out of device memory for a task");
	hd_gf_memset(t, 0, size);
	t->shared = (char *)t + at;
	t->run = run;
	return t;
}

i32
__kmpc_omp_task(ident *where, i32 thread, task *t)
{
	(void)where;
	t->run(thread, t);
	hd_gf_free(t);
	return 0;
}

i32
__kmpc_omp_task_with_deps(ident *where, i32 thread, task *t, i32 n, void *deps,
			  i32 nalias, void *alias)
{
	(void)n;
	(void)deps;
	(void)nalias;
	(void)alias;
	return __kmpc_omp_task(where, thread, t);
}

void
__kmpc_omp_wait_deps(ident *where, i32 thread, i32 n, void *deps, i32 nalias,
		     void *alias)
{
	(void)where;
	(void)thread;
	(void)n;
	(void)deps;
	(void)nalias;
	(void)alias;
}

/* if(0): clang calls the body itself between these two. */
void
__kmpc_omp_task_begin_if0(ident *where, i32 thread, task *t)
{
	(void)where;
	(void)thread;
	(void)t;
}

void
__kmpc_omp_task_complete_if0(ident *where, i32 thread, task *t)
{
	(void)where;
	(void)thread;
	hd_gf_free(t);
}

i32
__kmpc_omp_taskwait(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	return 0;
}

i32
__kmpc_omp_taskyield(ident *where, i32 thread, i32 part)
{
	(void)part;
	return __kmpc_omp_taskwait(where, thread);
}

void
__kmpc_taskgroup(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

void
__kmpc_end_taskgroup(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

/* Reductions of tasks: they run one after the other, on the variable itself. */
void *
__kmpc_taskred_init(i32 thread, i32 n, void *items)
{
	(void)thread;
	(void)n;
	return items;
}

void *
__kmpc_task_reduction_get_th_data(i32 thread, void *group, void *item)
{
	(void)thread;
	(void)group;
	return item;
}

/* One task has the whole loop. */
void
__kmpc_taskloop(ident *where, i32 thread, task *t, i32 if_value, u64 *lower, u64 *upper,
		i64 step, i32 nogroup, i32 schedule, u64 grain, void *duplicate)
{
	(void)if_value;
	(void)lower;
	(void)upper;
	(void)step;
	(void)nogroup;
	(void)schedule;
	(void)grain;
	(void)duplicate;
	t->last = 1;
	__kmpc_omp_task(where, thread, t);
}
