/* SPDX-License-Identifier: Apache-2.0 */
/* Places, allocators, devices: what OpenMP lets programs ask and wish for. Here all memory
 * is of one kind, threads are where they are, and there is one device, which is the host. */
#include "dev.h"

typedef u64 handle; /* of an allocator */

/* ---- allocators */

void *
__kmpc_alloc(i32 thread, size_t n, handle a)
{
	(void)thread;
	(void)a;
	return hd_gf_malloc(n);
}
void *
__kmpc_aligned_alloc(i32 thread, size_t align, size_t n, handle a)
{
	(void)thread;
	(void)a;
	return hd_gf_aligned_alloc(align, n);
}
void
__kmpc_free(i32 thread, void *p, handle a)
{
	(void)thread;
	(void)a;
	hd_gf_free(p);
}

void *
omp_alloc(size_t n, handle a)
{
	(void)a;
	return hd_gf_malloc(n);
}
void *
omp_calloc(size_t count, size_t n, handle a)
{
	(void)a;
	return hd_gf_calloc(count, n);
}
void *
omp_aligned_alloc(size_t align, size_t n, handle a)
{
	(void)a;
	return hd_gf_aligned_alloc(align, n);
}
void *
omp_aligned_calloc(size_t align, size_t count, size_t n, handle a)
{
	void *p = n && count > ~(size_t)0 / n ? NULL
					      : hd_gf_aligned_alloc(align, count * n);

	(void)a;
	return p ? hd_gf_memset(p, 0, count * n) : NULL;
}
void *
omp_realloc(void *p, size_t n, handle a, handle from)
{
	(void)a;
	(void)from;
	return hd_gf_realloc(p, n);
}
void
omp_free(void *p, handle a)
{
	(void)a;
	hd_gf_free(p);
}

static handle default_allocator = 1; /* omp_default_mem_alloc */

handle
omp_get_default_allocator(void)
{
	return default_allocator;
}
void
omp_set_default_allocator(handle a)
{
	default_allocator = a;
}
handle
omp_init_allocator(handle space, i32 n, const void *traits)
{
	(void)space;
	(void)n;
	(void)traits;
	return 1;
}
void
omp_destroy_allocator(handle a)
{
	(void)a;
}

/* ---- places */

void
__kmpc_push_proc_bind(ident *where, i32 thread, i32 how)
{
	(void)where;
	(void)thread;
	(void)how;
}
i32
omp_get_proc_bind(void)
{
	return 0; /* omp_proc_bind_false */
}
i32
omp_get_num_places(void)
{
	return 0;
}
i32
omp_get_place_num(void)
{
	return -1;
}
i32
omp_get_place_num_procs(i32 place)
{
	(void)place;
	return 0;
}
i32
omp_get_partition_num_places(void)
{
	return 0;
}

/* ---- teams, devices, tasks */

void
__kmpc_set_thread_limit(ident *where, i32 thread, i32 most)
{
	(void)where;
	(void)thread;
	(void)most;
}
i32
omp_get_max_teams(void)
{
	return 1;
}
i32
omp_get_supported_active_levels(void)
{
	return 1;
}
i32
omp_get_initial_device(void)
{
	return 0;
}
i32
omp_get_device_num(void)
{
	return 0;
}
void
omp_set_default_device(i32 device)
{
	(void)device;
}
i32
omp_get_max_task_priority(void)
{
	return 0;
}

/* Tasks that were waited for have run already. */
void
__kmpc_omp_taskwait_deps_51(ident *where, i32 thread, i32 n, void *list, i32 nother,
			    void *other, i32 nowait)
{
	(void)where;
	(void)thread;
	(void)n;
	(void)list;
	(void)nother;
	(void)other;
	(void)nowait;
}
