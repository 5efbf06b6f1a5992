/* SPDX-License-Identifier: Apache-2.0 */
/* Float sine, cosine and tangent, without branches up to 2^16 or 2^20; libm takes the rest.
 * Sine and cosine get along with floats: multiply-adds that round once lose nothing where x is
 * near a multiple of pi/2. The tangent is a quotient, and needs doubles. */
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
	return __builtin_expect(!(__builtin_fabsf(x) <= 0x1p20f), 0);
}

/* ---- floats */

typedef struct {
	float s, c;
	u32 quarter;
} short_turn;

INLINE short_turn
reduce_short(float x)
{
	const float magic = 0x1.8p23f;
	float shifted = __builtin_fmaf(x, 0x1.45f306p-1f, magic), k = shifted - magic;
	/* the first difference is exact; three parts have 72 bits of pi/2 */
	float r = __builtin_fmaf(-k, 0x1.921fb4p+0f, x), y, s, c;

	r = __builtin_fmaf(-k, 0x1.4442dp-24f, r);
	r = __builtin_fmaf(-k, 0x1.84698ap-48f, r);
	y = r * r;
	s = __builtin_fmaf(-0x1.990550p-13f, y, 0x1.1106b6p-7f);
	s = __builtin_fmaf(s, y, -0x1.555546p-3f);
	s = __builtin_fmaf(s * y, r, r);
	c = __builtin_fmaf(0x1.9a6df0p-16f, y, -0x1.6c0e74p-10f);
	c = __builtin_fmaf(c, y, 0x1.55554ep-5f);
	c = __builtin_fmaf(c, y, -0.5f);
	c = __builtin_fmaf(c, y, 1.0f);
	return (short_turn){__builtin_copysignf(s, r), c, bits_of_float(shifted)};
}

/* Of a number of quarter turns more than it was reduced by. */
INLINE float
sine(short_turn t, u32 more)
{
	u32 quarter = t.quarter + more;
	float v = quarter & 1 ? t.c : t.s;

	return float_of_bits(bits_of_float(v) ^ (quarter & 2) << 30);
}

INLINE int
is_long(float x)
{
	return __builtin_expect(!(__builtin_fabsf(x) <= 0x1p16f), 0);
}

float
__nv_sinf(float x)
{
	return is_long(x) ? rare_sinf(x) : sine(reduce_short(x), 0);
}

float
__nv_cosf(float x)
{
	return is_long(x) ? rare_cosf(x) : sine(reduce_short(x), 1);
}

void
__nv_sincosf(float x, float *s, float *c)
{
	short_turn t = reduce_short(x);

	*s = is_long(x) ? rare_sinf(x) : sine(t, 0);
	*c = is_long(x) ? rare_cosf(x) : sine(t, 1);
}

float
__nv_tanf(float x)
{
	turn t = reduce(x);
	double quotient = t.quarter & 1 ? -t.c / t.s : t.s / t.c;

	return is_large(x) ? rare_tanf(x) : (float)quotient;
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
