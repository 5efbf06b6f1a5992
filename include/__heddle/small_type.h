/* SPDX-License-Identifier: Apache-2.0 */
/* A type of 8 bits or less with its pair and quadruple. Included once per type with
 * __hd_T, __hd_T2, __hd_T4, __hd_kind defined, and for all of a header __hd_name
 * (fp8 ...), __hd_apart (bits from one number of a pair to the next),
 * __hd_encode(double), __hd_decode(bits), __hd_nonzero(bits); no guard. */

#define __hd_paste_(a, b, c) a##b##c
#define __hd_paste(a, b, c) __hd_paste_(a, b, c)
#define __hd_bits __hd_paste(__nv_, __hd_name, _storage_t)
#define __hd_bits2 __hd_paste(__nv_, __hd_name, x2_storage_t)
#define __hd_bits4 __hd_paste(__nv_, __hd_name, x4_storage_t)

struct __hd_T {
	__hd_bits __x;

	__hd_T() = default;
#define __hd_from(T, convert) \
	__host__ __device__ explicit __hd_T(const T v) \
	: __x(__hd_encode((double)convert(v))) { }
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
	__host__ __device__ explicit operator float() const { return __hd_decode(__x); }
	__host__ __device__ explicit operator double() const { return (float)*this; }
	__host__ __device__ explicit operator __half() const { return __half((float)*this); }
	__host__ __device__ explicit operator __nv_bfloat16() const
	{
		return __nv_bfloat16((float)*this);
	}
	__host__ __device__ explicit operator bool() const { return __hd_nonzero(__x); }
#define __hd_to(T) \
	__host__ __device__ explicit operator T() const \
	{ \
		return __hd_to_integer<T>((float)*this, __hd_rz); \
	}
	__hd_to(char)
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

struct __hd_T2 {
	__hd_bits2 __x;

	__hd_T2() = default;
	__host__ __device__ explicit __hd_T2(const double2 v)
	: __x((__hd_bits2)(__hd_encode(v.x) | __hd_encode(v.y) << __hd_apart)) { }
	__host__ __device__ explicit __hd_T2(const float2 v)
	: __hd_T2(make_double2((double)v.x, (double)v.y)) { }
	__host__ __device__ explicit __hd_T2(const __half2 v)
	: __hd_T2(__half22float2(v)) { }
	__host__ __device__ explicit __hd_T2(const __nv_bfloat162 v)
	: __hd_T2(__bfloat1622float2(v)) { }
	__host__ __device__ explicit operator float2() const
	{
		return make_float2(__hd_decode(__x), __hd_decode(__x >> __hd_apart));
	}
	__host__ __device__ explicit operator __half2() const
	{
		return __float22half2_rn((float2)*this);
	}
	__host__ __device__ explicit operator __nv_bfloat162() const
	{
		return __float22bfloat162_rn((float2)*this);
	}
};

struct __hd_T4 {
	__hd_bits4 __x;

	__hd_T4() = default;
	__host__ __device__ explicit __hd_T4(const double4 v)
	: __hd_T4(__hd_T2(make_double2(v.x, v.y)), __hd_T2(make_double2(v.z, v.w))) { }
	__host__ __device__ explicit __hd_T4(const float4 v)
	: __hd_T4(__hd_T2(make_float2(v.x, v.y)), __hd_T2(make_float2(v.z, v.w))) { }
	__host__ __device__ explicit __hd_T4(const __half2 low, const __half2 high)
	: __hd_T4(__hd_T2(low), __hd_T2(high)) { }
	__host__ __device__ explicit __hd_T4(const __nv_bfloat162 low,
	                                     const __nv_bfloat162 high)
	: __hd_T4(__hd_T2(low), __hd_T2(high)) { }
	__host__ __device__ explicit operator float4() const
	{
		return make_float4(__hd_decode(__x), __hd_decode(__x >> __hd_apart),
		                   __hd_decode(__x >> 2 * __hd_apart),
		                   __hd_decode(__x >> 3 * __hd_apart));
	}

private:
	__host__ __device__ explicit __hd_T4(const __hd_T2 low, const __hd_T2 high)
	: __x((__hd_bits4)((unsigned)low.__x |
	                   (unsigned)high.__x << 2 * __hd_apart)) { }
};
#undef __hd_paste
#undef __hd_paste_
#undef __hd_bits
#undef __hd_bits2
#undef __hd_bits4
#undef __hd_T
#undef __hd_T2
#undef __hd_T4
#undef __hd_kind
