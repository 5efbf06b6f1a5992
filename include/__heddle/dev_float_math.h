/* SPDX-License-Identifier: Apache-2.0 */
/* The float overloads of <cmath> that clang's headers declare for device code and
 * leave to the CUDA headers to define. */
#ifndef __HEDDLE_DEV_FLOAT_MATH_H__
#define __HEDDLE_DEV_FLOAT_MATH_H__

#define __hd_float1(name) __hd_fn float name(float x) { return name##f(x); }
#define __hd_float2(name) \
	__hd_fn float name(float x, float y) { return name##f(x, y); }

__hd_float1(acosh)
__hd_float1(asinh)
__hd_float1(atanh)
__hd_float1(cbrt)
__hd_float1(erf)
__hd_float1(erfc)
__hd_float1(exp2)
__hd_float1(expm1)
__hd_float1(lgamma)
__hd_float1(log1p)
__hd_float1(log2)
__hd_float1(logb)
__hd_float1(nearbyint)
__hd_float1(rint)
__hd_float1(round)
__hd_float1(tgamma)
__hd_float1(trunc)
__hd_float2(copysign)
__hd_float2(fdim)
__hd_float2(fmax)
__hd_float2(fmin)
__hd_float2(hypot)
__hd_float2(nextafter)
__hd_float2(remainder)
#undef __hd_float1
#undef __hd_float2

__hd_fn float fma(float x, float y, float z) { return fmaf(x, y, z); }
__hd_fn float scalbn(float x, int n) { return scalbnf(x, n); }
__hd_fn float scalbln(float x, long n) { return scalblnf(x, n); }
__hd_fn float remquo(float x, float y, int *q) { return remquof(x, y, q); }
__hd_fn int ilogb(float x) { return ilogbf(x); }
__hd_fn long lrint(float x) { return lrintf(x); }
__hd_fn long lround(float x) { return lroundf(x); }
__hd_fn long long llrint(float x) { return llrintf(x); }
__hd_fn long long llround(float x) { return llroundf(x); }

__hd_fn double nan(const char *text) { return __nv_nan((const signed char *)text); }
__hd_fn float nanf(const char *text) { return __nv_nanf((const signed char *)text); }

#endif
