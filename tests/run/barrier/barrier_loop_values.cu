// barrier_loop_values: what a loop with another trip count per thread leaves behind lives
// across a barrier, for every thread its own.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
kernel(int *out, int n)
{
	int t = threadIdx.x, s = 0, j;
	for (j = 0; j < t % 7; j++)
		s += j * j + n;
	__syncthreads();
	int last = 0;
	for (int k = 1;; k *= 2) {
		last = k;
		if (k > t)
			break;
	}
	__syncthreads();
	out[t] = s * 10000 + j * 1000 + last;
}

int
main()
{
	int *d = device_array<int>(100);
	kernel<<<1, 100>>>(d, 3);
	SYNC();
	std::vector<int> want(100);
	for (int t = 0; t < 100; t++) {
		int s = 0, j, last = 1;
		for (j = 0; j < t % 7; j++)
			s += j * j + 3;
		while (last <= t)
			last *= 2;
		want[t] = s * 10000 + j * 1000 + last;
	}
	same("values", to_host(d, 100), want);
	return 0;
}
