// warp_scan: a block scan from shuffles and barriers, loops and returned threads with warp
// operations, lane numbers in two-dimensional blocks, votes together with block votes.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
scan(const int *in, int *out, int n)
{
	__shared__ int sums[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
	int v = i < n ? in[i] : 0;
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(0xffffffffu, v, d);
		if (lane >= d)
			v += u;
	}
	if (lane == 31)
		sums[warp] = v;
	__syncthreads();
	if (warp == 0) {
		int s = lane < blockDim.x / 32 ? sums[lane] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int u = __shfl_up_sync(0xffffffffu, s, d);
			if (lane >= d)
				s += u;
		}
		sums[lane] = s;
	}
	__syncthreads();
	if (warp > 0)
		v += sums[warp - 1];
	if (i < n)
		out[i] = v;
}

// Each warp works until its own queue is empty; then the block counts.
__global__ void
queues(int *out, int n)
{
	int t = threadIdx.y * blockDim.x + threadIdx.x;
	int left = (t * 7919) % 23, rounds = 0;
	if (t >= n)
		return;
	unsigned live = __activemask();
	while (__any_sync(live, left > 0)) {
		left--;
		rounds++;
	}
	int early = __syncthreads_count(rounds < 22);
	out[t] = rounds * 1000 + early;
}

int
main()
{
	const int n = 1000;
	std::vector<int> in(n), want(n);
	unsigned seed = 9;
	for (int i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		in[i] = (int)(seed >> 20) % 100;
		want[i] = in[i] + (i % 256 ? want[i - 1] : 0);
	}
	int *a = to_device(in), *b = device_array<int>(n);
	scan<<<4, 256>>>(a, b, n);
	SYNC();
	same("scan", to_host(b, n), want);

	int *q = device_array<int>(128);
	queues<<<1, dim3(16, 8)>>>(q, 100);
	SYNC();
	std::vector<int> qw(128);
	int early = 0;
	for (int t = 0; t < 100; t++) {
		int most = 0;
		for (int i = t / 32 * 32; i < t / 32 * 32 + 32 && i < 100; i++)
			most = (i * 7919) % 23 > most ? (i * 7919) % 23 : most;
		qw[t] = most * 1000;
		early += most < 22;
	}
	for (int t = 0; t < 100; t++)
		qw[t] += early;
	same("queues", to_host(q, 128), qw);
	return 0;
}
