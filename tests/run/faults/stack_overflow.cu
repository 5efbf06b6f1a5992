// stack_overflow: a recursion without an end is error 700, as on a GPU (H200, CUDA 13), and
// stderr names kernel, block, thread and line, whichever thread runs the block: one of the runtime's, or the host's that
// waits.
// stderr: stack overflow in kernel dive
// stderr: block \(0,0,0\), thread \(0,0,0\)
// stderr: stack_overflow\.cu:1[0-9]
// out: by hand
#include "../test.h"

__device__ __noinline__ int
deeper(int *p, int n)
{
	volatile int frame[64];

	for (int i = 0; i < 64; i++)
		frame[i] = p[i] + n;
	int rest = frame[n & 63] == -1 ? 0 : deeper(p, n + 1);
	return rest + frame[rest & 63];
}

__global__ void
dive(int *p)
{
	*p = deeper(p, 0);
}

int
main()
{
	int bad = 0;

	for (int i = 0; i < 30; i++) {
		int *d = device_array<int>(64);

		cudaMemset(d, 0, 64 * sizeof *d);
		cudaDeviceSynchronize();
		dive<<<1, 1>>>(d);
		bad += cudaGetLastError() != cudaSuccess;
		bad += cudaDeviceSynchronize() != cudaErrorIllegalAddress;
		bad += cudaDeviceSynchronize() != cudaErrorIllegalAddress;
		bad += cudaDeviceReset() != cudaSuccess;
	}
	printf("%d\n", bad);
}
