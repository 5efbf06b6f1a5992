/* SPDX-License-Identifier: Apache-2.0 */
/* MRG32k3a: two linear recurrences of order three; for curand_kernel.h and, in C,
 * for the host library. */
#ifndef __HEDDLE_CURAND_MRG_H__
#define __HEDDLE_CURAND_MRG_H__

#define MRG32K3A_MOD1 4294967087ull
#define MRG32K3A_MOD2 4294944443ull
#define MRG32K3A_NORM 2.3283065498378288e-10
#define MRG32K3A_BITS_NORM 1.000000048662

/* One step of each, as a matrix. */
#define __hd_mrg_step1 {0, 1, 0, 0, 0, 1, (unsigned)(MRG32K3A_MOD1 - 810728), 1403580, 0}
#define __hd_mrg_step2 {0, 1, 0, 0, 0, 1, (unsigned)(MRG32K3A_MOD2 - 1370589), 0, 527612}

struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/* c = a * b, both 3 x 3, modulo m. */
__hd_rand void
__hd_mrg_multiply(const unsigned *a, const unsigned *b, unsigned *c, unsigned long long m)
{
	unsigned r[9];

	for (int i = 0; i < 9; i++) {
		unsigned long long sum = 0;

		for (int k = 0; k < 3; k++)
			sum = (sum + (unsigned long long)a[i / 3 * 3 + k] * b[k * 3 + i % 3] % m) % m;
		r[i] = (unsigned)sum;
	}
	for (int i = 0; i < 9; i++)
		c[i] = r[i];
}

__hd_rand void
__hd_mrg_apply(const unsigned *a, unsigned *s, unsigned long long m)
{
	unsigned r[3];

	for (int i = 0; i < 3; i++)
		r[i] = (unsigned)(((unsigned long long)a[i * 3] * s[0] % m +
		                   (unsigned long long)a[i * 3 + 1] * s[1] % m +
		                   (unsigned long long)a[i * 3 + 2] * s[2] % m) % m);
	for (int i = 0; i < 3; i++)
		s[i] = r[i];
}

/* n * 2^shift steps of one of the recurrences. */
__hd_rand void
__hd_mrg_skip(unsigned *s, const unsigned *step, unsigned long long n, int shift,
              unsigned long long m)
{
	unsigned a[9];

	for (int i = 0; i < 9; i++)
		a[i] = step[i];
	for (; shift; shift--)
		__hd_mrg_multiply(a, a, a, m);
	for (; n; n >>= 1) {
		if (n & 1)
			__hd_mrg_apply(a, s, m);
		__hd_mrg_multiply(a, a, a, m);
	}
}
__hd_rand void
__hd_mrg_skip_both(curandStateMRG32k3a_t *s, unsigned long long n, int shift)
{
	const unsigned one[9] = __hd_mrg_step1, two[9] = __hd_mrg_step2;

	if (!n)
		return;
	__hd_mrg_skip(s->s1, one, n, shift, MRG32K3A_MOD1);
	__hd_mrg_skip(s->s2, two, n, shift, MRG32K3A_MOD2);
}
__hd_rand void
__hd_mrg_seed(curandStateMRG32k3a_t *s, unsigned long long seed)
{
	unsigned x = (unsigned)seed ^ 0x55555555u, y = (unsigned)(seed >> 32) ^ 0xAAAAAAAAu;

	for (int i = 0; i < 3; i++)
		s->s1[i] = s->s2[i] = 12345;
	for (int i = 0; seed && i < 3; i++) {
		s->s1[i] = (unsigned)((unsigned long long)(i == 1 ? y : x) * 12345 % MRG32K3A_MOD1);
		s->s2[i] = (unsigned)((unsigned long long)(i == 1 ? x : y) * 12345 % MRG32K3A_MOD2);
	}
	s->boxmuller_flag = s->boxmuller_flag_double = 0;
	s->boxmuller_extra = 0;
	s->boxmuller_extra_double = 0;
}
/* From 1 to MRG32K3A_MOD1. */
__hd_rand unsigned int
__hd_mrg_next(curandStateMRG32k3a_t *s)
{
	unsigned long long p = 1403580ull * s->s1[1] + 810728ull * (MRG32K3A_MOD1 - s->s1[0]);
	unsigned long long q = 527612ull * s->s2[2] + 1370589ull * (MRG32K3A_MOD2 - s->s2[0]);

	/* Both moduli are a little less than 2^32, so the upper half is soon gone. */
	for (int i = 0; i < 2; i++)
		p = (unsigned)p + (p >> 32) * (0x100000000ull - MRG32K3A_MOD1);
	for (int i = 0; i < 3; i++)
		q = (unsigned)q + (q >> 32) * (0x100000000ull - MRG32K3A_MOD2);
	p = p >= MRG32K3A_MOD1 ? p - MRG32K3A_MOD1 : p;
	q = q >= MRG32K3A_MOD2 ? q - MRG32K3A_MOD2 : q;
	s->s1[0] = s->s1[1];
	s->s1[1] = s->s1[2];
	s->s1[2] = (unsigned)p;
	s->s2[0] = s->s2[1];
	s->s2[1] = s->s2[2];
	s->s2[2] = (unsigned)q;
	return (unsigned)(p <= q ? p + MRG32K3A_MOD1 - q : p - q);
}

