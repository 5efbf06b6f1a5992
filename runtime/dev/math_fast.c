/* SPDX-License-Identifier: Apache-2.0 */
/* Fast division. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "libm.h"
#include "dev.h"

/* For 2^126 < |y| < 2^128 the quotient is 0, or NaN if x is infinite. */
float
__nv_fast_fdividef(float x, float y)
{
	float size = __builtin_fabsf(y);

	return size > 0x1p126f && !__builtin_isinf(y) ? x * __builtin_copysignf(0, y)
	                                              : x / y;
}
