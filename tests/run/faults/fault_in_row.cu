// fault_in_row: blocks that lie side by side run as one long row; a crash report still names
// the block and the thread.
// stderr: block \(2,1,0\), thread \(0,3,0\)
// stderr: illegal memory access.* in kernel scale
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
scale(float *x, float by, int width, int height)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x,
	    j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < width && j < height)
		x[(j == 7 && i >= 32 && i < 48 ? 1ll << 40 : 0) + j * width + i] *= by;
}

int
main()
{
	float *d = device_array<float>(64 * 8);

	scale<<<dim3(4, 2), dim3(16, 4)>>>(d, 2, 64, 8);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s\n", e, cudaGetErrorName(e));
	fflush(stdout);
}
