/* SPDX-License-Identifier: Apache-2.0 */
/* Warp operations, atomics and bits for host.h. */
#ifndef GEN_HOST_OPS_H
#define GEN_HOST_OPS_H

static const unsigned long long *
host_meet(unsigned mask, unsigned long long v)
{
	host_thread[host_now].mask = mask;
	host_thread[host_now].given = v;
	host_wait(AT_WARP);
	return host_thread[host_now].seen;
}
static inline unsigned
__ballot_sync(unsigned m, int p)
{
	const unsigned long long *v = host_meet(m, !!p);
	unsigned r = 0;

	for (int k = 0; k < 32; k++)
		r |= m >> k & 1 && v[k] ? 1u << k : 0;
	return r;
}
static inline int
__any_sync(unsigned m, int p)
{
	return __ballot_sync(m, p) != 0;
}
static inline int
__all_sync(unsigned m, int p)
{
	return __ballot_sync(m, p) == m;
}
static inline unsigned
__match_any_sync(unsigned m, unsigned long long x)
{
	const unsigned long long *v = host_meet(m, x);
	unsigned r = 0;

	for (int k = 0; k < 32; k++)
		r |= m >> k & 1 && v[k] == x ? 1u << k : 0;
	return r;
}
static inline unsigned
__match_all_sync(unsigned m, unsigned x, int *all)
{
	return (*all = __match_any_sync(m, x) == m) ? m : 0;
}
template <class T>
static T
host_shuffle(unsigned m, T x, int from)
{
	unsigned long long bits = 0;
	T r;

	memcpy(&bits, &x, sizeof x);
	memcpy(&r, &host_meet(m, bits)[m >> from & 1 ? from : host_now & 31], sizeof r);
	return r;
}
#define HOST_LANE (host_now & 31)
template <class T>
static T
__shfl_sync(unsigned m, T x, int k, int w = 32)
{
	return host_shuffle(m, x, (HOST_LANE & -w) | (k & (w - 1)));
}
template <class T>
static T
__shfl_up_sync(unsigned m, T x, unsigned k, int w = 32)
{
	int in = HOST_LANE & (w - 1);
	return host_shuffle(m, x, in < (int)k ? HOST_LANE : HOST_LANE - (int)k);
}
template <class T>
static T
__shfl_down_sync(unsigned m, T x, unsigned k, int w = 32)
{
	int in = HOST_LANE & (w - 1);
	return host_shuffle(m, x, in + (int)k >= w ? HOST_LANE : HOST_LANE + (int)k);
}
template <class T>
static T
__shfl_xor_sync(unsigned m, T x, int k, int w = 32)
{
	(void)w;
	return host_shuffle(m, x, HOST_LANE ^ k);
}
#define HOST_REDUCE(name, step)                                                        \
	template <class T> static T __reduce_##name##_sync(unsigned m, T x)            \
	{                                                                              \
		const unsigned long long *v = host_meet(m, (unsigned)x);               \
		bool some = false;                                                     \
		T r = x;                                                               \
		for (int k = 0; k < 32; k++)                                           \
			if (m >> k & 1) {                                              \
				T y = (T)(unsigned)v[k];                               \
				r = some ? (step) : y;                                 \
				some = true;                                           \
			}                                                              \
		return r;                                                              \
	}
HOST_REDUCE(add, (T)((unsigned)r + (unsigned)y))
HOST_REDUCE(min, y < r ? y : r)
HOST_REDUCE(max, y > r ? y : r)
HOST_REDUCE(and, r &y)
HOST_REDUCE(or, r | y)
HOST_REDUCE(xor, r ^ y)

/* ---- atomics: nobody else runs */

#define HOST_ATOMIC(name, step)                                                        \
	template <class T> static T atomic##name(T *p, T v)                            \
	{                                                                              \
		T old = *p;                                                            \
		*p = (step);                                                           \
		return old;                                                            \
	}
HOST_ATOMIC(Add, old + v)
HOST_ATOMIC(Sub, old - v)
HOST_ATOMIC(Max, old > v ? old : v)
HOST_ATOMIC(Min, old < v ? old : v)
HOST_ATOMIC(Or, old | v)
HOST_ATOMIC(Xor, old ^ v)
HOST_ATOMIC(Exch, v)
static inline unsigned
atomicCAS(unsigned *p, unsigned want, unsigned v)
{
	unsigned old = *p;
	if (old == want)
		*p = v;
	return old;
}

/* ---- bits */

static inline int
__popc(unsigned x)
{
	return __builtin_popcount(x);
}
static inline int
__popcll(unsigned long long x)
{
	return __builtin_popcountll(x);
}
static inline int
__clz(int x)
{
	return x ? __builtin_clz((unsigned)x) : 32;
}
static inline int
__clzll(long long x)
{
	return x ? __builtin_clzll((unsigned long long)x) : 64;
}
static inline int
__ffs(int x)
{
	return __builtin_ffs(x);
}
static inline int
__ffsll(long long x)
{
	return __builtin_ffsll(x);
}
static inline unsigned
__brev(unsigned x)
{
	return __builtin_bitreverse32(x);
}
static inline unsigned long long
__brevll(unsigned long long x)
{
	return __builtin_bitreverse64(x);
}
static inline unsigned
__float_as_uint(float f)
{
	unsigned r;
	memcpy(&r, &f, 4);
	return r;
}
static inline long long
__double_as_longlong(double f)
{
	long long r;
	memcpy(&r, &f, 8);
	return r;
}

#endif
