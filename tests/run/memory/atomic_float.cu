// atomic_float: atomicAdd and Exch on float and double, global and shared; sums are
// exact by choice of values.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T>
__global__ void
sum(T *out, const T *in, int n)
{
	__shared__ T part;
	if (threadIdx.x == 0)
		part = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		atomicAdd(&part, in[i]);
	__syncthreads();
	if (threadIdx.x == 0) {
		T before = atomicAdd(out, part);
		if (before < 0)
			atomicAdd(out + 1, (T)1);
	}
	atomicAdd(&out[2 + threadIdx.x % 4], (T)0.5);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		out[7] = atomicAdd(&out[6], (T)2.5);
}

__global__ void
exchange(float *out)
{
	out[1] = atomicExch(&out[0], 3.25f);
	out[2] = atomicExch(&out[0], -0.0f);
}

template <typename T>
static void
run(const char *name)
{
	const int n = 20000;
	std::vector<T> in(n), init(8, 0), want(8, 0);
	for (int i = 0; i < n; i++) {
		in[i] = (T)(i % 64) * (T)0.25;
		want[0] += in[i];
	}
	init[6] = want[7] = (T)1.25;
	for (int k = 2; k < 6; k++)
		want[k] = 8 * 64 / 4 * (T)0.5;
	want[6] = (T)3.75;
	T *d = to_device(in), *out = to_device(init);
	sum<<<8, 64>>>(out, d, n);
	SYNC();
	same(name, to_host(out, 8), want);
}

int
main()
{
	run<float>("float");
	run<double>("double");
	float *f = device_array<float>(3);
	exchange<<<1, 1>>>(f);
	SYNC();
	std::vector<float> h = to_host(f, 3);
	printf("%g %g %g\n", h[0], h[1], h[2]);
}
