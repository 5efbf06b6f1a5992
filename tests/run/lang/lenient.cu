// What nvcc takes with a warning at most and clang would refuse: literals that touch a
// macro, narrowing in braces, register, a symbol given by its name, a host function
// mentioned in a __host__ __device__ template that kernels never call that way.
// flags: -std=c++17 -w
// out: by hand
#include <cstdio>
#include <cstdlib>

#define FORMAT "d"

__constant__ int scale;
__device__ int offset = 1;

int
on_host(int x)
{
	return x + atoi("1");
}

template <class T>
__host__ __device__ T
either(T x)
{
#ifdef __CUDA_ARCH__
	return x * 2;
#else
	return on_host(x);
#endif
}

constexpr int
square(int x)
{
	return x * x;
}

struct empty {
	__host__ __device__ empty() {}
	int value;
};

__device__ empty nothing;

template <class T>
__global__ void __launch_bounds__(64, 2)
mix(T *p, int n)
{
	extern __shared__ T buffer[];
	register int i = threadIdx.x;
	int a[] = {n};
	unsigned char small[] = {n};

	nothing.value = 0;
	buffer[i] = either(a[0] + small[0]);
	__syncthreads();
#pragma unroll 4
	for (int k = 0; k < 4; k++)
		buffer[i] += k;
#pragma unroll
	for (int k = 0; k < 2; k++)
		buffer[i] += k;
#pragma unroll (2)
	for (int k = 0; k < 2; k++)
		buffer[i] += k;
	p[i] = buffer[i] * scale + offset + square(3) + nothing.value;
}

int
main()
{
	int *p, h[2], two = 2;
	auto twice = [] __host__ __device__(int x) { return 2 * x; };

	cudaMalloc(&p, sizeof h);
	cudaMemcpyToSymbol("scale", &two, sizeof two);
	mix<<<1, 2, sizeof h>>>(p, 5);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%"FORMAT" %"FORMAT" %d\n", h[0], h[1], either(twice(1)));
	cudaFree(p);
	return 0;
}
