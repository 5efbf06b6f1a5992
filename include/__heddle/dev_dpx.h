/* SPDX-License-Identifier: Apache-2.0 */
/* Three-way minimum and maximum, add then minimum or maximum, with and without a
 * floor at 0 (_relu), of words and of two halves of a word; for both sides. */
#ifndef __HEDDLE_DEV_DPX_H__
#define __HEDDLE_DEV_DPX_H__

#define __hd_both static __host__ __device__ __forceinline__

/* On one element; an int holds every value of a half. */
#define __hd_dpx_scalar(T, A) \
	__hd_both T __hd_min(T a, T b) { return a < b ? a : b; } \
	__hd_both T __hd_max(T a, T b) { return a > b ? a : b; } \
	__hd_both T __hd_sum(T a, T b) { return (T)((A)a + (A)b); }
__hd_dpx_scalar(int, unsigned)
__hd_dpx_scalar(unsigned, unsigned)
__hd_dpx_scalar(short, int)
__hd_dpx_scalar(unsigned short, int)
#undef __hd_dpx_scalar

/* The halves of a word: T names their type. */
#define __hd_low(T, w) ((T)((w) & 0xffff))
#define __hd_high(T, w) ((T)((w) >> 16))
#define __hd_pair(T, low, high) \
	((unsigned)(unsigned short)(low) | (unsigned)(unsigned short)(high) << 16)

/* Three operands: name, and the result for elements x, y, z of type T. */
#define __hd_dpx3_word(name, suffix, T, result) \
	__hd_both T __##name##_##suffix(T x, T y, T z) { return (T)(result); }
#define __hd_dpx3_halves(name, suffix, T, result) \
	__hd_both T __hd_##name##_##suffix(T x, T y, T z) { return (T)(result); } \
	__hd_both unsigned __##name##_##suffix(unsigned a, unsigned b, unsigned c) \
	{ \
		return __hd_pair( \
			T, \
			__hd_##name##_##suffix(__hd_low(T, a), __hd_low(T, b), __hd_low(T, c)), \
			__hd_##name##_##suffix(__hd_high(T, a), __hd_high(T, b), __hd_high(T, c))); \
	}

#define __hd_dpx3_all(name, result) \
	__hd_dpx3_word(name, s32, int, result) \
	__hd_dpx3_word(name, u32, unsigned, result) \
	__hd_dpx3_halves(name, s16x2, short, result) \
	__hd_dpx3_halves(name, u16x2, unsigned short, result)
#define __hd_dpx3_relu(name, result) \
	__hd_dpx3_word(name, s32_relu, int, __hd_max(result, 0)) \
	__hd_dpx3_halves(name, s16x2_relu, short, __hd_max(result, (short)0))

__hd_dpx3_all(vimax3, __hd_max(__hd_max(x, y), z))
__hd_dpx3_all(vimin3, __hd_min(__hd_min(x, y), z))
__hd_dpx3_all(viaddmax, __hd_max(__hd_sum(x, y), z))
__hd_dpx3_all(viaddmin, __hd_min(__hd_sum(x, y), z))
__hd_dpx3_relu(vimax3, __hd_max(__hd_max(x, y), z))
__hd_dpx3_relu(vimin3, __hd_min(__hd_min(x, y), z))
__hd_dpx3_relu(viaddmax, __hd_max(__hd_sum(x, y), z))
__hd_dpx3_relu(viaddmin, __hd_min(__hd_sum(x, y), z))
#undef __hd_dpx3_word
#undef __hd_dpx3_halves
#undef __hd_dpx3_all
#undef __hd_dpx3_relu

__hd_both int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
__hd_both int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
__hd_both unsigned
__vimax_s16x2_relu(unsigned a, unsigned b)
{
	return __vimax3_s16x2(a, b, 0);
}
__hd_both unsigned
__vimin_s16x2_relu(unsigned a, unsigned b)
{
	return __vimin3_s16x2_relu(a, b, b);
}

/* Also tell whether the first operand was taken. */
#define __hd_dpx_predicate(name, pick, op) \
	__hd_both int __##name##_s32(int a, int b, bool *first) \
	{ *first = a op b; return pick(a, b); } \
	__hd_both unsigned __##name##_u32(unsigned a, unsigned b, bool *first) \
	{ *first = a op b; return pick(a, b); } \
	__hd_dpx_predicate_halves(__##name##_s16x2, short, pick, op) \
	__hd_dpx_predicate_halves(__##name##_u16x2, unsigned short, pick, op)
#define __hd_dpx_predicate_halves(name, T, pick, op) \
	__hd_both unsigned name(unsigned a, unsigned b, bool *high, bool *low) \
	{ \
		*high = __hd_high(T, a) op __hd_high(T, b); \
		*low = __hd_low(T, a) op __hd_low(T, b); \
		return __hd_pair(T, pick(__hd_low(T, a), __hd_low(T, b)), \
		                 pick(__hd_high(T, a), __hd_high(T, b))); \
	}

__hd_dpx_predicate(vibmax, __hd_max, >=)
__hd_dpx_predicate(vibmin, __hd_min, <=)
#undef __hd_dpx_predicate
#undef __hd_dpx_predicate_halves

#undef __hd_low
#undef __hd_high
#undef __hd_pair
#undef __hd_both

#endif
