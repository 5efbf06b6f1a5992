// null_pointer: a kernel that reads through a null pointer: error 700 from the
// synchronising copy.
// stderr: block \(0,0,0\), thread \(0,0,0\)
// stderr: illegal memory access.* in kernel read_null
// stderr: null_pointer\.cu:[0-9]+
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
read_null(const int *p, int *out)
{
	*out = p[4];
}

int
main()
{
	int *d = device_array<int>(1), h = 7;
	read_null<<<1, 1>>>(nullptr, d);
	cudaError_t e = cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %s\n", e, cudaGetErrorName(e));
	fflush(stdout);
}
