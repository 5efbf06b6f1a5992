// illegal_address: a wild pointer in a kernel: error 700 at the next sync, sticky;
// stderr names kernel, block, thread.
// one lane
// stderr: block \(1,0,0\), thread \(3,0,0\)
// stderr: illegal memory access.* in kernel write_far
// stderr: illegal_address\.cu:1[0-9]
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
write_far(int *p, long long far)
{
	if (blockIdx.x == 1 && threadIdx.x == 3)
		p += far;
	p[threadIdx.x] = 1;
}

int
main()
{
	int *d = device_array<int>(32);
	write_far<<<2, 32>>>(d, 0);
	SYNC();
	printf("passed\n");
	write_far<<<2, 32>>>(d, 1ll << 44);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s: %s\n", e, cudaGetErrorName(e), cudaGetErrorString(e));
	int *q = nullptr;
	printf("%d %d %d\n", cudaMalloc(&q, 4), cudaDeviceSynchronize(),
	       cudaGetLastError());
	write_far<<<2, 32>>>(d, 0);
	printf("%d\n", cudaGetLastError());
	fflush(stdout);
}
