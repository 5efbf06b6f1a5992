// barrier_short_circuit: barrier reductions inside && || ?: and comma expressions, with
// side effects.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int
bump(int *counter)
{
	return atomicAdd(counter, 1);
}

__global__ void
kernel(int *out, int *counter, int a, int b)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = t;
	int r = 0;
	if (a && __syncthreads_or(t == 5))
		r |= 1;
	if (b || __syncthreads_and(t < 64))
		r |= 2;
	r |= a ? __syncthreads_count(t < 10) << 8 : __syncthreads_count(t < 20) << 8;
	if (a && b && (bump(counter), __syncthreads_count(1) == 64) &&
	    s[63 - t] == 63 - t)
		r |= 4;
	bool left = t < 32;
	if (left && bump(counter) >= 0 && !a)
		r |= 8;
	while (__syncthreads_or(s[t] > 0) && r < (1 << 20)) {
		s[t] = s[t] >> 1;
		r += 1 << 16;
	}
	out[t] = r;
}

int
main()
{
	int *d = device_array<int>(64), *c = device_array<int>(1);
	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++) {
			CK(cudaMemset(c, 0, sizeof(int)));
			kernel<<<1, 64>>>(d, c, a, b);
			SYNC();
			std::vector<int> h = to_host(d, 64);
			int other = 0;
			for (int t = 0; t < 64; t++)
				other += h[t] != h[t < 32 ? 0 : 63];
			printf("a=%d b=%d: %x %x, %d differ, %d bumps\n", a, b, h[0],
			       h[63], other, to_host(c, 1)[0]);
		}
}
