// Blocks that wait for blocks that come after them: barriers of a whole grid made by hand, of
// counters and of flags; turns that blocks take again and again; loops of whole blocks, with
// sleep and with timeouts; messages there and back. No launch is cooperative, and there are more
// blocks than processors, fewer than a GPU has room for.
// out: a GPU (H200, CUDA 13.0) prints the same
// not at: -O0 - loops that wait for other blocks are found in optimised code only
#include "../test.h"

enum { BLOCKS = 40, THREADS = 64, ROUNDS = 6 };

__device__ volatile int arrived;
__device__ int sense_count, sense, mail, turn;

// ---- barriers

// Thread 0 of each block counts and waits.
__device__ void
meet_by_counting(int round)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd((int *)&arrived, 1);
		while (arrived < (round + 1) * (int)gridDim.x)
			;
	}
	__syncthreads();
}

// The last to come turns a flag round.
__device__ void
meet_by_turning()
{
	__shared__ int before;

	__syncthreads();
	if (threadIdx.x == 0) {
		before = atomicAdd(&sense, 0);
		__threadfence();
		if (atomicAdd(&sense_count, 1) == (int)gridDim.x - 1) {
			sense_count = 0;
			__threadfence();
			atomicExch(&sense, !before);
		} else {
			while (atomicAdd(&sense, 0) == before)
				__nanosleep(40);
		}
	}
	__syncthreads();
}

// Every block has a flag for coming and one for going; block 0 looks after them.
__device__ void
meet_by_flags(volatile int *come, volatile int *go, int goal)
{
	int t = threadIdx.x, b = blockIdx.x;

	__syncthreads();
	if (t == 0) {
		__threadfence();
		come[b] = goal;
	}
	if (b == 0) {
		if (t < (int)gridDim.x)
			while (come[t] != goal)
				;
		__syncthreads();
		if (t < (int)gridDim.x)
			go[t] = goal;
	}
	if (t == 0)
		while (go[b] != goal)
			;
	__syncthreads();
}

// The whole block goes round.
__device__ void
meet_together(int *count, int goal)
{
	__shared__ int there;

	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1);
	}
	do {
		if (threadIdx.x == 0)
			there = atomicAdd(count, 0);
		__syncthreads();
	} while (there < goal);
}

// Each round takes what a far block has put there in the round before; what a block has in
// shared memory and its threads in registers stays theirs meanwhile.
template <int HOW>
__global__ void
rounds(int *data, int *flags)
{
	extern __shared__ int kept[];
	int t = threadIdx.x, b = blockIdx.x, n = gridDim.x;
	int *from = data, *to = data + BLOCKS * THREADS, mine = b * 1000 + t;

	kept[t] = b + t;
	for (int r = 0; r < ROUNDS; r++) {
		int other = (b * 7 + r + 1) % n;

		to[b * THREADS + t] = from[other * THREADS + (t + 1) % THREADS] + mine;
		mine += kept[(t + r) % THREADS];
		if (HOW == 0)
			meet_by_counting(r);
		else if (HOW == 1)
			meet_by_turning();
		else if (HOW == 2)
			meet_by_flags(flags, flags + BLOCKS, r + 1);
		else
			meet_together(flags + 2 * BLOCKS, (r + 1) * n);
		int *swap = from;
		from = to;
		to = swap;
	}
}

static std::vector<int>
expected()
{
	std::vector<int> from(BLOCKS * THREADS), to(BLOCKS * THREADS), mine(from);

	for (int i = 0; i < BLOCKS * THREADS; i++)
		mine[i] = i / THREADS * 1000 + i % THREADS;
	for (int r = 0; r < ROUNDS; r++) {
		for (int i = 0; i < BLOCKS * THREADS; i++) {
			int b = i / THREADS, t = i % THREADS, other = (b * 7 + r + 1) % BLOCKS;

			to[i] = from[other * THREADS + (t + 1) % THREADS] + mine[i];
			mine[i] += b + (t + r) % THREADS;
		}
		std::swap(from, to);
	}
	return from;
}

