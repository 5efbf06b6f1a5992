// Threads that go round until each of their elements is decided, by what threads of their own
// block and of others decide meanwhile. A GPU runs all of them at once.
// out: a GPU (H200, CUDA 13.0) prints the same
// not at: -O0 - loops that wait for other blocks are found in optimised code only
#include <cstdio>

enum { OUT, OPEN, IN, N = 1000, BLOCKS = 4, THREADS = 96 };

__host__ __device__ inline unsigned
rank(unsigned x)
{
	x = (x >> 16 ^ x) * 0x45d9f3bu;
	return x >> 16 ^ x;
}

/* One that is in is about to leave `v` out. */
__device__ inline bool
goes_first(int state, int neighbour, int v)
{
	return state == IN || (state == OPEN && rank(neighbour) > rank(v));
}

// A maximal set of elements of a ring without neighbours. Those with a higher rank go first.
__global__ void
choose(volatile unsigned char *state)
{
	int from = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	int open;

	do {
		open = 0;
		for (int v = from; v < N; v += step) {
			int l = (v + N - 1) % N, r = (v + 1) % N;

			if (state[v] != OPEN)
				continue;
			if (goes_first(state[l], l, v) || goes_first(state[r], r, v)) {
				open = 1;
			} else {
				state[l] = OUT;
				state[r] = OUT;
				state[v] = IN;
			}
		}
	} while (open);
}

// Each element is one more than the one behind it; only what comes behind the last is known.
// Atomics read and write.
__global__ void
count_back(int *a)
{
	int from = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	bool again;

	do {
		again = false;
		for (int v = from; v < N; v += step) {
			if (atomicAdd(&a[v], 0) != 0)
				continue;
			int next = v + 1 < N ? atomicAdd(&a[v + 1], 0) : 1;

			if (next)
				atomicOr(&a[v], next + 1);
			else
				again = true;
		}
	} while (again);
}

// The same by warps that vote.
__global__ void
count_in_warps(volatile int *a)
{
	int from = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	bool again;

	do {
		again = false;
		for (int v = from; __any_sync(~0u, v < N); v += step) {
			int missing = 0;

			if (v < N && a[v] == 0) {
				int next = v + 1 < N ? a[v + 1] : 1;

				if (next)
					a[v] = next + 1;
				else
					missing = v + 1;
			}
			again |= missing;
		}
	} while (__any_sync(~0u, again));
}

// And by blocks.
__global__ void
count_in_blocks(volatile int *a)
{
	int from = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	int again;

	do {
		again = 0;
		for (int v = from; v < N; v += step) {
			if (a[v] != 0)
				continue;
			int next = v + 1 < N ? a[v + 1] : 1;

			if (next)
				a[v] = next + 1;
			else
				again = 1;
		}
		again = __syncthreads_or(again);
	} while (again);
}

static int
check_counts(const int *a)
{
	int wrong = 0;

	for (int v = 0; v < N; v++)
		wrong += a[v] != N + 1 - v;
	return wrong;
}

int
main()
{
	unsigned char *state;
	int *a, wrong = 0;

	cudaMallocManaged(&state, N);
	cudaMallocManaged(&a, N * sizeof *a);
	cudaMemset(state, OPEN, N);
	choose<<<BLOCKS, THREADS>>>(state);
	cudaDeviceSynchronize();
	for (int v = 0; v < N; v++) {
		int l = state[(v + N - 1) % N], r = state[(v + 1) % N];

		wrong += state[v] == OPEN || (state[v] == IN && (l == IN || r == IN)) ||
			 (state[v] == OUT && l != IN && r != IN);
	}
	printf("choose: %d wrong\n", wrong);

	cudaMemset(a, 0, N * sizeof *a);
	count_back<<<BLOCKS, THREADS>>>(a);
	cudaDeviceSynchronize();
	printf("count_back: %d wrong\n", check_counts(a));

	cudaMemset(a, 0, N * sizeof *a);
	count_in_warps<<<BLOCKS, THREADS>>>(a);
	cudaDeviceSynchronize();
	printf("count_in_warps: %d wrong\n", check_counts(a));

	cudaMemset(a, 0, N * sizeof *a);
	count_in_blocks<<<BLOCKS, THREADS>>>(a);
	cudaDeviceSynchronize();
	printf("count_in_blocks: %d wrong\n", check_counts(a));
	return 0;
}
