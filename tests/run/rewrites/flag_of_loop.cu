// flag_of_loop: a flag that tells the first round of a loop with barriers from the second
// is not what it was when the loop began.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
twice(int *p)
{
	__shared__ int s[64];
	int t = threadIdx.x, x = p[t], bit = 0;

	for (;;) {
		s[63 - t] = x + bit;
		__syncthreads();
		x = s[t] * 3;
		bit += 4;
		if (bit >= 8)
			break;
		__syncthreads();
	}
	p[t] = x;
}

int
main()
{
	int *p = device_array<int>(64);
	twice<<<1, 64>>>(p);
	SYNC();
	printf("%d\n", to_host(p, 1)[0]);
	return 0;
}