/* Numbers of what __hd_mrg_next gives. */
__hd_rand unsigned int
__hd_mrg_bits(unsigned x)
{
	return (unsigned)(x * MRG32K3A_BITS_NORM);
}
__hd_rand double
__hd_mrg_unit_double(unsigned x)
{
	return x * MRG32K3A_NORM;
}
__hd_rand float
__hd_mrg_unit(unsigned x)
{
	return (float)__hd_mrg_unit_double(x);
}
__hd_rand float2
__hd_mrg_normal2(unsigned x, unsigned y)
{
	float u = __hd_mrg_unit(x), v = __hd_mrg_unit(y) * CURAND_2PI, a, b;
	float r = sqrtf(-2.0f * logf(u));

	sincosf(v, &a, &b);
	float2 pair = {a * r, b * r};
	return pair;
}
__hd_rand double2
__hd_mrg_normal2_double(unsigned x, unsigned y)
{
	double u = __hd_mrg_unit_double(x), v = __hd_mrg_unit_double(y) * 2.0, a, b;
	double r = sqrt(-2.0 * log(u));

	sincospi(v, &a, &b);
	double2 pair = {a * r, b * r};
	return pair;
}

#ifdef __cplusplus

__hd_rand void
skipahead(unsigned long long n, curandStateMRG32k3a_t *s)
{
	__hd_mrg_skip_both(s, n, 0);
}
__hd_rand void
skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *s)
{
	__hd_mrg_skip_both(s, n, 76);
}
__hd_rand void
skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *s)
{
	__hd_mrg_skip_both(s, n, 127);
}

__hd_rand void
curand_init(unsigned long long seed, unsigned long long sequence,
            unsigned long long offset, curandStateMRG32k3a_t *s)
{
	__hd_mrg_seed(s, seed);
	skipahead_subsequence(sequence, s);
	skipahead(offset, s);
}

__hd_rand double curand_MRG32k3a(curandStateMRG32k3a_t *s) { return __hd_mrg_next(s); }

__hd_rand unsigned int
curand(curandStateMRG32k3a_t *s)
{
	return __hd_mrg_bits(__hd_mrg_next(s));
}
__hd_rand float
curand_uniform(curandStateMRG32k3a_t *s)
{
	return __hd_mrg_unit(__hd_mrg_next(s));
}
__hd_rand double
curand_uniform_double(curandStateMRG32k3a_t *s)
{
	return __hd_mrg_unit_double(__hd_mrg_next(s));
}
__hd_rand float2
curand_normal2(curandStateMRG32k3a_t *s)
{
	unsigned x = __hd_mrg_next(s), y = __hd_mrg_next(s);

	return __hd_mrg_normal2(x, y);
}
__hd_rand double2
curand_normal2_double(curandStateMRG32k3a_t *s)
{
	unsigned x = __hd_mrg_next(s), y = __hd_mrg_next(s);

	return __hd_mrg_normal2_double(x, y);
}

#endif
#endif
