/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of any real type, as doubles. */
#include "sparse.h"

#include <math.h>
#include <string.h>

static float
float_of(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, 4);
	return x;
}

static float
from_half(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31;
	uint32_t mantissa = h & 0x3ff;

	if (!exponent)
		return (sign ? -0x1p-24f : 0x1p-24f) * (float)mantissa;
	exponent = exponent == 31 ? 255 : exponent + 112;
	return float_of(sign | exponent << 23 | mantissa << 13);
}

/* To nearest, ties to even, as rint does it. A mantissa that is rounded up to the next
 * power of two carries into the exponent. */
static uint16_t
to_half(double x)
{
	uint32_t sign = signbit(x) ? 0x8000 : 0;
	double size = fabs(x);
	int exponent;

	if (isnan(x))
		return 0x7fff;
	if (size >= 65520)
		return (uint16_t)(sign | 0x7c00);
	if (size < 0x1p-14)
		return (uint16_t)(sign | (uint32_t)rint(size * 0x1p24));
	exponent = ilogb(size);
	return (uint16_t)(sign + ((uint32_t)(exponent + 14) << 10) +
			  (uint32_t)rint(ldexp(size, 10 - exponent)));
}

static float
from_bfloat(uint16_t b)
{
	return float_of((uint32_t)b << 16);
}

/* To nearest, ties to even. */
static uint16_t
to_bfloat(float x)
{
	uint32_t u;

	memcpy(&u, &x, 4);
	return x != x ? 0x7fff : (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double
within(double x, double least, double most)
{
	return x < least ? least : x > most ? most : rint(x);
}

double
hd_get(hd_values v, int64_t i)
{
	switch (v.type) {
	case HD_S:
		return ((const float *)v.at)[i];
	case HD_D:
		return ((const double *)v.at)[i];
	case HD_H:
		return from_half(((const uint16_t *)v.at)[i]);
	case HD_T:
		return from_bfloat(((const uint16_t *)v.at)[i]);
	case HD_I8:
		return ((const int8_t *)v.at)[i];
	case HD_I:
		return ((const int32_t *)v.at)[i];
	default:
		return 0;
	}
}

void
hd_put(hd_values v, int64_t i, double x)
{
	switch (v.type) {
	case HD_S:
		((float *)v.at)[i] = (float)x;
		break;
	case HD_D:
		((double *)v.at)[i] = x;
		break;
	case HD_H:
		((uint16_t *)v.at)[i] = to_half(x);
		break;
	case HD_T:
		((uint16_t *)v.at)[i] = to_bfloat((float)x);
		break;
	case HD_I8:
		((int8_t *)v.at)[i] = (int8_t)within(x, INT8_MIN, INT8_MAX);
		break;
	case HD_I:
		((int32_t *)v.at)[i] = (int32_t)within(x, INT32_MIN, INT32_MAX);
		break;
	default:
		break;
	}
}

double
hd_get_scalar(const hd_scalar *s)
{
	return hd_get((hd_values){(void *)hd_value(s), s->type}, 0);
}
