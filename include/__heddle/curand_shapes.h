/* SPDX-License-Identifier: Apache-2.0 */
/* Distributions that all generators have in the same way, for curand_kernel.h. */
#ifndef __HEDDLE_CURAND_SHAPES_H__
#define __HEDDLE_CURAND_SHAPES_H__

/* Normal numbers come in pairs: the second one waits in the state. */
template <class State> __hd_rand float
curand_normal(State *s)
{
	if (s->boxmuller_flag) {
		s->boxmuller_flag = 0;
		return s->boxmuller_extra;
	}
	float2 v = curand_normal2(s);

	s->boxmuller_extra = v.y;
	s->boxmuller_flag = 1;
	return v.x;
}
template <class State> __hd_rand double
curand_normal_double(State *s)
{
	if (s->boxmuller_flag_double) {
		s->boxmuller_flag_double = 0;
		return s->boxmuller_extra_double;
	}
	double2 v = curand_normal2_double(s);

	s->boxmuller_extra_double = v.y;
	s->boxmuller_flag_double = 1;
	return v.x;
}

template <class State> __hd_rand float
curand_log_normal(State *s, float mean, float deviation)
{
	return expf(mean + deviation * curand_normal(s));
}
template <class State> __hd_rand double
curand_log_normal_double(State *s, double mean, double deviation)
{
	return exp(mean + deviation * curand_normal_double(s));
}
template <class State> __hd_rand float2
curand_log_normal2(State *s, float mean, float deviation)
{
	float2 v = curand_normal2(s);

	return make_float2(expf(mean + deviation * v.x), expf(mean + deviation * v.y));
}
template <class State> __hd_rand double2
curand_log_normal2_double(State *s, double mean, double deviation)
{
	double2 v = curand_normal2_double(s);

	return make_double2(exp(mean + deviation * v.x), exp(mean + deviation * v.y));
}
template <class State> __hd_rand float4
curand_log_normal4(State *s, float mean, float deviation)
{
	float4 v = curand_normal4(s);

	return make_float4(expf(mean + deviation * v.x), expf(mean + deviation * v.y),
	                   expf(mean + deviation * v.z), expf(mean + deviation * v.w));
}

/* Events in time lambda, counted by their distances; the distribution is cuRAND's, the
 * sequence is not. */
template <class State> __hd_rand unsigned int
curand_poisson(State *s, double lambda)
{
	unsigned n = 0;

	while (lambda > 0) {
		double part = lambda < 500 ? lambda : 500, end = exp(-part), p = 1;

		while ((p *= curand_uniform_double(s)) > end)
			n++;
		lambda -= part;
	}
	return n;
}

#endif
