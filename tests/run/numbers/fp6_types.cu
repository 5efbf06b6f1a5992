// fp6_types: both 6-bit formats: all of their numbers, and rounding to them.
// flags: --heddle-quick
// out: host code of the same program; short values by hand
#include <cuda_fp6.h>

#include "small_types.h"

#define FORMAT(name, kind, t1, t2, t4)                                                 \
	struct name {                                                                  \
		enum { apart = 8 };                                                    \
		using one = t1;                                                        \
		using two = t2;                                                        \
		using four = t4;                                                       \
		OF(double, double, kind)                                               \
		OF(float, float, kind)                                                 \
		OF(__half_raw, halfraw, kind)                                          \
		OF(__nv_bfloat16_raw, bfloat16raw, kind)                               \
		OF2(double2, double2, kind)                                            \
		OF2(float2, float2, kind)                                              \
		OF2(__half2_raw, halfraw2, kind)                                       \
		OF2(__nv_bfloat162_raw, bfloat16raw2, kind)                            \
		static __host__ __device__ __half_raw                                  \
		half_of(__nv_fp6_storage_t x)                                          \
		{                                                                      \
			return __nv_cvt_fp6_to_halfraw(x, kind);                       \
		}                                                                      \
		static __host__ __device__ __half2_raw                                 \
		halves(__nv_fp6x2_storage_t x)                                         \
		{                                                                      \
			return __nv_cvt_fp6x2_to_halfraw2(x, kind);                    \
		}                                                                      \
	};
#define OF(type, text, kind)                                                           \
	static __host__ __device__ __nv_fp6_storage_t                                  \
	of(type x, cudaRoundMode mode = cudaRoundNearest)                              \
	{                                                                              \
		return __nv_cvt_##text##_to_fp6(x, kind, mode);                        \
	}
#define OF2(type, text, kind)                                                          \
	static __host__ __device__ __nv_fp6x2_storage_t                                \
	of(type x)                                                                     \
	{                                                                              \
		return __nv_cvt_##text##_to_fp6x2(x, kind, cudaRoundNearest);          \
	}

FORMAT(e2m3, __NV_E2M3, __nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3)
FORMAT(e3m2, __NV_E3M2, __nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2)

static_assert(sizeof(__nv_fp6_e2m3) == 1 && alignof(__nv_fp6_e3m2) == 1, "one");
static_assert(sizeof(__nv_fp6x2_e2m3) == 2 && alignof(__nv_fp6x2_e3m2) == 2, "two");
static_assert(sizeof(__nv_fp6x4_e2m3) == 4 && alignof(__nv_fp6x4_e3m2) == 4, "four");

int
main()
{
	test_kind<e2m3>("e2m3", numbers(2, 3, 1));
	test_kind<e3m2>("e3m2", numbers(3, 2, 3));
	printf("%#x %#x\n", __nv_fp6x4_e2m3(make_float4(1, -7.5f, 0.125f, -0.0f)).__x,
	       __nv_fp6x4_e3m2(make_float4(1, -28, 0.0625f, NAN)).__x);
	return 0;
}
