/* SPDX-License-Identifier: Apache-2.0 */
/* Mathematics, loads, shuffles and atomics of a 16-bit type. Included once per type, as
 * half_ops.h; no guard. */

#define __hd_math(name, expression) \
	__hd_dev __hd_T h##name(const __hd_T a) \
	{ \
		float x = __hd_f(a); \
		return __hd_from_float(expression); \
	} \
	__hd_dev __hd_T2 h2##name(const __hd_T2 a) \
	{ return __hd_T2(h##name(a.x), h##name(a.y)); }

__hd_math(ceil, ceilf(x))
__hd_math(floor, floorf(x))
__hd_math(trunc, truncf(x))
__hd_math(rint, rintf(x))
__hd_math(sqrt, sqrtf(x))
__hd_math(rsqrt, rsqrtf(x))
__hd_math(rcp, 1.0f / x)
__hd_math(exp, expf(x))
__hd_math(exp2, exp2f(x))
__hd_math(exp10, exp10f(x))
__hd_math(log, logf(x))
__hd_math(log2, log2f(x))
__hd_math(log10, log10f(x))
__hd_math(sin, sinf(x))
__hd_math(cos, cosf(x))
__hd_math(tanh, tanhf(x))
__hd_math(tanh_approx, tanhf(x))
#undef __hd_math

/* ---- warps: the two halves of a word travel together */

#define __hd_shuffle(name, type) \
	__hd_dev __hd_T2 name(const unsigned mask, const __hd_T2 v, const type by, \
	                      const int width = 32) \
	{ \
		unsigned w = __hd_word(v); \
		return __hd_pair(name(mask, w, by, width), __hd_T2()); \
	} \
	__hd_dev __hd_T name(const unsigned mask, const __hd_T v, const type by, \
	                     const int width = 32) \
	{ \
		unsigned w = v.__hd_bits(); \
		return __hd_T::__hd_make((unsigned short)name(mask, w, by, width)); \
	}

__hd_hd unsigned
__hd_word(__hd_T2 v)
{
	return v.x.__hd_bits() | (unsigned)v.y.__hd_bits() << 16;
}
__hd_hd __hd_T2
__hd_pair(unsigned w, __hd_T2)
{
	return __hd_T2(__hd_T::__hd_make((unsigned short)w),
	               __hd_T::__hd_make((unsigned short)(w >> 16)));
}

__hd_shuffle(__shfl_sync, int)
__hd_shuffle(__shfl_up_sync, unsigned)
__hd_shuffle(__shfl_down_sync, unsigned)
__hd_shuffle(__shfl_xor_sync, int)
#undef __hd_shuffle

/* ---- atomics */

__hd_dev __hd_T
atomicAdd(__hd_T *p, const __hd_T v)
{
	unsigned short *w = (unsigned short *)p;
	unsigned short old = __atomic_load_n(w, __ATOMIC_RELAXED), now;

	do {
		now = (__hd_T::__hd_make(old) + v).__hd_bits();
	} while (!__atomic_compare_exchange_n(w, &old, now, true, __ATOMIC_RELAXED,
	                                      __ATOMIC_RELAXED));
	return __hd_T::__hd_make(old);
}
__hd_dev __hd_T2
atomicAdd(__hd_T2 *p, const __hd_T2 v)
{
	unsigned *w = (unsigned *)p;
	unsigned old = __atomic_load_n(w, __ATOMIC_RELAXED);

	while (!__atomic_compare_exchange_n(w, &old,
	                                    __hd_word(__hd_pair(old, v) + v), true,
	                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return __hd_pair(old, v);
}
