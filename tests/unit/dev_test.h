/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the device library share. */
#ifndef HD_DEV_TEST_H
#define HD_DEV_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The runtime functions that the library calls. */
unsigned long long hd_dev_globaltimer(void);
void hd_dev_nanosleep(unsigned ns);
unsigned long long
hd_dev_globaltimer(void)
{
	return 1;
}
void
hd_dev_nanosleep(unsigned ns)
{
	(void)ns;
}

static int failures;

#define CHECK(condition, ...)                                                          \
	do {                                                                           \
		if (!(condition) && failures++ < 20) {                                 \
			printf("%s:%d: ", __FILE__, __LINE__);                         \
			printf(__VA_ARGS__);                                           \
			printf("\n");                                                  \
		}                                                                      \
	} while (0)

/* The same numbers in every run. */
static uint64_t random_state = 20240229;

static inline uint64_t
random_bits(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline uint32_t
float_bits(float x)
{
	uint32_t b;

	memcpy(&b, &x, sizeof b);
	return b;
}

static inline float
bits_float(uint32_t b)
{
	float x;

	memcpy(&x, &b, sizeof x);
	return x;
}

static inline uint64_t
double_bits(double x)
{
	uint64_t b;

	memcpy(&b, &x, sizeof b);
	return b;
}

static inline double
bits_double(uint64_t b)
{
	double x;

	memcpy(&x, &b, sizeof x);
	return x;
}

/* Any float: one in eight is special, one in four near 1 in size, few bits often. */
static inline float
any_float(void)
{
	static const float special[] = {
		0.0f,
		-0.0f,
		1.0f,
		-1.0f,
		2.0f,
		0.5f,
		3.0f,
		0x1p-149f,
		-0x1p-149f,
		0x1p-126f,
		0x1.fffffep-127f,
		0x1.fffffep127f,
		-0x1.fffffep127f,
		0x1p127f,
		__builtin_inff(),
		-__builtin_inff(),
		__builtin_nanf(""),
		16777216.0f,
	};
	uint64_t r = random_bits();
	uint32_t b = (uint32_t)(r >> 32);

	if (r % 8 == 0)
		return special[r / 8 % (sizeof special / sizeof special[0])];
	if (r % 4 == 1)
		b = (b & 0x807fffff) | (118 + (uint32_t)(r / 8 % 20)) << 23;
	if (r / 256 % 4 == 1)
		b &= ~0xfffu;
	return bits_float(b);
}

static inline double
any_double(void)
{
	static const double special[] = {
		0.0,
		-0.0,
		1.0,
		-1.0,
		2.0,
		0.5,
		3.0,
		0x1p-1074,
		-0x1p-1074,
		0x1p-1022,
		0x1.fffffffffffffp-1023,
		0x1.fffffffffffffp1023,
		-0x1.fffffffffffffp1023,
		0x1p1023,
		__builtin_inf(),
		-__builtin_inf(),
		__builtin_nan(""),
		0x1p53,
	};
	uint64_t r = random_bits(), b = random_bits();

	if (r % 8 == 0)
		return special[r / 8 % (sizeof special / sizeof special[0])];
	if (r % 4 == 1)
		b = (b & ~(0x7ffull << 52)) | (1014 + r / 8 % 20) << 52;
	if (r % 4 == 2 && r / 8 % 4 == 0)
		b = (b & ~(0x7ffull << 52)) |
		    (r / 32 % 2 ? r / 64 % 120 : 1930 + r / 64 % 116) << 52;
	if (r / 4096 % 4 == 1)
		b &= ~0x3ffffffull;
	return bits_double(b);
}

/* Equal to the last bit; all NaN are the same. */
static inline int
same_float(float a, float b)
{
	return (a != a && b != b) || float_bits(a) == float_bits(b);
}

static inline int
same_double(double a, double b)
{
	return (a != a && b != b) || double_bits(a) == double_bits(b);
}

static inline int
finish(void)
{
	if (failures)
		printf("%d failures\n", failures);
	return failures != 0;
}

#endif
