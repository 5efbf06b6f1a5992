// dim3_types: dim3 and vector types on the host: defaults, conversions, sizes,
// alignment.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// As headers of programs declare them again for editors.
#ifndef __CUDA_ARCH__
extern const uint3 threadIdx;
extern const dim3 blockDim;
#endif

#define SHOW(T) printf(#T " %zu/%zu\n", sizeof(T), alignof(T))

static unsigned
volume(dim3 d)
{
	return d.x * d.y * d.z;
}

int
main()
{
	dim3 a, b(7), c(2, 3), d(2, 3, 4), e = 5;
	uint3 u = make_uint3(3, 2, 1);
	dim3 f = u;
	uint3 g = d;
	printf("%u %u %u %u %u %u %u\n", volume(a), volume(b), volume(c), volume(d),
	       volume(e), volume(f), g.x * 100 + g.y * 10 + g.z);
	SHOW(char1);
	SHOW(uchar1);
	SHOW(char2);
	SHOW(char3);
	SHOW(char4);
	SHOW(uchar4);
	SHOW(short1);
	SHOW(short2);
	SHOW(short3);
	SHOW(short4);
	SHOW(ushort4);
	SHOW(int1);
	SHOW(int2);
	SHOW(int3);
	SHOW(int4);
	SHOW(uint2);
	SHOW(uint3);
	SHOW(uint4);
	SHOW(long1);
	SHOW(long2);
	SHOW(ulong2);
	SHOW(long3);
	SHOW(longlong1);
	SHOW(longlong2);
	SHOW(longlong3);
	SHOW(ulonglong2);
	SHOW(float1);
	SHOW(float2);
	SHOW(float3);
	SHOW(float4);
	SHOW(double1);
	SHOW(double2);
	SHOW(double3);
	SHOW(dim3);
	static_assert(sizeof(cudaError_t) == 4, "");
}
