// intrin_round: arithmetic in the four rounding modes, float and double.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define FOUR(op, ...)                                                                  \
	op##_rn(__VA_ARGS__), op##_rz(__VA_ARGS__), op##_ru(__VA_ARGS__),              \
		op##_rd(__VA_ARGS__)

__global__ void
floats(const float *in, unsigned *out)
{
	float a = in[threadIdx.x * 3], b = in[threadIdx.x * 3 + 1],
	      c = in[threadIdx.x * 3 + 2];
	float r[] = {FOUR(__fadd, a, b), FOUR(__fsub, a, b),    FOUR(__fmul, a, b),
		     FOUR(__fdiv, a, b), FOUR(__fmaf, a, b, c), FOUR(__fsqrt, fabsf(b)),
		     FOUR(__frcp, b),    __frsqrt_rn(fabsf(b))};
	for (int i = 0; i < 29; i++)
		out[threadIdx.x * 29 + i] = __float_as_uint(r[i]);
}

__global__ void
doubles(const float *in, unsigned long long *out)
{
	double a = in[threadIdx.x * 3] / 3.0, b = in[threadIdx.x * 3 + 1],
	       c = in[threadIdx.x * 3 + 2] / 7.0;
	double r[] = {FOUR(__dadd, a, b), FOUR(__dsub, a, b),   FOUR(__dmul, a, b),
		      FOUR(__ddiv, a, b), FOUR(__fma, a, b, c), FOUR(__dsqrt, fabs(b)),
		      FOUR(__drcp, b)};
	for (int i = 0; i < 28; i++)
		out[threadIdx.x * 28 + i] = __double_as_longlong(r[i]);
}

int
main()
{
	std::vector<float> in = {1.0f,  3.0f,    1e-9f, 0.1f,      -7.3f,  2.0f,
				 1e20f, 3.3e-5f, -1.0f, -1.0f / 3, 1e-30f, 1e30f};
	const int n = 4;
	float *d = to_device(in);
	unsigned *f = device_array<unsigned>(n * 29);
	unsigned long long *g = device_array<unsigned long long>(n * 28);
	floats<<<1, n>>>(d, f);
	doubles<<<1, n>>>(d, g);
	SYNC();
	std::vector<unsigned> hf = to_host(f, n * 29);
	std::vector<unsigned long long> hg = to_host(g, n * 28);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 29; k++)
			printf("%08x%s", hf[i * 29 + k], k == 28 ? "\n" : " ");
		for (int k = 0; k < 28; k++)
			printf("%llx%s", hg[i * 28 + k], k == 27 ? "\n" : " ");
	}
}
