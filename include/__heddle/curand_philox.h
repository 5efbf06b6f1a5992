/* SPDX-License-Identifier: Apache-2.0 */
/* Philox 4x32-10: a counter, enciphered; for curand_kernel.h and, in C, for the host library. */
#ifndef __HEDDLE_CURAND_PHILOX_H__
#define __HEDDLE_CURAND_PHILOX_H__

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE; /* how many words of the output are used */
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__hd_rand uint4
curand_Philox4x32_10(uint4 c, uint2 k)
{
	for (int round = 0; round < 10; round++) {
		unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;

		c.x = (unsigned)(b >> 32) ^ c.y ^ k.x;
		c.y = (unsigned)b;
		c.z = (unsigned)(a >> 32) ^ c.w ^ k.y;
		c.w = (unsigned)a;
		k.x += 0x9E3779B9u;
		k.y += 0xBB67AE85u;
	}
	return c;
}

#ifdef __cplusplus

/* Adds to the lower or upper half of the counter. */
__hd_rand void
__hd_philox_add(curandStatePhilox4_32_10_t *s, unsigned long long n)
{
	unsigned long long low = (unsigned long long)s->ctr.y << 32 | s->ctr.x, sum = low + n;

	s->ctr.x = (unsigned)sum;
	s->ctr.y = (unsigned)(sum >> 32);
	if (sum < low && ++s->ctr.z == 0)
		s->ctr.w++;
}
__hd_rand void
skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
	unsigned long long high = ((unsigned long long)s->ctr.w << 32 | s->ctr.z) + n;

	s->ctr.z = (unsigned)high;
	s->ctr.w = (unsigned)(high >> 32);
	s->output = curand_Philox4x32_10(s->ctr, s->key);
}
__hd_rand void
skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
	s->STATE += (unsigned)(n & 3);
	n /= 4;
	if (s->STATE > 3) {
		n++;
		s->STATE -= 4;
	}
	__hd_philox_add(s, n);
	s->output = curand_Philox4x32_10(s->ctr, s->key);
}

__hd_rand void
curand_init(unsigned long long seed, unsigned long long sequence,
            unsigned long long offset, curandStatePhilox4_32_10_t *s)
{
	s->ctr = make_uint4(0, 0, 0, 0);
	s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
	s->STATE = 0;
	s->boxmuller_flag = s->boxmuller_flag_double = 0;
	s->boxmuller_extra = 0;
	s->boxmuller_extra_double = 0;
	skipahead_sequence(sequence, s);
	skipahead(offset, s);
}

__hd_rand unsigned int
curand(curandStatePhilox4_32_10_t *s)
{
	unsigned r = s->STATE == 0 ? s->output.x
	             : s->STATE == 1 ? s->output.y
	             : s->STATE == 2 ? s->output.z : s->output.w;

	if (++s->STATE == 4) {
		__hd_philox_add(s, 1);
		s->output = curand_Philox4x32_10(s->ctr, s->key);
		s->STATE = 0;
	}
	return r;
}
__hd_rand uint4
curand4(curandStatePhilox4_32_10_t *s)
{
	uint4 old = s->output, now;

	__hd_philox_add(s, 1);
	now = s->output = curand_Philox4x32_10(s->ctr, s->key);
	switch (s->STATE) {
	case 1: return make_uint4(old.y, old.z, old.w, now.x);
	case 2: return make_uint4(old.z, old.w, now.x, now.y);
	case 3: return make_uint4(old.w, now.x, now.y, now.z);
	default: return old;
	}
}

__hd_rand float
curand_uniform(curandStatePhilox4_32_10_t *s)
{
	return __hd_rand_unit(curand(s));
}
__hd_rand float4
curand_uniform4(curandStatePhilox4_32_10_t *s)
{
	uint4 x = curand4(s);

	return make_float4(__hd_rand_unit(x.x), __hd_rand_unit(x.y), __hd_rand_unit(x.z),
	                   __hd_rand_unit(x.w));
}
__hd_rand double
curand_uniform_double(curandStatePhilox4_32_10_t *s)
{
	return curand(s) * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
__hd_rand double2
curand_uniform2_double(curandStatePhilox4_32_10_t *s)
{
	uint4 x = curand4(s);

	return make_double2(__hd_rand_unit_double(x.x, x.y), __hd_rand_unit_double(x.z, x.w));
}
__hd_rand float2
curand_normal2(curandStatePhilox4_32_10_t *s)
{
	unsigned x = curand(s), y = curand(s);

	return __hd_rand_normal2(x, y);
}
__hd_rand float4
curand_normal4(curandStatePhilox4_32_10_t *s)
{
	uint4 x = curand4(s);
	float2 a = __hd_rand_normal2(x.x, x.y), b = __hd_rand_normal2(x.z, x.w);

	return make_float4(a.x, a.y, b.x, b.y);
}
__hd_rand double2
curand_normal2_double(curandStatePhilox4_32_10_t *s)
{
	uint4 x = curand4(s);

	return __hd_rand_normal2_double(x.x, x.y, x.z, x.w);
}

#endif
#endif
