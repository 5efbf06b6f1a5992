// grid_100k: a grid of 100,000 blocks; every block runs exactly once.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
visit(unsigned *count, unsigned long long *sum)
{
	atomicAdd(&count[blockIdx.x], 1u + threadIdx.x);
	if (threadIdx.x == 0)
		atomicAdd(sum, (unsigned long long)blockIdx.x);
}

int
main()
{
	const unsigned n = 100000;
	unsigned *count = device_array<unsigned>(n);
	unsigned long long *sum = device_array<unsigned long long>(1);
	visit<<<n, 2>>>(count, sum);
	SYNC();
	same("each block once", to_host(count, n), std::vector<unsigned>(n, 3));
	printf("sum of block numbers %llu\n", to_host(sum, 1)[0]);
}
