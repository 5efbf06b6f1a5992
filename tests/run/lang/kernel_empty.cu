// kernel_empty: no arguments, an empty body, unused arguments, unused results.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int counter;

__global__ void
empty()
{
}
__global__ void
unused(int, const float *, double)
{
}
__global__ void
count()
{
	atomicAdd(&counter, 1);
}
__global__ void
dead_code()
{
	int x = threadIdx.x;
	x = x * x + 1;
	(void)x;
}
__global__ void
only_barrier()
{
	__syncthreads();
}
__global__ void
only_return()
{
	return;
}

int
main()
{
	empty<<<1, 1>>>();
	empty<<<1000, 1024>>>();
	unused<<<3, 100>>>(1, nullptr, 2.0);
	dead_code<<<10, 33>>>();
	only_barrier<<<10, 129>>>();
	only_return<<<10, 129>>>();
	SYNC();
	for (int i = 0; i < 10; i++)
		count<<<i + 1, 32>>>();
	SYNC();
	int c = -1;
	CK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
	printf("%d\n", c);
}
