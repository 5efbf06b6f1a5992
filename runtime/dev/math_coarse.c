/* SPDX-License-Identifier: Apache-2.0 */
/* Float functions worked out in double, so that their errors are little more than that of
 * the last rounding. No branches, no calls. tests/math measures all of them. */
#include "coarse.h"

/* ---- powers and roots */

INLINE int
is_odd(float y)
{
	return (int)(__builtin_fabsf(y) < 0x1p24f ? y : 0) & 1;
}

float
__nv_powf(float x, float y)
{
	float size = __builtin_fabsf(x);
	int whole = __builtin_truncf(y) == y, odd = whole & is_odd(y);
	double l = coarse_log(size);
	float r;

	l = size == 0 ? -INFINITY : l;
	l = size == INFINITY ? INFINITY : l;
	r = (float)coarse_exp((double)y * l);
	r = odd ? __builtin_copysignf(r, x) : r;
	r = ((x < 0) & !whole & (size != INFINITY)) ? NAN : r;
	r = ((x != x) | (y != y)) ? NAN : r;
	r = ((size == 1) & (__builtin_fabsf(y) == INFINITY)) ? 1 : r;
	return ((x == 1) | (y == 0)) ? 1 : r;
}

float
__nv_fast_powf(float x, float y)
{
	return __nv_powf(x, y);
}

float
__nv_cbrtf(float x)
{
	float size = __builtin_fabsf(x);
	float r = __builtin_copysignf((float)coarse_cbrt(size), x);

	return ((size > 0) & (size < INFINITY)) ? r : x + x;
}

float
__nv_rcbrtf(float x)
{
	float size = __builtin_fabsf(x);
	float r = __builtin_copysignf((float)(1 / coarse_cbrt(size)), x);

	return ((size > 0) & (size < INFINITY)) ? r : 1 / x;
}

float
__nv_hypotf(float x, float y)
{
	float r = (float)__builtin_sqrt((double)x * x + (double)y * y);

	return __builtin_isinf(x) || __builtin_isinf(y) ? INFINITY : r;
}

/* ---- arcs */

float
__nv_atanf(float x)
{
	return __builtin_copysignf((float)coarse_atan(__builtin_fabsf(x)), x);
}

float
__nv_atan2f(float y, float x)
{
	double a = __builtin_fabsf(y), b = __builtin_fabsf(x);
	double q = a == 0 ? 0 : a == INFINITY && b == INFINITY ? 1 : a / b;
	double r = coarse_atan(q);

	r = __builtin_signbit(x) ? 2 * HALF_PI - r : r;
	return x != x || y != y ? NAN : __builtin_copysignf((float)r, y);
}

float
__nv_asinf(float x)
{
	double a = __builtin_fabsf(x), c = __builtin_sqrt((1 - a) * (1 + a));

	return __builtin_copysignf((float)coarse_atan(a / c), x);
}

float
__nv_acosf(float x)
{
	double a = __builtin_fabsf(x), c = __builtin_sqrt((1 - a) * (1 + a));
	double r = coarse_atan(c / a);

	return (float)(x < 0 ? 2 * HALF_PI - r : r);
}

/* ---- near exp and log */

float
__nv_expm1f(float x)
{
	float r = (float)coarse_expm1(x);

	return x == 0 ? x : r;
}

float
__nv_log1pf(float x)
{
	float r = (float)coarse_log1p(x);

	return x == 0 ? x : r;
}

float
__nv_coshf(float x)
{
	double e = coarse_exp(__builtin_fabsf(x));

	return (float)(0.5 * (e + 1 / e));
}

float
__nv_sinhf(float x)
{
	double t = coarse_expm1(__builtin_fabsf(x));

	return __builtin_copysignf((float)(0.5 * (t + t / (t + 1))), x);
}

float
__nv_asinhf(float x)
{
	double a = __builtin_fabsf(x), r;

	r = coarse_log1p(a + a * a / (1 + __builtin_sqrt(a * a + 1)));
	r = a == INFINITY ? a : r;
	return __builtin_copysignf((float)r, x);
}

float
__nv_acoshf(float x)
{
	double d = (double)x - 1, r = coarse_log1p(d + __builtin_sqrt(d * (d + 2)));

	return x < 1 ? NAN : (float)r;
}

float
__nv_atanhf(float x)
{
	double a = __builtin_fabsf(x);

	return __builtin_copysignf((float)(0.5 * coarse_log1p(2 * a / (1 - a))), x);
}

/* ---- the error function */

float
__nv_erff(float x)
{
	double a = __builtin_fabsf(x), far = 1 - coarse_erfc(a);

	return (float)(a < 1 ? x * coarse_erf_ratio(x) : __builtin_copysign(far, x));
}

float
__nv_erfcf(float x)
{
	double r = coarse_erfc(__builtin_fabsf(x));

	return (float)(x < 0 ? 2 - r : r);
}
