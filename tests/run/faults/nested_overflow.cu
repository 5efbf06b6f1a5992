// nested_overflow: a kernel that a kernel has launched runs on a stack of its own; a recursion
// without an end there is called a stack overflow as well.
// stderr: stack overflow in kernel dive
// stderr: block \(0,0,0\), thread \(0,0,0\)
// stderr: nested_overflow\.cu:1[0-9]
// flags: -rdc=true
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

__global__ void
parent(int *p)
{
	dive<<<1, 1>>>(p);
}

int
main()
{
	int *d = device_array<int>(64);

	cudaMemset(d, 0, 64 * sizeof *d);
	parent<<<1, 1>>>(d);
	printf("%d\n", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
