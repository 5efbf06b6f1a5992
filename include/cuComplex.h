/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers as pairs, for both sides. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>
#include "vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define __hd_complex static __host__ __device__ __inline__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __hd_complex_parts(C, R, suffix, f) \
	__hd_complex R cuCreal##f(C x) { return x.x; } \
	__hd_complex R cuCimag##f(C x) { return x.y; } \
	__hd_complex C make_cu##suffix(R re, R im) \
	{ \
		C z; \
		z.x = re; \
		z.y = im; \
		return z; \
	} \
	__hd_complex C cuConj##f(C x) { return make_cu##suffix(x.x, -x.y); } \
	__hd_complex C cuCadd##f(C x, C y) \
	{ return make_cu##suffix(x.x + y.x, x.y + y.y); } \
	__hd_complex C cuCsub##f(C x, C y) \
	{ return make_cu##suffix(x.x - y.x, x.y - y.y); } \
	__hd_complex C cuCmul##f(C x, C y) \
	{ return make_cu##suffix(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }

__hd_complex_parts(cuFloatComplex, float, FloatComplex, f)
__hd_complex_parts(cuDoubleComplex, double, DoubleComplex, )
#undef __hd_complex_parts

/* Quotients and sizes are scaled, so that no square overflows. */
__hd_complex cuFloatComplex
cuCdivf(cuFloatComplex x, cuFloatComplex y)
{
	float r = 1.0f / (fabsf(y.x) + fabsf(y.y));
	float a = x.x * r, b = x.y * r, c = y.x * r, d = y.y * r;
	float t = 1.0f / (c * c + d * d);

	return make_cuFloatComplex((a * c + b * d) * t, (b * c - a * d) * t);
}
__hd_complex float
cuCabsf(cuFloatComplex x)
{
	float a = fabsf(x.x), b = fabsf(x.y), v = a > b ? a : b, w = a > b ? b : a, t;

	if (v == 0)
		return 0;
	t = w / v;
	t = v * sqrtf(1.0f + t * t);
	return v > 3.402823466e38f ? a + b : t;
}

__hd_complex cuDoubleComplex
cuCdiv(cuDoubleComplex x, cuDoubleComplex y)
{
	double r = 1.0 / (fabs(y.x) + fabs(y.y));
	double a = x.x * r, b = x.y * r, c = y.x * r, d = y.y * r;
	double t = 1.0 / (c * c + d * d);

	return make_cuDoubleComplex((a * c + b * d) * t, (b * c - a * d) * t);
}
__hd_complex double
cuCabs(cuDoubleComplex x)
{
	double a = fabs(x.x), b = fabs(x.y), v = a > b ? a : b, w = a > b ? b : a, t;

	if (v == 0)
		return 0;
	t = w / v;
	t = v * sqrt(1.0 + t * t);
	return v > 1.79769313486231570e+308 ? a + b : t;
}

__hd_complex cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__hd_complex cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex c)
{
	return make_cuDoubleComplex((double)c.x, (double)c.y);
}
__hd_complex cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex c)
{
	return make_cuFloatComplex((float)c.x, (float)c.y);
}

/* x * y + d */
__hd_complex cuComplex
cuCfmaf(cuComplex x, cuComplex y, cuComplex d)
{
	float re = x.x * y.x + d.x, im = x.x * y.y + d.y;

	return make_cuComplex(-(x.y * y.y) + re, x.y * y.x + im);
}
__hd_complex cuDoubleComplex
cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d)
{
	double re = x.x * y.x + d.x, im = x.x * y.y + d.y;

	return make_cuDoubleComplex(-(x.y * y.y) + re, x.y * y.x + im);
}

#ifdef __cplusplus
}
#endif

#undef __hd_complex

#endif
