/* SPDX-License-Identifier: Apache-2.0 */
/* sin and cos of multiples of pi. */
#include "libm.h"
#include "dev.h"

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

void
__nv_sincospi(double x, double *s, double *c)
{
	int quarter;
	double r = reduce(x, &quarter);
	double high = r * PI_HIGH, low = __builtin_fma(r, PI_HIGH, -high) + r * PI_LOW;
	double sh = sin(high), ch = cos(high);
	double sr = sh + low * ch, cr = ch - low * sh;
	double ss = quarter & 1 ? cr : sr, cc = quarter & 1 ? sr : cr;

	ss = quarter & 2 ? -ss : ss;
	cc = (quarter + 1) & 2 ? -cc : cc;
	*s = ss == 0 ? __builtin_copysign(0, x) : ss;
	*c = cc == 0 ? 0 : cc;
}

void
__nv_sincospif(float x, float *s, float *c)
{
	int quarter;
	double r = reduce(x, &quarter) * PI_HIGH;
	float sr = (float)sin(r), cr = (float)cos(r);
	float ss = quarter & 1 ? cr : sr, cc = quarter & 1 ? sr : cr;

	ss = quarter & 2 ? -ss : ss;
	cc = (quarter + 1) & 2 ? -cc : cc;
	*s = ss == 0 ? __builtin_copysignf(0, x) : ss;
	*c = cc == 0 ? 0 : cc;
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
