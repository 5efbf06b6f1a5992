// threadfence: the last block to finish sums the partial results of all (fence +
// ticket).
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ unsigned tickets = 0;

__global__ void
sum(const int *in, int n, volatile long long *partial, long long *total)
{
	__shared__ long long s[128];
	__shared__ bool last;
	int t = threadIdx.x;
	long long v = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
		v += in[i];
	s[t] = v;
	__syncthreads();
	for (int k = 64; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0) {
		partial[blockIdx.x] = s[0];
		__threadfence();
		unsigned ticket = atomicInc(
			&tickets, gridDim.x - 1); // back to 0 for the next run
		last = ticket == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	v = 0;
	for (int i = t; i < (int)gridDim.x; i += blockDim.x)
		v += partial[i];
	s[t] = v;
	__syncthreads();
	for (int k = 64; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		*total = s[0];
	__threadfence_block();
	__threadfence_system();
}

int
main()
{
	const int n = 100000;
	std::vector<int> a(n);
	long long want = 0;
	unsigned seed = 5;
	for (int &v : a) {
		v = next_random(seed) % 1000;
		want += v;
	}
	int *d = to_device(a);
	long long *partial = device_array<long long>(200),
		  *total = device_array<long long>(1);
	for (int blocks : {1, 7, 64, 200}) {
		sum<<<blocks, 128>>>(d, n, partial, total);
		SYNC();
		long long got = to_host(total, 1)[0];
		printf("%d blocks: %lld %s\n", blocks, got,
		       got == want ? "OK" : "WRONG");
	}
}
