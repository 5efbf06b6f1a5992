/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the device library share. The library is compiled to bitcode for
 * the host and linked into every kernel module; the optimiser drops what is unused. */
#ifndef HD_DEV_H
#define HD_DEV_H

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* Kernels call these functions by name; nothing else declares them. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"

/* What is fused here is written with __builtin_fma. */
#pragma STDC FP_CONTRACT OFF

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define INLINE static inline __attribute__((always_inline))

/* a * b + c, fused where the processor does that in one instruction. */
INLINE float
mad(float a, float b, float c)
{
#if defined(__clang__) && !defined(HD_NEVER_FUSE)
#pragma clang fp contract(on)
#endif
	return a * b + c;
}

INLINE double
muladd(double a, double b, double c)
{
#if defined(__clang__) && !defined(HD_NEVER_FUSE)
#pragma clang fp contract(on)
#endif
	return a * b + c;
}

INLINE u32
bits_of_float(float x)
{
	u32 b;

	memcpy(&b, &x, sizeof b);
	return b;
}

INLINE float
float_of_bits(u32 b)
{
	float x;

	memcpy(&x, &b, sizeof x);
	return x;
}

INLINE u64
bits_of_double(double x)
{
	u64 b;

	memcpy(&b, &x, sizeof b);
	return b;
}

INLINE double
double_of_bits(u64 b)
{
	double x;

	memcpy(&x, &b, sizeof x);
	return x;
}

/* The next larger number. Not for NaN or +inf. */
INLINE float
next_up_float(float x)
{
	u32 b = bits_of_float(x);

	return float_of_bits(x == 0 ? 1 : b >> 31 ? b - 1 : b + 1);
}

INLINE double
next_up_double(double x)
{
	u64 b = bits_of_double(x);

	return double_of_bits(x == 0 ? 1 : b >> 63 ? b - 1 : b + 1);
}

/* 2^n for -1022 <= n <= 1023. */
INLINE double
power_of_two(int n)
{
	return double_of_bits((u64)(n + 1023) << 52);
}

#endif
