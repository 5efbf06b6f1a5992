// many_launches: thousands of small launches in order, arguments captured at each, no
// sync in between.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
append(int *log, int *at, int value)
{
	if (threadIdx.x == 0)
		log[(*at)++] = value;
}

int
main()
{
	const int n = 5000;
	int *log = device_array<int>(n), *at = device_array<int>(1);
	std::vector<int> want(n);
	for (int i = 0; i < n; i++) {
		want[i] = i * i;
		append<<<1, 1 + i % 40>>>(log, at, i * i);
	}
	SYNC();
	same("in order", to_host(log, n), want);
}
