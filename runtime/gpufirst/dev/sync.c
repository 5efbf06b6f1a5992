/* SPDX-License-Identifier: Apache-2.0 */
/* Critical sections, locks, single, master, reductions. */
#include "dev.h"

i32 omp_get_thread_num(void);

/* clang gives every critical section a variable of 32 bytes. */
void
__kmpc_critical(ident *where, i32 thread, u32 *l)
{
	(void)where;
	(void)thread;
	lock(l);
}

void
__kmpc_critical_with_hint(ident *where, i32 thread, u32 *l, u32 hint)
{
	(void)hint;
	__kmpc_critical(where, thread, l);
}

void
__kmpc_end_critical(ident *where, i32 thread, u32 *l)
{
	(void)where;
	(void)thread;
	unlock(l);
}

i32
__kmpc_master(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	return omp_get_thread_num() == 0;
}

void
__kmpc_end_master(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

i32
__kmpc_masked(ident *where, i32 thread, i32 filter)
{
	(void)where;
	(void)thread;
	return omp_get_thread_num() == filter;
}

void
__kmpc_end_masked(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

i32
__kmpc_single(ident *where, i32 thread)
{
	return __kmpc_master(where, thread);
}

void
__kmpc_end_single(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
}

/* The one with `did` gives its list of variables to all others. */
void
__kmpc_copyprivate(ident *where, i32 thread, size_t size, void *list,
		   void (*copy)(void *to, void *from), i32 did)
{
	(void)size;
	if (!is_team())
		return;
	if (did) {
		hd_gf_team.copy_from = list;
		fence_gpu();
	}
	__kmpc_barrier(where, thread);
	if (!did)
		copy(list, hd_gf_team.copy_from);
	__kmpc_barrier(where, thread);
}

/* ---- locks: a word of the pointer that omp.h declares */

void
omp_init_lock(u32 *l)
{
	l[0] = l[1] = 0;
}
void
omp_init_lock_with_hint(u32 *l, i32 hint)
{
	(void)hint;
	l[0] = l[1] = 0;
}
void
omp_destroy_lock(u32 *l)
{
	(void)l;
}
void
omp_set_lock(u32 *l)
{
	lock(l);
}
void
omp_unset_lock(u32 *l)
{
	unlock(l);
}

i32
omp_test_lock(u32 *l)
{
	i32 got = try_lock(l);

	fence_gpu();
	return got;
}

/* Locks that nest: the owner plus one, then how often. */
void
omp_init_nest_lock(u32 *l)
{
	l[0] = l[1] = 0;
}
void
omp_destroy_nest_lock(u32 *l)
{
	(void)l;
}

i32
omp_test_nest_lock(u32 *l)
{
	u32 self = global_thread() + 1, none = 0;

	if (load(l) == self)
		return (i32)++l[1];
	if (!__atomic_compare_exchange_n(l, &none, self, 0, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED))
		return 0;
	(void)load(l);
	fence_gpu();
	return (i32)(l[1] = 1);
}

void
omp_set_nest_lock(u32 *l)
{
	u32 ns = 32;

	while (!omp_test_nest_lock(l))
		back_off(&ns);
}

void
omp_unset_nest_lock(u32 *l)
{
	if (--l[1] == 0)
		unlock(l);
}

/* ---- reductions
 *
 * A list has pointers to the thread's private copies, which no other thread can read.
 * They are copied to global memory; a tree over the block, then a tree over
 * the blocks by the block that came last; one thread takes the sum and is told (1) to
 * add it to the variables. If the compiler does not know the sizes, all add in turn. */

typedef void combine_fn(void *to, void *from); /* lists of pointers */

/* Behind the marks, for each block: element 0 of all its threads, element 1 ..., so that
 * neighbours write to neighbouring words. */
INLINE char *
area_of(u32 block)
{
	return (char *)mark_of(hd_gf_env.max_threads) +
	       (u64)block * hd_ntid() * (HD_GF_REDUCE - sizeof(hd_gf_mark));
}

INLINE u32
padded(u32 size)
{
	return (size + 7) & ~7u;
}

/* Pointers to the elements of a thread. */
INLINE void
locate(void **at, u32 block, u32 thread, const u32 *size, i32 n)
{
	char *p = area_of(block);

	for (i32 i = 0; i < n; i++) {
		at[i] = p + (u64)thread * padded(size[i]);
		p += (u64)hd_ntid() * padded(size[i]);
	}
}

static void
pack(void **list, const u32 *size, i32 n)
{
	void *at[HD_GF_REDUCE / 8];

	locate(at, hd_cta(), hd_tid(), size, n);
	for (i32 i = 0; i < n; i++)
		hd_gf_memcpy(at[i], list[i], size[i]);
}

/* The sum is with the first thread of the first block. */
static void
unpack(void **list, const u32 *size, i32 n)
{
	void *at[HD_GF_REDUCE / 8];

	locate(at, 0, 0, size, n);
	for (i32 i = 0; i < n; i++)
		hd_gf_memcpy(list[i], at[i], size[i]);
}

typedef struct place {
	u32 block, thread;
} place;

INLINE void
combine(combine_fn *f, place to, place from, const u32 *size, i32 n)
{
	void *a[HD_GF_REDUCE / 8], *b[HD_GF_REDUCE / 8];

	locate(a, to.block, to.thread, size, n);
	locate(b, from.block, from.thread, size, n);
	f(a, b);
}

/* The threads of this block, or the first threads of n blocks, into the first one. */
INLINE void
reduce_tree(combine_fn *f, u32 over_blocks, u32 n, const u32 *size, i32 count)
{
	u32 t = hd_tid(), half = 1;

	while (half < n)
		half *= 2;
	for (half /= 2; half; half /= 2) {
		place to = {hd_cta(), t}, from = {hd_cta(), t + half};

		block_barrier(); /* orders the block's memory, too */
		if (over_blocks) {
			to = (place){t, 0};
			from = (place){t + half, 0};
		}
		if (t < half && t + half < n)
			combine(f, to, from, size, count);
	}
	block_barrier();
}

/* The last block adds up what all blocks have. */
static void
reduce_blocks(combine_fn *f, const u32 *size, i32 count)
{
	u32 t = hd_tid(), width = hd_ntid(), blocks = hd_ncta();

	for (u32 i = t + width; i < blocks; i += width)
		combine(f, (place){t, 0}, (place){i, 0}, size, count);
	reduce_tree(f, 1, blocks < width ? blocks : width, size, count);
}

static u32
came_last(u32 before)
{
	hd_gf_mark *m = mark_of(hd_cta());

	if (hd_ncta() == 1)
		return 1;
	if (hd_tid() == 0) {
		fence_gpu();
		m->last = add(&hd_gf_team.reduce_arrived, 1) == hd_ncta() - 1;
		m->serial = hd_gf_team.serial;
		m->count = before + 1;
		if (m->last)
			store(&hd_gf_team.reduce_arrived, 0);
		fence_gpu();
	}
	block_barrier();
	return m->last;
}

/* One thread of each block waits; the others meet it behind. */
static void
await_reductions(u32 n)
{
	if (hd_tid() == 0) {
		while (load(&hd_gf_team.reduced) < n)
			relax();
		fence_gpu();
	}
	block_barrier();
}

/* Blocks that did not come last need not wait for the sum, but for the one before: only
 * then may they write to memory where the last block read. */
i32
hd_gfx_reduce(i32 n, void **list, combine_fn *f, const u32 *size, u32 *l, i32 waits)
{
	const hd_gf_mark *m = mark_of(hd_cta());
	u32 before, last;

	if (!is_team())
		return 1;
	if (!size) {
		lock(l);
		return 1;
	}
	before = hd_ncta() > 1 && m->serial == hd_gf_team.serial ? m->count : 0;
	if (before)
		await_reductions(before);
	pack(list, size, n);
	reduce_tree(f, 0, hd_ntid(), size, n);
	last = came_last(before);
	if (last) {
		fence_gpu();
		if (hd_ncta() > 1)
			reduce_blocks(f, size, n);
	} else if (waits) {
		await_reductions(before + 1);
	}
	if (!last || hd_tid() != 0) {
		if (last && waits)
			block_barrier(); /* for hd_gfx_end_reduce */
		return 0;
	}
	unpack(list, size, n);
	if (!waits)
		add(&hd_gf_team.reduced, 1);
	return 1;
}

void
hd_gfx_end_reduce(const u32 *size, u32 *l, i32 waits)
{
	if (!is_team())
		return;
	if (!size) {
		unlock(l);
		if (waits)
			__kmpc_barrier(NULL, 0);
	} else if (waits) {
		fence_gpu();
		add(&hd_gf_team.reduced, 1);
		block_barrier();
	}
}
