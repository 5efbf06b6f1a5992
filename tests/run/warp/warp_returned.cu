// warp_returned: nobody waits for lanes that have nothing left to wait at: they returned before
// others shuffle, or left a loop in which others still do.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
sums(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v;

	if (i >= n)
		return;
	v = in[i];
	for (int step = 16; step; step /= 2)
		v += __shfl_xor_sync(0xffffffffu, v, step);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, v);
}

__global__ void
loops(int *out, const int *in, int n)
{
	unsigned all = 0;

	for (int i = threadIdx.x; i < n; i += 32)
		all += __ballot_sync(0xffffffffu, in[i] & 1);
	out[threadIdx.x] = all;
}

// Lanes with two ways out, of which one comes to another operation.
__global__ void
ways(int *out, int n)
{
	int t = threadIdx.x;

	if (t >= n)
		return;
	out[t] = __popc(__ballot_sync(0xffffffffu, t & 1));
	if (t >= n - 2)
		return;
	out[t] += 100 * __popc(__ballot_sync(0xffffffffu, t & 1));
}

int
main()
{
	std::vector<int> in(1000);
	for (int i = 0; i < 1000; i++)
		in[i] = i % 13;
	int *d = to_device(in), *out = device_array<int>(32);
	for (int n : {1000, 992, 17}) {
		CK(cudaMemset(out, 0, 4));
		sums<<<8, 128>>>(out, d, n);
		SYNC();
		printf("%d\n", to_host(out, 1)[0]);
	}
	loops<<<1, 32>>>(out, d, 75);
	SYNC();
	for (int x : to_host(out, 32))
		printf("%u ", (unsigned)x);
	CK(cudaMemset(out, 0, 128));
	ways<<<1, 32>>>(out, 21);
	SYNC();
	printf("\n");
	for (int x : to_host(out, 32))
		printf("%d ", x);
	printf("\n");
	return 0;
}
