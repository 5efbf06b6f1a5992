// vector_types: make_*, members, arrays and arguments of vector types in kernels, wide
// loads.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ float4
operator+(float4 a, float4 b)
{
	return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void
mix(const float4 *in, float4 *out, float4 add, int2 step, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 v = in[i] + add;
	float2 *pairs = reinterpret_cast<float2 *>(&v);
	float2 p = pairs[1];
	pairs[1] = make_float2(p.y * step.x, p.x * step.y);
	out[i] = v;
}

__global__ void
all_types(double *out)
{
	char4 c = make_char4(1, 2, 3, 4);
	uchar4 uc = make_uchar4(250, 251, 252, 253);
	short4 s = make_short4(-1, -2, -3, -4);
	ushort2 us = make_ushort2(65535, 1);
	int4 i = make_int4(1 << 20, -1, 0, 7);
	uint4 u = make_uint4(4000000000u, 1, 2, 3);
	long2 l = make_long2(-5, 5);
	longlong2 ll = make_longlong2(1ll << 40, -(1ll << 40));
	ulonglong2 ull = make_ulonglong2(1ull << 50, 9);
	float3 f = make_float3(1.5f, 2.5f, 3.5f);
	double2 d = make_double2(0.25, 0.125);
	uc.x += 10;
	s.w *= 100;
	int k = 0;
	out[k++] = c.x + c.y + c.z + c.w;
	out[k++] = uc.x + uc.y + uc.z + uc.w;
	out[k++] = s.x + s.y + s.z + s.w;
	out[k++] = us.x + us.y;
	out[k++] = i.x + i.y + i.z + i.w;
	out[k++] = (double)u.x + u.y + u.z + u.w;
	out[k++] = l.x - l.y;
	out[k++] = (double)(ll.x + ll.y + 1);
	out[k++] = (double)(ull.x + ull.y);
	out[k++] = f.x + f.y + f.z;
	out[k++] = d.x + d.y;
}

int
main()
{
	const int n = 300;
	std::vector<float4> in(n);
	for (int i = 0; i < n; i++)
		in[i] = make_float4(i, i + 1, i + 2, i + 3);
	float4 *di = to_device(in), *dout = device_array<float4>(n);
	mix<<<2, 150>>>(di, dout, make_float4(10, 20, 30, 40), make_int2(2, 3), n);
	SYNC();
	std::vector<float4> out = to_host(dout, n);
	int bad = 0;
	for (int i = 0; i < n; i++)
		bad += out[i].x != i + 10 || out[i].y != i + 21 ||
		       out[i].z != 2 * (i + 43) || out[i].w != 3 * (i + 32);
	printf("wrong: %d\n", bad);
	double *d = device_array<double>(11);
	all_types<<<1, 1>>>(d);
	SYNC();
	for (double v : to_host(d, 11))
		printf("%.17g\n", v);
}
