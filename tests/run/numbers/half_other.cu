// half_other: from half to bfloat16 and back, and quadruples of fp8 from pairs of either.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "../test.h"

template <typename To, typename From>
__global__ void
convert(To *to, const From *from, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		to[i] = static_cast<To>(from[i]);
}

__global__ void
pack(unsigned *out, float x)
{
	__half2 h(__half(x), __half(-x));
	__nv_bfloat162 b(__nv_bfloat16(2 * x), __nv_bfloat16(0.5f));
	out[0] = __nv_fp8x4_e4m3(h, __half2(__half(1.0f), __half(3.0f))).__x;
	out[1] = __nv_fp8x4_e5m2(b, b).__x;
	out[2] = __nv_fp8x4_e4m3(double4{x, 2, -3, 4}).__x;
}

int
main()
{
	std::vector<__half> h;
	for (float x : {1.5f, -0.3f, 65504.0f, 1e-7f, 0.0f, 3.140625f})
		h.push_back(__half(x));
	int n = (int)h.size();
	__half *a = to_device(h), *c = device_array<__half>(n);
	__nv_bfloat16 *b = device_array<__nv_bfloat16>(n);
	convert<<<1, 32>>>(b, a, n);
	convert<<<1, 32>>>(c, b, n);
	SYNC();
	auto there = to_host(b, n);
	auto back = to_host(c, n);
	for (int i = 0; i < n; i++)
		printf("%g %g %g\n", (float)h[i], (float)there[i], (float)back[i]);
	unsigned *q = device_array<unsigned>(3);
	pack<<<1, 1>>>(q, 1.25f);
	SYNC();
	for (unsigned x : to_host(q, 3))
		printf("%08x\n", x);
	return 0;
}
