// assert_fails: assert in a kernel: error 710 at the next sync, the message on stderr,
// sticky afterwards.
// stderr: assert_fails\.cu:[0-9]+:.*small_enough.*Assertion.*failed
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cassert>

__global__ void
small_enough(const int *p, int limit)
{
	assert(p[threadIdx.x] < limit);
}

int
main()
{
	int *d = to_device(std::vector<int>{1, 2, 3, 40});
	small_enough<<<1, 4>>>(d, 100);
	SYNC();
	printf("passed\n");
	small_enough<<<1, 4>>>(d, 10);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %s: %s\n", e, cudaGetErrorName(e), cudaGetErrorString(e));
	e = cudaFree(d);
	printf("%d\n", e);
	fflush(stdout);
}
