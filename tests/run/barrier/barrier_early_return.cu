// barrier_early_return: threads that returned before a barrier count as arrived.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
tail(const int *in, int *out, int n)
{
	__shared__ int s[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	s[threadIdx.x] = in[i];
	__syncthreads();
	int last = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x)) - 1;
	out[i] = s[last - threadIdx.x];
}

// Threads leave at several points, some in the middle of a loop with a barrier.
__global__ void
leave(int *out, int *arrived)
{
	__shared__ int count;
	int t = threadIdx.x;
	if (t == 0)
		count = 0;
	if (t % 7 == 3)
		return;
	__syncthreads();
	if (t % 5 == 4) {
		out[t] = -1;
		return;
	}
	atomicAdd(&count, 1);
	__syncthreads();
	int seen = count;
	__syncthreads();
	for (int k = 0; k < 10; k++) {
		if (t >= 20 && t % 10 == k) {
			out[t] = 100 + k;
			return;
		}
		atomicAdd(&count, 1);
		__syncthreads();
	}
	out[t] = seen;
	if (t == 0)
		*arrived = count;
}

// The whole block returns, or all but one thread.
__global__ void
whole(int *out, int keep)
{
	if ((int)threadIdx.x != keep)
		return;
	__syncthreads();
	atomicAdd(out, 1);
	__syncthreads();
	atomicAdd(out, 1);
}

int
main()
{
	const int n = 1000;
	std::vector<int> in(n), want(n);
	for (int i = 0; i < n; i++)
		in[i] = i * 3;
	for (int i = 0; i < n; i++) {
		int b = i / 128 * 128, size = n - b < 128 ? n - b : 128;
		want[i] = in[b + size - 1 - (i - b)];
	}
	int *di = to_device(in), *dout = device_array<int>(n);
	tail<<<8, 128>>>(di, dout, n);
	SYNC();
	same("tail", to_host(dout, n), want);

	const int m = 96;
	std::vector<int> w(m, 0);
	int seen = 0, total = 0;
	for (int t = 0; t < m; t++)
		seen += t % 7 != 3 && t % 5 != 4;
	total = seen;
	for (int t = 0; t < m; t++) {
		if (t % 7 == 3)
			continue;
		if (t % 5 == 4)
			w[t] = -1;
		else if (t >= 20) {
			w[t] = 100 + t % 10;
			total += t % 10;
		} else {
			w[t] = seen;
			total += 10;
		}
	}
	int *arrived = device_array<int>(1);
	CK(cudaMemset(dout, 0, m * sizeof(int)));
	leave<<<1, m>>>(dout, arrived);
	SYNC();
	same("leave", to_host(dout, m), w);
	printf("arrivals %d, want %d\n", to_host(arrived, 1)[0], total);

	CK(cudaMemset(dout, 0, sizeof(int)));
	whole<<<3, 64>>>(dout, 63);
	whole<<<3, 64>>>(dout, 0);
	whole<<<3, 64>>>(dout, -1);
	SYNC();
	printf("whole %d\n", to_host(dout, 1)[0]);
}
