// shared_in_functions: static shared memory inside device functions, one per function
// and instance.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// One array for all callers within a block.
__device__ int
block_sum(int v)
{
	__shared__ int s[128];
	__syncthreads();
	s[threadIdx.x] = v;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k >>= 1) {
		if (threadIdx.x < k)
			s[threadIdx.x] += s[threadIdx.x + k];
		__syncthreads();
	}
	return s[0];
}

// Each instance of the template has its own variable.
template <int I>
__device__ int &
slot()
{
	__shared__ int v;
	return v;
}

__global__ void
one(int *out)
{
	int a = block_sum(threadIdx.x);
	int b = block_sum(a - threadIdx.x);
	if (threadIdx.x == 0) {
		slot<0>() = 10;
		slot<1>() = 20;
		slot<2>() = slot<0>() + slot<1>();
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] =
		a + b * 2 + slot<2>() + slot<1>() * 1000;
}

__global__ void
two(int *out)
{
	int r = block_sum(blockIdx.x + 1);
	out[blockIdx.x * blockDim.x + threadIdx.x] += r;
}

int
main()
{
	const int n = 4 * 128;
	int *d = device_array<int>(n);
	one<<<4, 128>>>(d);
	two<<<4, 128>>>(d);
	SYNC();
	int a = 127 * 64, b = 128 * a - a;
	std::vector<int> want(n);
	for (int i = 0; i < n; i++)
		want[i] = a + b * 2 + 30 + 20000 + 128 * (i / 128 + 1);
	same("sums", to_host(d, n), want);
}
