/* SPDX-License-Identifier: Apache-2.0 */
/* A 16-bit type and its pair. Included once per type with __hd_T, __hd_T2, __hd_raw,
 * __hd_raw2, __hd_other (the other such type), __hd_to_float(bits), __hd_of_float(x), __hd_of_double(x), __hd_format_of
 * defined; no guard. */

struct __hd_other;

typedef struct __attribute__((aligned(2))) {
	unsigned short x;
} __hd_raw;

typedef struct __attribute__((aligned(4))) {
	unsigned short x, y;
} __hd_raw2;

struct __attribute__((aligned(2))) __hd_T {
protected:
	unsigned short __x;

public:
	__hd_T() = default;
	__host__ __device__ constexpr __hd_T(const __hd_raw &r) : __x(r.x) { }
	__host__ __device__ __hd_T &
	operator=(const __hd_raw &r)
	{
		__x = r.x;
		return *this;
	}
	__host__ __device__ volatile __hd_T &
	operator=(const __hd_raw &r) volatile
	{
		__x = r.x;
		return *this;
	}
	__host__ __device__ volatile __hd_T &
	operator=(const volatile __hd_raw &r) volatile
	{
		__x = r.x;
		return *this;
	}
	__host__ __device__ constexpr operator __hd_raw() const
	{
		return __hd_raw{__x};
	}
	__host__ __device__ operator __hd_raw() const volatile { return __hd_raw{__x}; }
	static __host__ __device__ __forceinline__ __hd_T
	__hd_make(unsigned bits)
	{
		return __hd_T(__hd_raw{(unsigned short)bits});
	}
	__host__ __device__ __forceinline__ unsigned short __hd_bits() const { return __x; }

	__host__ __device__ __hd_T(const float v) : __x(__hd_of_float(v)) { }
	__host__ __device__ __hd_T(const double v) : __x(__hd_of_double(v)) { }
	__host__ __device__ explicit __hd_T(const __hd_other v); /* half_both.h */
	__host__ __device__ operator float() const { return __hd_to_float(__x); }

#define __hd_integer_type(T) \
	__host__ __device__ __hd_T(const T v) \
	: __x((unsigned short)__hd_round_to(__hd_exact(v), __hd_format_of(), __hd_rn, \
	                                    false)) { } \
	__host__ __device__ __hd_T &operator=(const T v) { return *this = __hd_T(v); } \
	__host__ __device__ operator T() const \
	{ \
		return __hd_to_integer<T>(__hd_to_float(__x), __hd_rz); \
	}
	__hd_integer_type(short)
	__hd_integer_type(unsigned short)
	__hd_integer_type(int)
	__hd_integer_type(unsigned int)
	__hd_integer_type(long)
	__hd_integer_type(unsigned long)
	__hd_integer_type(long long)
	__hd_integer_type(unsigned long long)
#undef __hd_integer_type
	__host__ __device__ __hd_T &operator=(const float v) { return *this = __hd_T(v); }
	__host__ __device__ __hd_T &operator=(const double v) { return *this = __hd_T(v); }
	__host__ __device__ operator char() const
	{
		return __hd_to_integer<char>(__hd_to_float(__x), __hd_rz);
	}
	__host__ __device__ operator signed char() const
	{
		return __hd_to_integer<signed char>(__hd_to_float(__x), __hd_rz);
	}
	__host__ __device__ operator unsigned char() const
	{
		return __hd_to_integer<unsigned char>(__hd_to_float(__x), __hd_rz);
	}
	__host__ __device__ constexpr operator bool() const { return (__x & 0x7fff) != 0; }
};

struct __attribute__((aligned(4))) __hd_T2 {
	__hd_T x, y;

	__hd_T2() = default;
	__host__ __device__ constexpr __hd_T2(const __hd_T &a, const __hd_T &b) : x(a), y(b) { }
	__host__ __device__ __hd_T2(const __hd_raw2 &r)
	: x(__hd_T::__hd_make(r.x)), y(__hd_T::__hd_make(r.y)) { }
	__host__ __device__ operator __hd_raw2() const
	{
		return __hd_raw2{x.__hd_bits(), y.__hd_bits()};
	}
};
