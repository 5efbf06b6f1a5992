/* SPDX-License-Identifier: Apache-2.0 */
/* Float sine, cosine and tangent: reduced and evaluated in double, without branches
 * up to 2^20; libm takes the rest. */
#include "libm.h"
#include "dev.h"

typedef struct {
	double s, c;
	int quarter; /* modulo 4 */
} turn;

/* The sine and cosine of x - quarter * pi/2. */
INLINE turn
reduce(float x)
{
	const double magic = 0x1.8p52; /* adding it rounds to an integer */
	double shifted = x * 0x1.45f306dc9c883p-1 + magic, k = shifted - magic;
	/* pi/2 in two parts: 31 bits, and the rest */
	double r = (x - k * 0x1.921fb544p+0) - k * 0x1.0b4611a626331p-34, y = r * r;
	double s = 0x1.6dbe14f99d75bp-19, c = -0x1.2524504ab3057p-22;

	s = s * y - 0x1.a013a7e422e1ep-13;
	s = s * y + 0x1.11110def974c2p-7;
	s = s * y - 0x1.555555545e559p-3;
	c = c * y + 0x1.a015c49bb33e0p-16;
	c = c * y - 0x1.6c16bf55178eap-10;
	c = c * y + 0x1.5555555502e24p-5;
	return (turn){r * (1 + y * s), 1 - y * 0.5 + y * y * c,
		      (int)bits_of_double(shifted) & 3};
}

INLINE int
is_large(float x)
{
	return !(__builtin_fabsf(x) <= 0x1p20f);
}

INLINE float
sine(turn t)
{
	double v = t.quarter & 1 ? t.c : t.s;

	return (float)(t.quarter & 2 ? -v : v);
}

INLINE float
cosine(turn t)
{
	double v = t.quarter & 1 ? t.s : t.c;

	return (float)((t.quarter + 1) & 2 ? -v : v);
}

float
__nv_sinf(float x)
{
	return is_large(x) ? sinf(x) : sine(reduce(x));
}

float
__nv_cosf(float x)
{
	return is_large(x) ? cosf(x) : cosine(reduce(x));
}

void
__nv_sincosf(float x, float *s, float *c)
{
	turn t = reduce(x);

	*s = is_large(x) ? sinf(x) : sine(t);
	*c = is_large(x) ? cosf(x) : cosine(t);
}

float
__nv_tanf(float x)
{
	turn t = reduce(x);
	double quotient = t.quarter & 1 ? -t.c / t.s : t.s / t.c;

	return is_large(x) ? tanf(x) : (float)quotient;
}

/* The fast ones are the same. */
float
__nv_fast_sinf(float x)
{
	return __nv_sinf(x);
}

float
__nv_fast_cosf(float x)
{
	return __nv_cosf(x);
}

float
__nv_fast_tanf(float x)
{
	return __nv_tanf(x);
}

void
__nv_fast_sincosf(float x, float *s, float *c)
{
	__nv_sincosf(x, s, c);
}
