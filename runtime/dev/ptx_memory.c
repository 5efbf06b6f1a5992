/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX on memory: atomics and copies; see ptx_int.c. */
/* clang-format off */
#include "dev.h"

typedef int s32;
typedef i64 s64;
typedef u32 b32;
typedef u64 b64;
typedef unsigned short b16;

#define ATOMIC(name, T, builtin) \
	T hd_ptx_atom_##name##_##T(T *p, T v) { return builtin(p, v, __ATOMIC_RELAXED); } \
	void hd_ptx_red_##name##_##T(T *p, T v) { (void)builtin(p, v, __ATOMIC_RELAXED); }
ATOMIC(add, s32, __atomic_fetch_add)
ATOMIC(add, u32, __atomic_fetch_add)
ATOMIC(add, s64, __atomic_fetch_add)
ATOMIC(add, u64, __atomic_fetch_add)
ATOMIC(min, s32, __atomic_fetch_min)
ATOMIC(min, u32, __atomic_fetch_min)
ATOMIC(min, s64, __atomic_fetch_min)
ATOMIC(min, u64, __atomic_fetch_min)
ATOMIC(max, s32, __atomic_fetch_max)
ATOMIC(max, u32, __atomic_fetch_max)
ATOMIC(max, s64, __atomic_fetch_max)
ATOMIC(max, u64, __atomic_fetch_max)
ATOMIC(and, b32, __atomic_fetch_and)
ATOMIC(or, b32, __atomic_fetch_or)
ATOMIC(xor, b32, __atomic_fetch_xor)
ATOMIC(and, b64, __atomic_fetch_and)
ATOMIC(or, b64, __atomic_fetch_or)
ATOMIC(xor, b64, __atomic_fetch_xor)
ATOMIC(exch, b32, __atomic_exchange_n)
ATOMIC(exch, b64, __atomic_exchange_n)

#define FLOATING(T, type) \
	T hd_ptx_atom_add_##type(T *p, T v) \
	{ return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); } \
	void hd_ptx_red_add_##type(T *p, T v) \
	{ (void)__atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
FLOATING(float, f32)
FLOATING(double, f64)

#define SWAP(T) \
	T hd_ptx_atom_cas_##T(T *p, T expected, T v) \
	{ \
		__atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_SEQ_CST, \
		__ATOMIC_SEQ_CST); \
		return expected; \
	}
SWAP(b16)
SWAP(b32)
SWAP(b64)

#define COUNT(name, next) \
	u32 hd_ptx_atom_##name##_u32(u32 *p, u32 last) \
	{ \
		u32 old = __atomic_load_n(p, __ATOMIC_RELAXED); \
		while (!__atomic_compare_exchange_n(p, &old, (next), 1, __ATOMIC_RELAXED, \
		__ATOMIC_RELAXED)) \
			; \
		return old; \
	} \
	void hd_ptx_red_##name##_u32(u32 *p, u32 last) \
	{ (void)hd_ptx_atom_##name##_u32(p, last); }
COUNT(inc, old >= last ? 0 : old + 1)
COUNT(dec, old == 0 || old > last ? last : old - 1)

/* cp.async: what the source lacks is zero. */
void
hd_ptx_copy(char *to, const char *from, u32 bytes, u32 have)
{
	have = have < bytes ? have : bytes;
	for (u32 k = 0; k < have; k++)
		to[k] = from[k];
	for (u32 k = have; k < bytes; k++)
		to[k] = 0;
}

u64 hd_dev_globaltimer(void);
u32 hd_ptx_globaltimer_hi(void) { return (u32)(hd_dev_globaltimer() >> 32); }

void hd_dev_nanosleep(u32);
void hd_ptx_nanosleep_u32(u32 ns) { hd_dev_nanosleep(ns); }

/* mbarrier: arrivals expected in a phase and still to come, 20 bits each, and the number
 * of the phase. */
enum { COUNT_BITS = 20 };
#define COUNTS ((1u << COUNT_BITS) - 1)

void
hd_ptx_mbarrier_init(u64 *p, u32 n)
{
	__atomic_store_n(p, n | (u64)n << COUNT_BITS, __ATOMIC_RELAXED);
}

u32 hd_ptx_mbarrier_pending(u64 state) { return (u32)(state >> COUNT_BITS) & COUNTS; }

u64
hd_ptx_mbarrier_arrive(u64 *p, u32 n, u32 drop)
{
	u64 old = __atomic_load_n(p, __ATOMIC_RELAXED), next;

	do {
		u64 expected = (old & COUNTS) - (drop ? n : 0);
		u64 left = hd_ptx_mbarrier_pending(old) - n, phase = old >> 2 * COUNT_BITS;

		if (left == 0) {
			left = expected;
			phase++;
		}
		next = phase << 2 * COUNT_BITS | left << COUNT_BITS | expected;
	} while (!__atomic_compare_exchange_n(p, &old, next, 1, __ATOMIC_ACQ_REL,
	__ATOMIC_RELAXED));
	return old;
}

u32
hd_ptx_mbarrier_has_ended(u64 *p, u64 state)
{
	return (__atomic_load_n(p, __ATOMIC_ACQUIRE) ^ state) >> 2 * COUNT_BITS != 0;
}

u32
hd_ptx_mbarrier_has_parity(u64 *p, u32 parity)
{
	u64 phase = __atomic_load_n(p, __ATOMIC_ACQUIRE) >> 2 * COUNT_BITS;

	return (phase & 1) != (parity & 1);
}

/* Barriers of some warps: the number of the phase, and the threads that have arrived. */
void
hd_ptx_barrier_clear(u64 *p, u32 thread)
{
	if (thread == 0)
		for (u32 k = 0; k < 16; k++)
			__atomic_store_n(&p[k], 0, __ATOMIC_RELAXED);
}

u32 hd_ptx_barrier_phase(u64 *p) { return (u32)(__atomic_load_n(p, __ATOMIC_ACQUIRE) >> 32); }

void
hd_ptx_barrier_arrive(u64 *p, u32 n)
{
	u64 old = __atomic_load_n(p, __ATOMIC_RELAXED), next;

	do {
		next = (u32)old + 32 >= n ? ((old >> 32) + 1) << 32 : old + 32;
	} while (!__atomic_compare_exchange_n(p, &old, next, 1, __ATOMIC_ACQ_REL,
	__ATOMIC_RELAXED));
}

/* The same, where the thread does not wait. */
void hd_ptx_barrier_only_arrive(u64 *p, u32 n) { hd_ptx_barrier_arrive(p, n); }
