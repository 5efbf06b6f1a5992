/* SPDX-License-Identifier: Apache-2.0 */
/* sin and cos of multiples of pi. */
#include "wide.h"

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_LOW  0x1.1a62633145c07p-53

/* x = quarter/2 + r, |r| <= 1/4, quarter taken modulo 4. Exact. */
INLINE double
reduce(double x, int *quarter)
{
	double t = x - 2 * __builtin_trunc(x * 0.5);
	double n = __builtin_rint(2 * t);

	*quarter = t == t ? (int)n & 3 : 0;
	return t - n * 0.5;
}

/* Of a turn, if it is that of x: zeros have the sign of x, or none. */
INLINE double
signed_sine(turn t, double x)
{
	double v = sine(t);

	return v == 0 ? __builtin_copysign(0, x) : v;
}

INLINE double
plain_cosine(turn t)
{
	double v = cosine(t);

	return v == 0 ? 0 : v;
}

void
__nv_sincospi(double x, double *s, double *c)
{
	int quarter;
	double r = reduce(x, &quarter);
	double high = r * PI_HIGH, low = __builtin_fma(r, PI_HIGH, -high) + r * PI_LOW;
	turn t = turn_of((quarter_turn){high, low, quarter});

	*s = signed_sine(t, x);
	*c = plain_cosine(t);
}

void
__nv_sincospif(float x, float *s, float *c)
{
	int quarter;
	double r = reduce(x, &quarter) * PI_HIGH;
	turn t = turn_of((quarter_turn){r, 0, quarter});

	*s = (float)signed_sine(t, x);
	*c = (float)plain_cosine(t);
}

double
__nv_sinpi(double x)
{
	double s, c;

	__nv_sincospi(x, &s, &c);
	return s;
}

double
__nv_cospi(double x)
{
	double s, c;

	__nv_sincospi(x, &s, &c);
	return c;
}

float
__nv_sinpif(float x)
{
	float s, c;

	__nv_sincospif(x, &s, &c);
	return s;
}

float
__nv_cospif(float x)
{
	float s, c;

	__nv_sincospif(x, &s, &c);
	return c;
}
