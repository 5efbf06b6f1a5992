// A kernel that only the host pass sees: the program runs, and its launch says what is wrong.
// out: by hand
#include <cstdio>

#ifndef __CUDA_ARCH__
__global__ void
absent(int *p)
{
	*p = 1;
}
#endif

__global__ void
present(int *p)
{
	*p += 2;
}

int
main()
{
	int *p;

	cudaMallocManaged(&p, sizeof *p);
	*p = 40;
	present<<<1, 1>>>(p);
	printf("present: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
#ifndef __CUDA_ARCH__
	absent<<<1, 1>>>(p);
#endif
	printf("absent: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("%d\n", *p);
	return 0;
}
