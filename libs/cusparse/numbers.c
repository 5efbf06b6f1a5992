/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of any real type, as doubles. */
#include "sparse.h"

#include <math.h>
#include <string.h>

static float
from_bfloat(uint16_t b)
{
	uint32_t u = (uint32_t)b << 16;
	float x;

	memcpy(&x, &u, 4);
	return x;
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
		return (float)((const _Float16 *)v.at)[i];
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
		((_Float16 *)v.at)[i] = (_Float16)(float)x;
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
