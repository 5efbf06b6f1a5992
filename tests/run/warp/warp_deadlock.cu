// warp_deadlock: a warp operation that waits for lanes at the block's barrier never ends on a
// GPU; here it is an error that says so.
// stderr: deadlock: .* mask 0xffffffff
// out: by hand: what Heddle does where a GPU would hang
#include "../test.h"

__global__ void
stuck()
{
	if (threadIdx.x < 16)
		__syncwarp(0xffffffffu);
	else
		__syncthreads();
}

int
main()
{
	stuck<<<1, 32>>>();
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
