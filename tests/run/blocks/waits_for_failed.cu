// waits_for_failed: a block that other blocks wait for fails. They do not wait for ever.
// stderr: block \(30,0,0\), thread \(3,0,0\)
// stderr: trap in kernel meet
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
meet(int *count)
{
	if (blockIdx.x == 30 && threadIdx.x == 3)
		__trap();
	__syncthreads();
	if (threadIdx.x == 0) {
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < (int)gridDim.x)
			;
	}
}

int
main()
{
	int *d = device_array<int>(1);

	meet<<<40, 32>>>(d);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s\n", e, cudaGetErrorName(e));
}
