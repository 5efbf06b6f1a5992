/* SPDX-License-Identifier: Apache-2.0 */
/* Geometry and functions of float vectors, for helper_math.h. */
#ifndef __HEDDLE_HELPER_VECTOR_FLOAT_H__
#define __HEDDLE_HELPER_VECTOR_FLOAT_H__

__hd_vec float lerp(float a, float b, float t) { return a + t * (b - a); }
__hd_vec float fracf(float v) { return v - floorf(v); }
__hd_vec float
smoothstep(float a, float b, float x)
{
	float y = clamp((x - a) / (b - a), 0.0f, 1.0f);

	return y * y * (3.0f - 2.0f * y);
}

/* A function of floats on each element. */
#define __hd_map1(name, f) \
	__hd_vec float2 name(float2 v) { return make_float2(f(v.x), f(v.y)); } \
	__hd_vec float3 name(float3 v) { return make_float3(f(v.x), f(v.y), f(v.z)); } \
	__hd_vec float4 name(float4 v) { return make_float4(f(v.x), f(v.y), f(v.z), f(v.w)); }
__hd_map1(floorf, ::floorf)
__hd_map1(fracf, fracf)
__hd_map1(fabs, ::fabsf)
#undef __hd_map1

#define __hd_geometry(F) \
	__hd_vec F lerp(F a, F b, float t) { return a + t * (b - a); } \
	__hd_vec float length(F v) { return sqrtf(dot(v, v)); } \
	__hd_vec F normalize(F v) { return v * rsqrtf(dot(v, v)); }
__hd_geometry(float2)
__hd_geometry(float3)
__hd_geometry(float4)
#undef __hd_geometry

__hd_vec float2
fmodf(float2 a, float2 b)
{
	return make_float2(::fmodf(a.x, b.x), ::fmodf(a.y, b.y));
}
__hd_vec float3
fmodf(float3 a, float3 b)
{
	return make_float3(::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z));
}
__hd_vec float4
fmodf(float4 a, float4 b)
{
	return make_float4(::fmodf(a.x, b.x), ::fmodf(a.y, b.y), ::fmodf(a.z, b.z),
	                   ::fmodf(a.w, b.w));
}
__hd_vec float2
fminf(float2 a, float2 b)
{
	return min(a, b);
}
__hd_vec float3 fminf(float3 a, float3 b) { return min(a, b); }
__hd_vec float4 fminf(float4 a, float4 b) { return min(a, b); }
__hd_vec float2 fmaxf(float2 a, float2 b) { return max(a, b); }
__hd_vec float3 fmaxf(float3 a, float3 b) { return max(a, b); }
__hd_vec float4 fmaxf(float4 a, float4 b) { return max(a, b); }

__hd_vec int2 abs(int2 v) { return make_int2(::abs(v.x), ::abs(v.y)); }
__hd_vec int3 abs(int3 v) { return make_int3(::abs(v.x), ::abs(v.y), ::abs(v.z)); }
__hd_vec int4
abs(int4 v)
{
	return make_int4(::abs(v.x), ::abs(v.y), ::abs(v.z), ::abs(v.w));
}

__hd_vec float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
__hd_vec float3
cross(float3 a, float3 b)
{
	return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
	                   a.x * b.y - a.y * b.x);
}

#define __hd_smooth(F) \
	__hd_vec F smoothstep(F a, F b, F x) \
	{ \
		F y = clamp((x - a) / (b - a), 0.0f, 1.0f); \
		return y * y * (3.0f - 2.0f * y); \
	}
__hd_smooth(float2)
__hd_smooth(float3)
__hd_smooth(float4)
#undef __hd_smooth

#endif
