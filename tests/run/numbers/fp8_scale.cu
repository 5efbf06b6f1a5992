// fp8_scale: e8m0, powers of two in eight bits: every conversion against the definition.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_fp8.h>
#include <math.h>

// The power of two at or above (up) |x| or at or below it, as the number of its exponent.
static int
want(double x, bool up, bool saturate)
{
	if (isnan(x))
		return 255;
	if (x == 0)
		return 0;
	int e;
	double m = isinf(x) ? 0.75 : frexp(fabs(x), &e);
	e = isinf(x) ? 1000 : up && m > 0.5 ? e : e - 1;
	if (e > 127)
		return saturate ? 254 : 255;
	return e < -127 ? 0 : e + 127;
}

__global__ void
convert(const double *x, int *out, int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	out[6 * i] = __nv_cvt_double_to_e8m0(x[i], __NV_SATFINITE, cudaRoundPosInf);
	out[6 * i + 1] = __nv_cvt_double_to_e8m0(x[i], __NV_NOSAT, cudaRoundPosInf);
	out[6 * i + 2] = __nv_cvt_float_to_e8m0((float)x[i], __NV_SATFINITE, cudaRoundZero);
	out[6 * i + 3] = __nv_cvt_float_to_e8m0((float)x[i], __NV_NOSAT, cudaRoundZero);
	out[6 * i + 4] = __nv_fp8_e8m0((float)x[i]).__x;
	out[6 * i + 5] = __nv_cvt_float2_to_e8m0x2(make_float2(1, (float)x[i]), __NV_NOSAT,
						   cudaRoundPosInf);
}

__global__ void
back(float *f, unsigned short *b)
{
	__nv_fp8_e8m0 v;
	v.__x = threadIdx.x;
	f[threadIdx.x] = (float)v;
	b[threadIdx.x] = __nv_cvt_e8m0_to_bf16raw(v.__x).x;
}

// A pair and a quadruple, made of everything and read as everything; integers.
template <class Out>
static __host__ __device__ void
together(float a, float b, Out *out)
{
	__half2 h(a, b);
	__nv_bfloat162 g(a, b);
	__nv_fp8x2_e8m0 p(make_float2(a, b));
	__nv_fp8x4_e8m0 q(make_float4(a, b, b, a));
	float2 p2 = (float2)p;
	float4 q4 = (float4)q;
	__half2_raw h2 = (__half2)p;
	__nv_bfloat162_raw g2 = (__nv_bfloat162)p;
	Out *o = out;
	*o++ = p.__x | __nv_fp8x2_e8m0(h).__x << 16;
	*o++ = __nv_fp8x2_e8m0(g).__x | __nv_fp8x2_e8m0(make_double2(a, b)).__x << 16;
	*o++ = q.__x;
	*o++ = __nv_fp8x4_e8m0(double4{a, b, b, a}).__x;
	*o++ = __nv_fp8x4_e8m0(h, h).__x;
	*o++ = __nv_fp8x4_e8m0(g, g).__x;
	*o++ = p2.x == q4.x && p2.y == q4.y && p2.y == q4.z && p2.x == q4.w;
	*o++ = (unsigned)h2.x | (unsigned)h2.y << 16;
	*o++ = (unsigned)g2.x | (unsigned)g2.y << 16;
	*o++ = (unsigned)(int)p2.x + 1000 * (unsigned)(int)p2.y;
	__nv_fp8_e8m0 v(a);
	*o++ = (signed char)v;
	*o++ = (unsigned)(short)v + (unsigned char)v + (bool)v;
	*o++ = (unsigned)((long long)v + (int)v);
	*o++ = __nv_fp8_e8m0((unsigned)a).__x;
}

__global__ void
together_kernel(float a, float b, unsigned *out)
{
	together(a, b, out);
}

int
main()
{
	std::vector<double> x = {0.0, -0.0, 1, -1, 1.5, 2, 2.000001, 3, -1e-40, 1e-38, 1e38,
				 3e38, INFINITY, -INFINITY, NAN, 0x1p-127, 0x1p-126, 0x1p127,
				 0x1.8p127, 0x1.000002p-127, 7, 8, 9, 1e-44};
	int n = (int)x.size(), wrong = 0;
	double *dx = to_device(x);
	int *out = device_array<int>(6 * n);
	convert<<<1, 32>>>(dx, out, n);
	SYNC();
	std::vector<int> got = to_host(out, 6 * n);
	for (int i = 0; i < n; i++) {
		double f = (float)x[i];
		int w[] = {want(x[i], true, true), want(x[i], true, false),
			   want(f, false, true),   want(f, false, false),
			   want(f, true, true),    127 | want(f, true, false) << 8};
		for (int k = 0; k < 6; k++)
			if (got[6 * i + k] != w[k]) {
				printf("%g, %d: %d, not %d\n", x[i], k, got[6 * i + k], w[k]);
				wrong++;
			}
	}
	printf("from: %d wrong; 3 is %d or %d\n", wrong, got[6 * 7], got[6 * 7 + 2]);

	float *f = device_array<float>(256);
	unsigned short *b = device_array<unsigned short>(256);
	back<<<1, 256>>>(f, b);
	SYNC();
	std::vector<float> gf = to_host(f, 256);
	std::vector<unsigned short> gb = to_host(b, 256);
	wrong = !isnan(gf[255]) || (gb[255] & 0x7f) == 0 || (gb[255] & 0x7f80) != 0x7f80;
	for (int i = 0; i < 255; i++) {
		float up = ldexpf(1, i - 127);
		unsigned bits;
		memcpy(&bits, &up, sizeof bits);
		wrong += gf[i] != up || gb[i] != bits >> 16;
	}
	printf("to: %d wrong\n", wrong);

	// 3 is 4 (129), 200 is 256 (135).
	std::vector<unsigned> here(14), w = {
		0x87818781, 0x87818781, 0x81878781, 0x81878781, 0x87818781, 0x87818781, 1,
		0x5c004400, 0x43804080, 256004, 4, 9, 8, 129};
	unsigned *there = device_array<unsigned>(14);
	together(3, 200, here.data());
	together_kernel<<<1, 1>>>(3, 200, there);
	SYNC();
	same("together, on the host", here, w);
	same("together, in a kernel", to_host(there, 14), w);
	printf("clamped: %d %d\n", (int)(signed char)__nv_fp8_e8m0(200), (int)__nv_fp8_e8m0(1e20));
}
