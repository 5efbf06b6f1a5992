/* SPDX-License-Identifier: Apache-2.0 */
/* An 8-bit type with its pair and quadruple. Included once per type with __hd_T, __hd_T2,
 * __hd_T4, __hd_kind defined; no guard. */

struct __hd_T {
	__nv_fp8_storage_t __x;

	__hd_T() = default;
#define __hd_from(T, convert) \
	__host__ __device__ explicit __hd_T(const T v) \
	: __x(__nv_cvt_double_to_fp8((double)convert(v), __NV_SATFINITE, __hd_kind)) { }
	__hd_from(float, float)
	__hd_from(double, double)
	__hd_from(__half, __half2float)
	__hd_from(__nv_bfloat16, __bfloat162float)
	__hd_from(short, __hd_exact)
	__hd_from(unsigned short, __hd_exact)
	__hd_from(int, __hd_exact)
	__hd_from(unsigned, __hd_exact)
	__hd_from(long, __hd_exact)
	__hd_from(unsigned long, __hd_exact)
	__hd_from(long long, __hd_exact)
	__hd_from(unsigned long long, __hd_exact)
#undef __hd_from
	__host__ __device__ explicit operator float() const
	{
		return __hd_fp8_to_float(__x, __hd_kind);
	}
	__host__ __device__ explicit operator double() const { return (float)*this; }
	__host__ __device__ explicit operator __half() const { return __half((float)*this); }
	__host__ __device__ explicit operator __nv_bfloat16() const
	{
		return __nv_bfloat16((float)*this);
	}
	__host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }
#define __hd_to(T) \
	__host__ __device__ explicit operator T() const \
	{ \
		return __hd_to_integer<T>((float)*this, __hd_rz); \
	}
	__hd_to(signed char)
	__hd_to(unsigned char)
	__hd_to(short)
	__hd_to(unsigned short)
	__hd_to(int)
	__hd_to(unsigned)
	__hd_to(long)
	__hd_to(unsigned long)
	__hd_to(long long)
	__hd_to(unsigned long long)
#undef __hd_to
};

struct __attribute__((aligned(2))) __hd_T2 {
	__nv_fp8x2_storage_t __x;

	__hd_T2() = default;
	__host__ __device__ explicit __hd_T2(const float2 v)
	: __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, __hd_kind)) { }
	__host__ __device__ explicit __hd_T2(const double2 v)
	: __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, __hd_kind)) { }
	__host__ __device__ explicit __hd_T2(const __half2 v)
	: __hd_T2(__half22float2(v)) { }
	__host__ __device__ explicit __hd_T2(const __nv_bfloat162 v)
	: __hd_T2(__bfloat1622float2(v)) { }
	__host__ __device__ explicit operator float2() const
	{
		return make_float2(__hd_fp8_to_float((__nv_fp8_storage_t)__x, __hd_kind),
		                   __hd_fp8_to_float((__nv_fp8_storage_t)(__x >> 8),
		                                     __hd_kind));
	}
	__host__ __device__ explicit operator __half2() const
	{
		return __float22half2_rn((float2)*this);
	}
};

struct __attribute__((aligned(4))) __hd_T4 {
	__nv_fp8x4_storage_t __x;

	__hd_T4() = default;
	__host__ __device__ explicit __hd_T4(const float4 v)
	: __x((unsigned)__nv_cvt_float2_to_fp8x2(make_float2(v.x, v.y), __NV_SATFINITE,
	                                         __hd_kind) |
	      (unsigned)__nv_cvt_float2_to_fp8x2(make_float2(v.z, v.w), __NV_SATFINITE,
	                                         __hd_kind) << 16) { }
	__host__ __device__ explicit __hd_T4(const double4 v)
	: __x((unsigned)__nv_cvt_double2_to_fp8x2(make_double2(v.x, v.y), __NV_SATFINITE,
	                                          __hd_kind) |
	      (unsigned)__nv_cvt_double2_to_fp8x2(make_double2(v.z, v.w), __NV_SATFINITE,
	                                          __hd_kind) << 16) { }
	__host__ __device__ explicit __hd_T4(const __half2 low, const __half2 high)
	: __x((unsigned)__hd_T2(low).__x | (unsigned)__hd_T2(high).__x << 16) { }
	__host__ __device__ explicit __hd_T4(const __nv_bfloat162 low,
	                                     const __nv_bfloat162 high)
	: __x((unsigned)__hd_T2(low).__x | (unsigned)__hd_T2(high).__x << 16) { }
	__host__ __device__ explicit operator float4() const
	{
		__hd_T2 low, high;
		low.__x = (__nv_fp8x2_storage_t)__x;
		high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
		float2 a = (float2)low, b = (float2)high;
		return make_float4(a.x, a.y, b.x, b.y);
	}
};
#undef __hd_T
#undef __hd_T2
#undef __hd_T4
#undef __hd_kind
