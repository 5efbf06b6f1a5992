// atomic_inc_dec: atomicInc and atomicDec wrap as documented, in global and shared
// memory.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
wrap(unsigned *g, unsigned *old)
{
	__shared__ unsigned s[2];
	int t = threadIdx.x;
	if (t == 0) {
		s[0] = 0;
		s[1] = 3;
	}
	__syncthreads();
	atomicInc(&g[0], 6); // 0..6: 100 steps from 0
	atomicDec(&g[1], 6); // 6..0
	atomicInc(&s[0], 9);
	atomicDec(&s[1], 9);
	atomicInc(&g[2], ~0u); // never wraps here
	__syncthreads();
	if (t == 0) {
		g[3] = s[0];
		g[4] = s[1];
		unsigned v = 50;
		g[5] = v;
		old[0] = atomicInc(&g[5], 20); // above the limit: goes to 0
		old[1] = atomicInc(&g[5], 20);
		g[6] = 50;
		old[2] = atomicDec(&g[6], 20); // above the limit: goes to the limit
		old[3] = atomicDec(&g[6], 20);
		g[7] = 0;
		old[4] = atomicDec(&g[7], 5); // zero: goes to the limit
		g[8] = 5;
		old[5] = atomicInc(&g[8], 5); // at the limit: goes to 0
		old[6] = atomicInc(&g[8], 0);
	}
}

int
main()
{
	unsigned *g = device_array<unsigned>(9), *old = device_array<unsigned>(7);
	wrap<<<1, 100>>>(g, old);
	SYNC();
	for (unsigned v : to_host(g, 9))
		printf("%u ", v);
	printf("| ");
	for (unsigned v : to_host(old, 7))
		printf("%u ", v);
	printf("\n");
}
