// barrier_while_shared: loops around barriers whose exit depends on shared memory.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Odd-even transposition sort: stop when a whole round swapped nothing.
__global__ void
sort(int *data, int *rounds, int n)
{
	__shared__ int s[256];
	__shared__ bool swapped;
	int t = threadIdx.x;
	int *base = data + blockIdx.x * n;
	s[t] = base[t];
	int count = 0;
	__syncthreads();
	do {
		__syncthreads();
		if (t == 0)
			swapped = false;
		__syncthreads();
		for (int phase = 0; phase < 2; phase++) {
			int i = 2 * t + phase;
			if (i + 1 < n && s[i] > s[i + 1]) {
				int x = s[i];
				s[i] = s[i + 1];
				s[i + 1] = x;
				swapped = true;
			}
			__syncthreads();
		}
		count++;
	} while (swapped);
	base[t] = s[t];
	if (t == 0)
		rounds[blockIdx.x] = count;
}

// A work queue in shared memory: blocks run a different number of rounds.
__global__ void
queue(int *out)
{
	__shared__ int left;
	int t = threadIdx.x, mine = 0;
	if (t == 0)
		left = 10 + blockIdx.x * 37;
	__syncthreads();
	while (left > 0) {
		__syncthreads();
		if (t < 8 && atomicSub(&left, 1) > 0)
			mine++;
		__syncthreads();
	}
	atomicAdd(&out[blockIdx.x], mine);
}

int
main()
{
	const int n = 64, blocks = 4;
	std::vector<int> a(n * blocks), want;
	unsigned seed = 7;
	for (int &v : a)
		v = next_random(seed) % 1000;
	for (int i = 0; i < n; i++)
		a[i] = i; // sorted already: one round
	want = a;
	for (int b = 0; b < blocks; b++)
		for (int i = 0; i < n; i++)
			for (int j = b * n; j + 1 < (b + 1) * n; j++)
				if (want[j] > want[j + 1])
					std::swap(want[j], want[j + 1]);
	int *d = to_device(a), *r = device_array<int>(blocks);
	sort<<<blocks, n>>>(d, r, n);
	SYNC();
	same("sorted", to_host(d, n * blocks), want);
	printf("rounds of the sorted one: %d\n", to_host(r, 1)[0]);

	CK(cudaMemset(r, 0, blocks * sizeof(int)));
	queue<<<blocks, 64>>>(r);
	SYNC();
	std::vector<int> h = to_host(r, blocks);
	printf("queue: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
