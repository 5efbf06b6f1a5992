// fp4_types: the 4-bit format: all of its numbers, and rounding to them.
// flags: --heddle-quick
// out: host code of the same program; short values by hand
#include <cuda_fp4.h>

#include "small_types.h"

#define OF(type, text)                                                                 \
	static __host__ __device__ __nv_fp4_storage_t                                  \
	of(type x, cudaRoundMode mode = cudaRoundNearest)                              \
	{                                                                              \
		return __nv_cvt_##text##_to_fp4(x, __NV_E2M1, mode);                   \
	}
#define OF2(type, text)                                                                \
	static __host__ __device__ __nv_fp4x2_storage_t                                \
	of(type x)                                                                     \
	{                                                                              \
		return __nv_cvt_##text##_to_fp4x2(x, __NV_E2M1, cudaRoundNearest);     \
	}

struct e2m1 {
	enum { apart = 4 };
	using one = __nv_fp4_e2m1;
	using two = __nv_fp4x2_e2m1;
	using four = __nv_fp4x4_e2m1;
	OF(double, double)
	OF(float, float)
	OF(__half_raw, halfraw)
	OF(__nv_bfloat16_raw, bfloat16raw)
	OF2(double2, double2)
	OF2(float2, float2)
	OF2(__half2_raw, halfraw2)
	OF2(__nv_bfloat162_raw, bfloat16raw2)
	static __host__ __device__ __half_raw
	half_of(__nv_fp4_storage_t x)
	{
		return __nv_cvt_fp4_to_halfraw(x, __NV_E2M1);
	}
	static __host__ __device__ __half2_raw
	halves(__nv_fp4x2_storage_t x)
	{
		return __nv_cvt_fp4x2_to_halfraw2(x, __NV_E2M1);
	}
};

static_assert(sizeof(__nv_fp4_e2m1) == 1 && alignof(__nv_fp4_e2m1) == 1, "one");
static_assert(sizeof(__nv_fp4x2_e2m1) == 1 && alignof(__nv_fp4x2_e2m1) == 1, "two");
static_assert(sizeof(__nv_fp4x4_e2m1) == 2 && alignof(__nv_fp4x4_e2m1) == 2, "four");

int
main()
{
	numbers n(2, 1, 1);
	for (double x : n.size)
		printf("%g ", x);
	printf("\n");
	test_kind<e2m1>("e2m1", n);
	printf("%#x %#x\n", __nv_fp4x4_e2m1(make_float4(1, -6, 0.5f, -0.0f)).__x,
	       __nv_fp4x4_e2m1(make_float4(2.5f, 3.5f, 5, NAN)).__x);
	return 0;
}
