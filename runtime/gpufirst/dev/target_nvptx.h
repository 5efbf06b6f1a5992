/* SPDX-License-Identifier: Apache-2.0 */
/* The device is an NVIDIA GPU. Plain atomics are relaxed and of GPU scope there; order
 * is made with fences. */
#ifndef HD_GF_TARGET_H
#define HD_GF_TARGET_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t
hd_tid(void)
{
	return __nvvm_read_ptx_sreg_tid_x();
}
INLINE uint32_t
hd_ntid(void)
{
	return __nvvm_read_ptx_sreg_ntid_x();
}
INLINE uint32_t
hd_cta(void)
{
	return __nvvm_read_ptx_sreg_ctaid_x();
}
INLINE uint32_t
hd_ncta(void)
{
	return __nvvm_read_ptx_sreg_nctaid_x();
}

INLINE void
fence_gpu(void)
{
	__nvvm_membar_gl();
}
INLINE void
fence_sys(void)
{
	__nvvm_membar_sys();
}
/* While waiting. The one that is waited for may be of the same warp: let it run. */
INLINE void
relax(void)
{
	__asm__ volatile("nanosleep.u32 20;" ::: "memory");
}

/* Waiting for a lock: longer and longer, so that its owner gets on. */
INLINE void
back_off(uint32_t *ns)
{
	__asm__ volatile("nanosleep.u32 %0;" ::"r"(*ns) : "memory");
	*ns = *ns < 32768 ? *ns * 2 : *ns;
}

INLINE uint32_t
load(uint32_t *p)
{
	return *(volatile uint32_t *)p;
}
INLINE void
store(uint32_t *p, uint32_t x)
{
	*(volatile uint32_t *)p = x;
}
INLINE uint32_t
add(uint32_t *p, uint32_t x)
{
	return __atomic_fetch_add(p, x, __ATOMIC_RELAXED);
}
INLINE uint32_t
swap(uint32_t *p, uint32_t x)
{
	return __atomic_exchange_n(p, x, __ATOMIC_RELAXED);
}
INLINE uint64_t
add64(uint64_t *p, uint64_t x)
{
	return __atomic_fetch_add(p, x, __ATOMIC_RELAXED);
}
/* Adds 1, once for all threads of the warp that come together. */
INLINE uint64_t
count_up(uint64_t *p)
{
	uint32_t together = __nvvm_match_any_sync_i64(__nvvm_activemask(), (uint64_t)p);
	int leader = __builtin_ctz(together);
	uint64_t first = 0;

	if (__nvvm_read_ptx_sreg_laneid() == leader)
		first = add64(p, (uint64_t)__builtin_popcount(together));
	first = (uint64_t)(uint32_t)__nvvm_shfl_sync_idx_i32(
			together, (int)(first >> 32), leader, 31)
			<< 32 |
		(uint32_t)__nvvm_shfl_sync_idx_i32(together, (int)first, leader, 31);
	return first + (uint64_t)__builtin_popcount(together &
						    __nvvm_read_ptx_sreg_lanemask_lt());
}
INLINE int
try_lock(uint32_t *l)
{
	uint32_t none = 0;

	return __atomic_compare_exchange_n(l, &none, 1, 0, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}
INLINE void *
swap_null(void **p, void *x) /* what was there, NULL: x is there now */
{
	void *old = 0;

	__atomic_compare_exchange_n(p, &old, x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return old;
}
INLINE void *
load_ptr(void **p)
{
	return *(void *volatile *)p;
}

/* The loader starts a region whose threads come apart with a little shared memory, which
 * nobody uses: that is known without reading memory. */
INLINE uint32_t
is_apart(void)
{
	uint32_t bytes;

	__asm__("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
	return bytes;
}
INLINE void
fence_block(void)
{
	__nvvm_membar_cta();
}
INLINE void
warps_barrier(void)
{
	__nvvm_barrier_sync(0);
}
INLINE uint64_t
now_ns(void)
{
	uint64_t t;

	__asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}
/* Local, shared and constant memory are the thread's own business. */
INLINE int
is_own(const void *p)
{
	return __nvvm_isspacep_local(p) || __nvvm_isspacep_shared(p) ||
	       __nvvm_isspacep_const(p);
}
INLINE int
has_faults(const char *where)
{
	(void)where;
	return 1;
}
INLINE void
ring(void)
{
}
INLINE void
await_region(uint32_t *done, uint32_t blocks)
{
	while (load(done) != blocks)
		;
}
enum { BLOCKS_COUNT = 1 }; /* when they are done */

#endif
