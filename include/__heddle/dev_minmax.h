/* SPDX-License-Identifier: Apache-2.0 */
/* min and max of every pair of types that CUDA has, for both sides. Unsigned wins
 * over signed, double over float, and NaN over nothing. */
#ifndef __HEDDLE_DEV_MINMAX_H__
#define __HEDDLE_DEV_MINMAX_H__

#define __hd_minmax_int_(side, R, A, B) \
	static side __forceinline__ R min(A a, B b) \
	{ return (R)a < (R)b ? (R)a : (R)b; } \
	static side __forceinline__ R max(A a, B b) \
	{ return (R)a > (R)b ? (R)a : (R)b; }
#define __hd_minmax_int(R, A, B) __hd_minmax_int_(__host__ __device__, R, A, B)

__hd_minmax_int_(__host__, int, int, int) /* the device ones are clang's */
__hd_minmax_int(unsigned, unsigned, unsigned)
__hd_minmax_int(unsigned, int, unsigned)
__hd_minmax_int(unsigned, unsigned, int)
__hd_minmax_int(long, long, long)
__hd_minmax_int(unsigned long, unsigned long, unsigned long)
__hd_minmax_int(unsigned long, long, unsigned long)
__hd_minmax_int(unsigned long, unsigned long, long)
__hd_minmax_int(long long, long long, long long)
__hd_minmax_int(unsigned long long, unsigned long long, unsigned long long)
__hd_minmax_int(unsigned long long, long long, unsigned long long)
__hd_minmax_int(unsigned long long, unsigned long long, long long)
#undef __hd_minmax_int
#undef __hd_minmax_int_

#define __hd_minmax_fp(R, A, B, suffix) \
	static __host__ __device__ __forceinline__ R min(A a, B b) \
	{ return fmin##suffix(a, b); } \
	static __host__ __device__ __forceinline__ R max(A a, B b) \
	{ return fmax##suffix(a, b); }

__hd_minmax_fp(float, float, float, f)
__hd_minmax_fp(double, double, double, )
__hd_minmax_fp(double, float, double, )
__hd_minmax_fp(double, double, float, )
#undef __hd_minmax_fp

#endif
