// algo_knapsack: dynamic programming in one block: a barrier per item, two rows in
// dynamic shared memory.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

__global__ void
knapsack(const int *weight, const int *value, int items, int capacity, int *best)
{
	extern __shared__ int row[];
	int *now = row, *next = row + capacity + 1;
	for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
		now[c] = 0;
	__syncthreads();
	for (int i = 0; i < items; i++) {
		int w = weight[i], v = value[i];
		for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
			next[c] = c >= w ? max(now[c], now[c - w] + v) : now[c];
		__syncthreads();
		int *x = now;
		now = next;
		next = x;
	}
	for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
		best[c] = now[c];
}

int
main()
{
	const int items = 40, capacity = 1000;
	std::vector<int> w(items), v(items), want(capacity + 1, 0);
	unsigned seed = 40;
	for (int i = 0; i < items; i++) {
		w[i] = next_random(seed) % 80 + 5;
		v[i] = next_random(seed) % 200;
	}
	for (int i = 0; i < items; i++)
		for (int c = capacity; c >= w[i]; c--)
			want[c] = std::max(want[c], want[c - w[i]] + v[i]);
	int *best = device_array<int>(capacity + 1);
	knapsack<<<1, 96, 2 * (capacity + 1) * sizeof(int)>>>(
		to_device(w), to_device(v), items, capacity, best);
	SYNC();
	same("knapsack", to_host(best, capacity + 1), want);
	printf("best %d\n", want[capacity]);
}