template <int HOW>
static void
try_rounds(const char *what)
{
	int *data = device_array<int>(2 * BLOCKS * THREADS);
	int *flags = device_array<int>(2 * BLOCKS + 1);

	rounds<HOW><<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(data, flags);
	SYNC();
	printf("%s: %s\n", what,
	       to_host(data + ROUNDS % 2 * BLOCKS * THREADS, BLOCKS * THREADS) ==
			       expected()
		       ? "right"
		       : "wrong");
}

// ---- turns

// Block b has pieces b, b + grid, b + 2 grid ...: its second waits for the last block's first.
__global__ void
pieces(int n, int *flag, int *data)
{
	for (int p = blockIdx.x; p < n; p += gridDim.x) {
		int mine = data[p * THREADS + threadIdx.x];

		__syncthreads();
		if (threadIdx.x == 0) {
			while (atomicAdd(&flag[p], 0) == 0)
				;
			__threadfence();
			atomicAdd(&flag[p + 1], 1);
		}
		__syncthreads();
		data[(p + 1) * THREADS + threadIdx.x] += mine;
	}
}

// The last block begins, and hands on to the one before it.
__global__ void
backwards(int *order)
{
	if (threadIdx.x == 0) {
		while (atomicAdd(&turn, 0) != (int)(gridDim.x - 1 - blockIdx.x))
			;
		order[turn] = blockIdx.x;
		__threadfence();
		atomicAdd(&turn, 1);
	}
}

// ---- messages

// Taken by whoever they are for: 1 is for odd blocks, 2 for even ones.
__global__ void
there_and_back(int *seen, int rounds)
{
	int mine = blockIdx.x % 2 ? 1 : 2;

	if (threadIdx.x == 0)
		for (int r = 0; r < rounds; r++) {
			if (mine == 1) {
				while (atomicCAS(&mail, 1, 0) != 1)
					;
				seen[r]++;
				__threadfence();
				atomicExch(&mail, 2);
			} else {
				while (atomicCAS(&mail, 2, 0) != 2)
					;
				seen[r] *= 3;
				__threadfence();
				atomicExch(&mail, 1);
			}
		}
}

// Waits for the last block, but not for ever.
__global__ void
with_patience(int *flag, int *gave_up)
{
	volatile int *f = flag;
	long long left = 1ll << 40;

	if (blockIdx.x == gridDim.x - 1) {
		if (threadIdx.x == 0)
			*f = 1;
		return;
	}
	if (threadIdx.x == 0) {
		while (*f == 0 && --left > 0)
			;
		if (left <= 0)
			*gave_up = 1;
	}
}

static void
try_turns()
{
	const int n = 3 * BLOCKS + 5;
	int *flag = device_array<int>(n + 1), *data = device_array<int>((n + 1) * THREADS);
	int *order = device_array<int>(BLOCKS), *seen = device_array<int>(8);
	int one = 1, wrong = 0;
	std::vector<int> got;

	CK(cudaMemcpy(flag, &one, sizeof one, cudaMemcpyHostToDevice));
	pieces<<<BLOCKS, THREADS>>>(n, flag, data);
	SYNC();
	for (int f : to_host(flag, n + 1))
		wrong += f != 1;
	printf("pieces: %d wrong\n", wrong);

	backwards<<<BLOCKS, THREADS>>>(order);
	SYNC();
	got = to_host(order, BLOCKS);
	wrong = 0;
	for (int b = 0; b < BLOCKS; b++)
		wrong += got[b] != BLOCKS - 1 - b;
	printf("backwards: %d wrong\n", wrong);

	int two = 1;
	CK(cudaMemcpyToSymbol(mail, &two, sizeof two));
	there_and_back<<<2, 32>>>(seen, 8);
	SYNC();
	printf("messages:");
	for (int s : to_host(seen, 8))
		printf(" %d", s);

	CK(cudaMemset(flag, 0, 2 * sizeof(int)));
	with_patience<<<BLOCKS, THREADS>>>(flag, flag + 1);
	SYNC();
	printf("\npatience: flag %d, gave up %d\n", to_host(flag, 2)[0], to_host(flag, 2)[1]);
}

int
main()
{
	try_rounds<0>("counting");
	try_rounds<1>("turning");
	try_rounds<2>("flags");
	try_rounds<3>("together");
	try_turns();
}
