/* SPDX-License-Identifier: Apache-2.0 */
/* XORWOW: a shift register of five words and a counter; for curand_kernel.h and, in C,
 * for the host library. */
#ifndef __HEDDLE_CURAND_XORWOW_H__
#define __HEDDLE_CURAND_XORWOW_H__

struct curandStateXORWOW {
	unsigned int d, v[5];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

__hd_rand void
__hd_xorwow_seed(curandStateXORWOW_t *s, unsigned long long seed)
{
	unsigned low = (unsigned)seed ^ 0xaad26b49u, high = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
	unsigned a = 1099087573u * low, b = 2591861531u * high;

	s->d = 6615241 + b + a;
	s->v[0] = 123456789u + a;
	s->v[1] = 362436069u ^ a;
	s->v[2] = 521288629u + b;
	s->v[3] = 88675123u ^ b;
	s->v[4] = 5783321u + a;
	s->boxmuller_flag = s->boxmuller_flag_double = 0;
	s->boxmuller_extra = 0;
	s->boxmuller_extra_double = 0;
}
__hd_rand unsigned int
__hd_xorwow_next(curandStateXORWOW_t *s)
{
	unsigned t = s->v[0] ^ s->v[0] >> 2;

	s->v[0] = s->v[1];
	s->v[1] = s->v[2];
	s->v[2] = s->v[3];
	s->v[3] = s->v[4];
	s->v[4] = (s->v[4] ^ s->v[4] << 4) ^ (t ^ t << 1);
	s->d += 362437;
	return s->v[4] + s->d;
}

#ifdef __cplusplus

/* The runtime's; see rt_abi.def. */
extern "C" __device__ void hd_dev_xorwow_skip(unsigned *v, unsigned long long n,
                                              int sequences);

__hd_rand void
skipahead(unsigned long long n, curandStateXORWOW_t *s)
{
	hd_dev_xorwow_skip(s->v, n, 0);
	s->d += 362437u * (unsigned)n;
}
__hd_rand void
skipahead_sequence(unsigned long long n, curandStateXORWOW_t *s)
{
	hd_dev_xorwow_skip(s->v, n, 1);
}

__hd_rand void
curand_init(unsigned long long seed, unsigned long long sequence,
            unsigned long long offset, curandStateXORWOW_t *s)
{
	__hd_xorwow_seed(s, seed);
	skipahead_sequence(sequence, s);
	skipahead(offset, s);
}

__hd_rand unsigned int curand(curandStateXORWOW_t *s) { return __hd_xorwow_next(s); }
__hd_rand float curand_uniform(curandStateXORWOW_t *s) { return __hd_rand_unit(curand(s)); }
__hd_rand double
curand_uniform_double(curandStateXORWOW_t *s)
{
	unsigned x = curand(s), y = curand(s);

	return __hd_rand_unit_double(x, y);
}
__hd_rand float2
curand_normal2(curandStateXORWOW_t *s)
{
	unsigned x = curand(s), y = curand(s);

	return __hd_rand_normal2(x, y);
}
__hd_rand double2
curand_normal2_double(curandStateXORWOW_t *s)
{
	unsigned x0 = curand(s), x1 = curand(s), y0 = curand(s), y1 = curand(s);

	return __hd_rand_normal2_double(x0, x1, y0, y1);
}

#endif
#endif
