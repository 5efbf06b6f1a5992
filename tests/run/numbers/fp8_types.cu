// fp8_types: both 8-bit formats: all of their numbers, and rounding to them.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_fp8.h>

__global__ void
decode(float *out)
{
	int t = threadIdx.x;
	__nv_fp8_e4m3 a;
	__nv_fp8_e5m2 b;
	a.__x = (__nv_fp8_storage_t)t;
	b.__x = (__nv_fp8_storage_t)t;
	float x = (float)a, y = (float)b;
	out[t] = x != x ? -1000.0f : x;
	out[256 + t] = y != y ? -100000.0f : y;
}

__global__ void
encode(unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, s = t * 2654435761u;
	unsigned r = next_random(s) << 8 ^ next_random(s);
	float f = __uint_as_float(t % 4 ? (r & 0x87ffffff) + 0x3a000000 : r);
	float2 p = make_float2(f, -f * 3);
	unsigned *o = out + t * 4;
	o[0] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3) << 24 |
	       __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3) << 16 |
	       __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2) << 8 |
	       __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2);
	o[1] = __nv_cvt_float2_to_fp8x2(p, __NV_SATFINITE, __NV_E4M3) << 16 |
	       (f != f ? 1 : __nv_cvt_double_to_fp8((double)f * 1.0001, __NV_NOSAT, __NV_E5M2));
	o[2] = __nv_fp8_e4m3(__float2half(f)).__x << 8 |
	       __nv_fp8_e5m2(__float2bfloat16(f)).__x;
	__nv_fp8x4_e4m3 q(make_float4(f, 1.0f, -f, 0.3f));
	float4 back = (float4)q;
	o[3] = q.__x ^ (unsigned)(int)(back.x + back.y * 3 + back.w * 100);
}

int
main()
{
	float *d = device_array<float>(512);
	decode<<<1, 256>>>(d);
	unsigned *e = device_array<unsigned>(4 * 16384);
	encode<<<64, 256>>>(e);
	SYNC();
	std::vector<float> h = to_host(d, 512);
	for (int i = 0; i < 512; i += 37)
		printf("%g ", h[i]);
	printf("\n%08x\n", checksum(h.data(), h.size() * 4));
	std::vector<unsigned> g = to_host(e, 4 * 16384);
	for (int k = 0; k < 4; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < 16384; t++)
			column.push_back(g[t * 4 + k]);
		printf("%d: %08x\n", k, checksum(column.data(), column.size() * 4));
	}
	return 0;
}
