// trap_kernel: __trap() ends the kernel: error 719 at the next sync; stderr names
// kernel, block and thread.
// stderr: block \(2,0,0\), thread \(5,0,0\)
// stderr: trap in kernel stop_here
// stderr: trap_kernel\.cu:1[0-9]
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
stop_here(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	if (blockIdx.x == 2 && threadIdx.x == 5)
		__trap();
}

int
main()
{
	int *d = device_array<int>(64);
	stop_here<<<4, 16>>>(d);
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s: %s\n", e, cudaGetErrorName(e), cudaGetErrorString(e));
	printf("%d %d\n", cudaGetLastError(), cudaDeviceSynchronize());
	fflush(stdout);
}
