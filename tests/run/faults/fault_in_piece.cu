// fault_in_piece: wide blocks are run in pieces; a crash report names the block and the thread
// that were launched.
// stderr: block \(1,0,0\), thread \(160,0,0\)
// stderr: illegal memory access.* in kernel scale
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
scale(float *x, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[(i >= 672 ? 1ll << 40 : 0) + i] *= by;
}

int
main()
{
	float *d = device_array<float>(1024);

	scale<<<2, 512>>>(d, 2, 688);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s\n", e, cudaGetErrorName(e));
	fflush(stdout);
}
