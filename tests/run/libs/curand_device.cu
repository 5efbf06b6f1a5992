// curand_device: the generators of curand_kernel.h: bits of cuRAND's sequences, with
// sequences, offsets and skips; uniform numbers exactly, normal ones nearly.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <curand_kernel.h>

enum { N = 64, DRAWS = 40 };

template <class S>
__global__ void
bits(unsigned *out, float *uniform, double *wide, float *normal)
{
	int t = threadIdx.x;
	S s;
	curand_init(t % 2 ? 1234ull : 0x123456789abcdefull, t * 3, t * 5, &s);
	for (int k = 0; k < DRAWS; k++) {
		if (k == 20)
			skipahead(1000003ull * t, &s);
		out[t * DRAWS + k] = curand(&s);
	}
	uniform[t] = curand_uniform(&s) * 2 + curand_uniform(&s);
	wide[t] = curand_uniform_double(&s);
	float a = curand_normal(&s), b = curand_normal(&s);
	normal[t * 4] = a;
	normal[t * 4 + 1] = b;
	normal[t * 4 + 2] = (float)curand_normal_double(&s);
	normal[t * 4 + 3] = curand_normal2(&s).y;
}

__global__ void
four(uint4 *out, float4 *u)
{
	curandStatePhilox4_32_10_t s;
	curand_init(99, threadIdx.x, threadIdx.x, &s);
	out[threadIdx.x] = curand4(&s);
	u[threadIdx.x] = curand_uniform4(&s);
}

template <class S>
static void
run(const char *name)
{
	unsigned *d = device_array<unsigned>(N * DRAWS);
	float *u = device_array<float>(N), *n = device_array<float>(N * 4);
	double *w = device_array<double>(N);
	bits<S><<<1, N>>>(d, u, w, n);
	SYNC();
	std::vector<unsigned> h = to_host(d, N * DRAWS);
	std::vector<float> hu = to_host(u, N), hn = to_host(n, N * 4);
	std::vector<double> hw = to_host(w, N);
	printf("%s: %08x %08x %08x %08x\n", name, h[0], h[5 * DRAWS + 19], h[63 * DRAWS + 39],
	       checksum(h.data(), h.size() * 4));
	printf("  uniform %08x double %08x\n", checksum(hu.data(), N * 4), checksum(hw.data(), N * 8));
	for (int k = 0; k < 8; k++)
		printf("  %.3f", hn[k * 9]);
	printf("\n");
}

int
main()
{
	run<curandState>("xorwow");
	run<curandStatePhilox4_32_10_t>("philox");
	run<curandStateMRG32k3a_t>("mrg32k3a");
	uint4 *d = device_array<uint4>(N);
	float4 *u = device_array<float4>(N);
	four<<<1, N>>>(d, u);
	SYNC();
	printf("four: %08x %08x\n", checksum(to_host(d, N).data(), N * 16),
	       checksum(to_host(u, N).data(), N * 16));
	return 0;
}
