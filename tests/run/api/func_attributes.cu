// func_attributes: cudaFuncGetAttributes, SetAttribute, cache configuration and
// occupancy, where CUDA fixes the value.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
with_shared(int *p)
{
	__shared__ int s[256];
	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void __launch_bounds__(192) bounded(int *p)
{
	p[0] = 1;
}
template <typename T>
__global__ void
dynamic(T *p)
{
	extern __shared__ int s[];
	s[threadIdx.x] = 1;
	__syncthreads();
	p[0] = (T)s[threadIdx.x ^ 1];
}

int
main()
{
	cudaFuncAttributes a;
	CK(cudaFuncGetAttributes(&a, with_shared));
	printf("shared %zu, max %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
	CK(cudaFuncGetAttributes(&a, (const void *)bounded));
	printf("shared %zu, max %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
	CK(cudaFuncGetAttributes(&a, dynamic<float>));
	printf("shared %zu, dynamic at most %d\n", a.sharedSizeBytes,
	       a.maxDynamicSharedSizeBytes);
	CK(cudaFuncSetAttribute(dynamic<float>,
				cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
	CK(cudaFuncGetAttributes(&a, dynamic<float>));
	printf("dynamic at most %d\n", a.maxDynamicSharedSizeBytes);
	CK(cudaFuncSetCacheConfig(with_shared, cudaFuncCachePreferShared));
	CK(cudaFuncSetAttribute(with_shared,
				cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	printf("bad function: %s\n",
	       cudaGetErrorName(cudaFuncGetAttributes(&a, (const void *)nullptr)));
	cudaGetLastError();

	int blocks = 0, grid = 0, block = 0;
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, 256, 0));
	printf("some blocks fit %d\n", blocks > 0);
	CK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, with_shared, 0, 0));
	printf("block size plausible %d\n",
	       grid > 0 && block >= 32 && block <= 1024 && block % 32 == 0);
	CK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, with_shared, 0, 128));
	printf("with a limit %d\n", grid > 0 && block > 0 && block <= 128);
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic<int>, 64,
							 10 << 20));
	printf("none with 10 MB of shared memory: %d\n", blocks);
}
