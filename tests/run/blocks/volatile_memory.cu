// volatile_memory: volatile global and shared accesses; a block waits for an earlier
// one through a flag.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Chained scan: block b waits for block b - 1. Blocks take numbers in the order in
// which they start.
__device__ unsigned next_number;

__global__ void
chain(volatile int *flag, volatile long long *carry, const int *in, long long *out)
{
	__shared__ unsigned number;
	__shared__ volatile long long before;
	int t = threadIdx.x;
	if (t == 0)
		number = atomicAdd(&next_number, 1);
	__syncthreads();
	unsigned b = number;
	if (t == 0) {
		long long sum = 0;
		for (int i = 0; i < 32; i++)
			sum += in[b * 32 + i];
		if (b > 0)
			while (flag[b - 1] == 0)
				;
		__threadfence();
		before = b > 0 ? carry[b - 1] : 0;
		carry[b] = before + sum;
		__threadfence();
		flag[b] = 1;
	}
	__syncthreads();
	long long v = before;
	for (int i = 0; i <= t; i++)
		v += in[b * 32 + i];
	out[b * 32 + t] = v;
}

int
main()
{
	const int blocks = 100, n = blocks * 32;
	std::vector<int> in(n);
	std::vector<long long> want(n);
	long long sum = 0;
	for (int i = 0; i < n; i++) {
		in[i] = i * 13 % 101;
		sum += in[i];
		want[i] = sum;
	}
	int *d = to_device(in), *flag = device_array<int>(blocks);
	long long *carry = device_array<long long>(blocks),
		  *out = device_array<long long>(n);
	chain<<<blocks, 32>>>(flag, carry, d, out);
	SYNC();
	same("chained scan", to_host(out, n), want);
}
