// half_volatile: numbers of 16 bits in volatile memory.
// out: by hand
#include "../test.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__global__ void
move(volatile T *to, const volatile T *from, float *sum)
{
	__shared__ volatile T s[32];
	T x = from[threadIdx.x];

	s[threadIdx.x] = x;
	__syncthreads();
	T y(s[31 - threadIdx.x]);
	to[threadIdx.x] = y;
	to[threadIdx.x + 32] = from[threadIdx.x];
	sum[threadIdx.x] = (float)y + (float)x;
}

template <class T>
static void
test(const char *name)
{
	T *to, *from;
	float *sum, total = 0;

	cudaMallocManaged(&to, 64 * sizeof *to);
	cudaMallocManaged(&from, 32 * sizeof *from);
	cudaMallocManaged(&sum, 32 * sizeof *sum);
	for (int k = 0; k < 32; k++)
		from[k] = T((float)k / 4);
	move<T><<<1, 32>>>(to, from, sum);
	cudaDeviceSynchronize();
	for (int k = 0; k < 32; k++)
		total += sum[k];
	volatile T here = to[0];
	T again = here;
	printf("%s: %g %g %g %g\n", name, (float)again, (float)to[31], (float)to[63], total);
}

int
main()
{
	test<__half>("half");
	test<__nv_bfloat16>("bfloat16");
}
