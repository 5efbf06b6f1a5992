/* SPDX-License-Identifier: Apache-2.0 */
/* Small numbers to float and back, in loops that become vectors on every processor. */
#include "blas.h"

#include <string.h>

static inline uint32_t
bits_of(float x)
{
	uint32_t u;

	memcpy(&u, &x, 4);
	return u;
}

static inline float
float_of(uint32_t u)
{
	float x;

	memcpy(&x, &u, 4);
	return x;
}

/* The exponent is moved by a multiplication, which also makes numbers of subnormals. */
static inline float
from_half(uint16_t h)
{
	uint32_t magnitude = (uint32_t)(h & 0x7fff) << 13;
	uint32_t moved = bits_of(float_of(magnitude) * 0x1p112f);
	uint32_t special = magnitude | 0x7f800000;

	return float_of((magnitude >= 0x0f800000 ? special : moved) |
			(uint32_t)(h & 0x8000) << 16);
}

/* To nearest, ties to even. A subnormal half is a float whose last bit has its unit. */
static inline uint16_t
to_half(float x)
{
	uint32_t u = bits_of(x), sign = u >> 16 & 0x8000;
	uint32_t magnitude = u & 0x7fffffff;
	uint32_t small = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000;
	uint32_t moved = magnitude - 0x38000000;
	uint32_t normal = (moved + 0xfff + (moved >> 13 & 1)) >> 13;
	uint32_t result = magnitude < 0x38800000 ? small : normal;

	result = magnitude >= 0x47800000 ? 0x7c00 : result;
	result = magnitude > 0x7f800000 ? 0x7fff : result;
	return (uint16_t)(magnitude > 0x7f800000 ? result : result | sign);
}

static inline uint16_t
to_bfloat(float x)
{
	uint32_t u = bits_of(x);

	return x != x ? 0x7fff : (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

void
hd_to_float(float *to, const void *from, hd_type type, int64_t n)
{
	const uint16_t *words = from;
	const int8_t *bytes = from;

	switch (type) {
	case HD_H:
		for (int64_t i = 0; i < n; i++)
			to[i] = from_half(words[i]);
		break;
	case HD_T:
		for (int64_t i = 0; i < n; i++)
			to[i] = float_of((uint32_t)words[i] << 16);
		break;
	case HD_I8:
		for (int64_t i = 0; i < n; i++)
			to[i] = bytes[i];
		break;
	default:
		memcpy(to, from, (size_t)n * sizeof *to);
		break;
	}
}

void
hd_from_float(void *to, hd_type type, const float *from, int64_t n)
{
	uint16_t *words = to;

	switch (type) {
	case HD_H:
		for (int64_t i = 0; i < n; i++)
			words[i] = to_half(from[i]);
		break;
	case HD_T:
		for (int64_t i = 0; i < n; i++)
			words[i] = to_bfloat(from[i]);
		break;
	default:
		memcpy(to, from, (size_t)n * sizeof *from);
		break;
	}
}

float
hd_float_at(const void *from, hd_type type, int64_t i)
{
	float x;

	hd_to_float(&x, (const char *)from + i * (int64_t)hd_size(type), type, 1);
	return x;
}

void
hd_set_float(void *to, hd_type type, int64_t i, float value)
{
	hd_from_float((char *)to + i * (int64_t)hd_size(type), type, &value, 1);
}
