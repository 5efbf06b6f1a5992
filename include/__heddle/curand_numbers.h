/* SPDX-License-Identifier: Apache-2.0 */
/* From random bits to numbers, for curand_kernel.h and, in C, for the host library. */
#ifndef __HEDDLE_CURAND_NUMBERS_H__
#define __HEDDLE_CURAND_NUMBERS_H__

#define CURAND_2POW32_INV 2.3283064e-10f
#define CURAND_2POW32_INV_2PI 1.46291807e-09f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#define CURAND_2POW53_INV_DOUBLE 1.1102230246251565e-16
#define CURAND_2PI 6.2831855f

/* What every generator keeps: the second half of a pair of normal numbers. */
struct __hd_rand_pair {
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};

__hd_rand float
__hd_rand_unit(unsigned x)
{
	return x * CURAND_2POW32_INV + CURAND_2POW32_INV / 2.0f;
}
__hd_rand unsigned long long
__hd_rand_53(unsigned x, unsigned y)
{
	return (unsigned long long)x ^ (unsigned long long)y << (53 - 32);
}
__hd_rand double
__hd_rand_unit_double(unsigned x, unsigned y)
{
	return (double)__hd_rand_53(x, y) * CURAND_2POW53_INV_DOUBLE +
	       CURAND_2POW53_INV_DOUBLE / 2.0;
}

/* Two normal numbers of two uniform ones. */
__hd_rand float2
__hd_rand_normal2(unsigned x, unsigned y)
{
	float u = __hd_rand_unit(x), s = sqrtf(-2.0f * logf(u)), a, b;

	sincosf(y * CURAND_2POW32_INV_2PI + CURAND_2POW32_INV_2PI / 2.0f, &a, &b);
	float2 pair = {a * s, b * s};
	return pair;
}
__hd_rand double2
__hd_rand_normal2_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1)
{
	double u = __hd_rand_unit_double(x0, x1), s = sqrt(-2.0 * log(u)), a, b;
	double v = (double)__hd_rand_53(y0, y1) * (CURAND_2POW53_INV_DOUBLE * 2.0) +
	           CURAND_2POW53_INV_DOUBLE;

	sincospi(v, &a, &b);
	double2 pair = {a * s, b * s};
	return pair;
}

#endif
