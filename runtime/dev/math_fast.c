/* SPDX-License-Identifier: Apache-2.0 */
/* The fast float functions. CUDA allows them a larger error; they need not use it. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

float __nv_fast_sinf(float x) { return sinf(x); }
float __nv_fast_cosf(float x) { return cosf(x); }
float __nv_fast_tanf(float x) { return tanf(x); }
float __nv_fast_expf(float x) { return expf(x); }
float __nv_fast_exp10f(float x) { return exp2f(x * 3.3219280948873623f); }
float __nv_fast_logf(float x) { return logf(x); }
float __nv_fast_log2f(float x) { return log2f(x); }
float __nv_fast_log10f(float x) { return log10f(x); }
float __nv_fast_powf(float x, float y) { return powf(x, y); }

void
__nv_fast_sincosf(float x, float *s, float *c)
{
	*s = sinf(x);
	*c = cosf(x);
}

/* For 2^126 < |y| < 2^128 the quotient is 0, or NaN if x is infinite. */
float
__nv_fast_fdividef(float x, float y)
{
	float size = __builtin_fabsf(y);

	return size > 0x1p126f && !__builtin_isinf(y) ? x * __builtin_copysignf(0, y)
	                                              : x / y;
}
