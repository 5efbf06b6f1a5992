/* SPDX-License-Identifier: Apache-2.0 */
/* The device is emulated: blocks and threads are threads of the CPU. */
#ifndef HD_GF_TARGET_H
#define HD_GF_TARGET_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

extern _Thread_local struct hd_gf_place {
	uint32_t tid, ntid, cta, ncta, apart;
} hd_gf_place;
void hd_gf_emu_yield(void);
void hd_gf_emu_ring(void);
void hd_gf_emu_block_barrier(void);
void hd_gf_emu_await_region(void);
uint64_t hd_gf_emu_now(void);
void hd_gf_emu_at(const char *where);

INLINE uint32_t
hd_tid(void)
{
	return hd_gf_place.tid;
}
INLINE uint32_t
hd_ntid(void)
{
	return hd_gf_place.ntid;
}
INLINE uint32_t
hd_cta(void)
{
	return hd_gf_place.cta;
}
INLINE uint32_t
hd_ncta(void)
{
	return hd_gf_place.ncta;
}

INLINE void
fence_gpu(void)
{
}
INLINE void
fence_sys(void)
{
}
INLINE void
relax(void)
{
	hd_gf_emu_yield();
}

INLINE void
back_off(uint32_t *ns)
{
	(void)ns;
	hd_gf_emu_yield();
}

INLINE uint32_t
load(uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}
INLINE void
store(uint32_t *p, uint32_t x)
{
	__atomic_store_n(p, x, __ATOMIC_SEQ_CST);
}
INLINE uint32_t
add(uint32_t *p, uint32_t x)
{
	return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST);
}
INLINE uint32_t
swap(uint32_t *p, uint32_t x)
{
	return __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST);
}
INLINE uint64_t
add64(uint64_t *p, uint64_t x)
{
	return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST);
}
INLINE uint64_t
count_up(uint64_t *p)
{
	return add64(p, 1);
}
INLINE int
try_lock(uint32_t *l)
{
	uint32_t none = 0;

	return __atomic_compare_exchange_n(l, &none, 1, 0, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}
INLINE void *
swap_null(void **p, void *x) /* what was there, NULL: x is there now */
{
	void *old = 0;

	__atomic_compare_exchange_n(p, &old, x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	return old;
}
INLINE void *
load_ptr(void **p)
{
	return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

INLINE uint32_t
is_apart(void)
{
	return hd_gf_place.apart;
}
INLINE void
fence_block(void)
{
}
INLINE void
warps_barrier(void)
{
	hd_gf_emu_block_barrier();
}
INLINE uint64_t
now_ns(void)
{
	return hd_gf_emu_now();
}
INLINE int
is_own(const void *p)
{
	return p != 0;
}
INLINE int
has_faults(const char *where)
{
	hd_gf_emu_at(where);
	return 0;
}
INLINE void
ring(void)
{
	hd_gf_emu_ring();
}
INLINE void
await_region(uint32_t *done, uint32_t blocks)
{
	(void)done;
	(void)blocks;
	hd_gf_emu_await_region();
}
enum { BLOCKS_COUNT = 0 }; /* await_region waits for threads */

#endif
