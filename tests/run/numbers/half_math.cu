// half_math: mathematics of half and bfloat16 within two units of the last place of the
// exact result, on all 65536 numbers; shuffles and atomics.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { FUNCTIONS = 14 };

static double
exact(int f, double x)
{
	switch (f) {
	case 0: return ceil(x);
	case 1: return floor(x);
	case 2: return trunc(x);
	case 3: return rint(x);
	case 4: return sqrt(x);
	case 5: return 1 / sqrt(x);
	case 6: return 1 / x;
	case 7: return exp(x);
	case 8: return exp2(x);
	case 9: return pow(10, x);
	case 10: return log(x);
	case 11: return log2(x);
	case 12: return log10(x);
	default: return tanh(x);
	}
}

template <class T>
__device__ void
functions(T x, T *o)
{
	o[0] = hceil(x);
	o[1] = hfloor(x);
	o[2] = htrunc(x);
	o[3] = hrint(x);
	o[4] = hsqrt(x);
	o[5] = hrsqrt(x);
	o[6] = hrcp(x);
	o[7] = hexp(x);
	o[8] = hexp2(x);
	o[9] = hexp10(x);
	o[10] = hlog(x);
	o[11] = hlog2(x);
	o[12] = hlog10(x);
	o[13] = htanh(x);
}

__global__ void
halves(__half *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	functions(__ushort_as_half((unsigned short)t), out + t * FUNCTIONS);
}

__global__ void
bfloats(__nv_bfloat16 *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	functions(__ushort_as_bfloat16((unsigned short)t), out + t * FUNCTIONS);
}

// How far two numbers are apart, counted in numbers between them.
static int
apart(unsigned short a, unsigned short b)
{
	int x = a & 0x8000 ? -(a & 0x7fff) : a, y = b & 0x8000 ? -(b & 0x7fff) : b;
	return abs(x - y);
}

template <class T, class F, class G>
static void
check(const char *name, const T *d, F number, G pattern)
{
	std::vector<T> h = to_host(d, 65536 * FUNCTIONS);
	for (int f = 0; f < FUNCTIONS; f++) {
		int worst = 0;
		for (unsigned i = 0; i < 65536; i++) {
			double x = (float)number((unsigned short)i), want = exact(f, x);
			T got = h[i * FUNCTIONS + f];
			if (std::isnan(want)) {
				if (!std::isnan((float)got))
					worst = 1 << 20;
				continue;
			}
			int n = apart(pattern(T(want)), pattern(got));
			worst = n > worst ? n : worst;
		}
		printf("%s %d: %s\n", name, f, worst <= (f < 5 ? 0 : 2) ? "OK" : "WRONG");
	}
}

__global__ void
shuffles(float *out, __half *sum, __half2 *sum2, __nv_bfloat16 *bsum)
{
	int t = threadIdx.x;
	__half h = __int2half_rn(t), m = __float2half(-1.0f);
	__half2 p(__float2half(t * 0.5f), __float2half(-t));
	__nv_bfloat16 b = __int2bfloat16_rn(t);
	if (t % 2)
		m = __shfl_down_sync(0xaaaaaaaau, h, 4);
	p = __shfl_xor_sync(0xffffffffu, p, 5);
	b = __shfl_sync(0xffffffffu, b, 3, 8);
	out[t] = (float)m * 10000 + (float)p.x * 100 + (float)p.y + (float)b;
	atomicAdd(sum, h);
	atomicAdd(sum2, __half2(h, __hneg(h)));
	atomicAdd(bsum, __nv_bfloat16(2));
}

int
main()
{
	__half *h = device_array<__half>(65536 * FUNCTIONS);
	__nv_bfloat16 *b = device_array<__nv_bfloat16>(65536 * FUNCTIONS);
	halves<<<256, 256>>>(h);
	bfloats<<<256, 256>>>(b);
	SYNC();
	check("half", h, [](unsigned short u) { return __ushort_as_half(u); },
	      [](__half v) { return __half_as_ushort(v); });
	check("bfloat16", b, [](unsigned short u) { return __ushort_as_bfloat16(u); },
	      [](__nv_bfloat16 v) { return __bfloat16_as_ushort(v); });

	float *f = device_array<float>(32);
	__half *sum = device_array<__half>(2);
	__half2 *sum2 = device_array<__half2>(1);
	__nv_bfloat16 *bsum = device_array<__nv_bfloat16>(2);
	shuffles<<<1, 32>>>(f, sum, sum2, bsum);
	SYNC();
	std::vector<float> v = to_host(f, 32);
	for (int t = 0; t < 32; t += 5)
		printf("%g ", v[t]);
	printf("%g %g %g %g\n", (float)to_host(sum, 1)[0], (float)to_host(sum2, 1)[0].x,
	       (float)to_host(sum2, 1)[0].y, (float)to_host(bsum, 1)[0]);
	return 0;
}
