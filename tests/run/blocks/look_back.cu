// look_back: blocks that wait for the blocks before them, as scans in one pass do: they are
// handed out in their order, and 16 bytes that another block writes are read in one piece.
// (CUB 1.17 counts on the latter, which not every GPU does.)
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include "../test.h"

enum { THREADS = 64, BLOCKS = 700, N = THREADS * BLOCKS };
enum { NOT_YET, OWN, ALL };

struct alignas(16) tile {
	unsigned long long state, sum;
};

static __device__ void
put(tile *p, unsigned long long state, unsigned long long sum)
{
	asm volatile("st.cg.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(state), "l"(sum));
}

static __device__ tile
get(const tile *p)
{
	tile t;
	asm volatile("ld.cg.v2.u64 {%0, %1}, [%2];" : "=l"(t.state), "=l"(t.sum) : "l"(p));
	return t;
}

// What all blocks before this one have.
static __device__ unsigned long long
look_back(const tile *tiles)
{
	unsigned long long before = 0;
	for (int b = blockIdx.x - 1; b >= 0; b--) {
		tile t;
		do
			t = get(&tiles[b]);
		while (t.state == NOT_YET);
		before += t.sum;
		if (t.state == ALL)
			break;
	}
	return before;
}

__global__ void
scan(const int *in, unsigned long long *out, tile *tiles)
{
	__shared__ unsigned long long s[THREADS], before;
	int t = threadIdx.x, i = blockIdx.x * THREADS + t;

	s[t] = in[i];
	for (int step = 1; step < THREADS; step *= 2) {
		__syncthreads();
		unsigned long long x = t >= step ? s[t - step] : 0;
		__syncthreads();
		s[t] += x;
	}
	if (t == THREADS - 1) {
		put(&tiles[blockIdx.x], OWN, s[t]);
		before = look_back(tiles);
		put(&tiles[blockIdx.x], ALL, before + s[t]);
	}
	__syncthreads();
	out[i] = before + s[t];
}

// By a flag that is volatile, and one that is read by an atomic.
__global__ void
in_turn(volatile int *turn, int *other, volatile int *log)
{
	if (threadIdx.x == 0) {
		while (*turn != (int)blockIdx.x)
			;
		while (atomicAdd(other, 0) != (int)blockIdx.x)
			;
		log[blockIdx.x] = blockIdx.x ? log[blockIdx.x - 1] * 3 % 1009 + 1 : 1;
		__threadfence();
		*turn = blockIdx.x + 1;
		atomicAdd(other, 1);
	}
}

int
main()
{
	std::vector<int> in(N);
	for (int i = 0; i < N; i++)
		in[i] = i * 7919 % 1000003;
	int *from = to_device(in), *log = device_array<int>(BLOCKS), *turn = device_array<int>(2);
	auto *out = device_array<unsigned long long>(N);
	auto *tiles = device_array<tile>(BLOCKS);
	unsigned long long sum = 0;
	int wrong = 0;

	for (int round = 0; round < 20; round++) {
		CK(cudaMemset(tiles, 0, BLOCKS * sizeof *tiles));
		scan<<<BLOCKS, THREADS>>>(from, out, tiles);
		SYNC();
		auto all = to_host(out, N);
		sum = 0;
		for (int i = 0; i < N; i++)
			wrong += all[i] != (sum += in[i]);
	}
	printf("%llu, %d wrong\n", sum, wrong);
	in_turn<<<BLOCKS, 32>>>(turn, turn + 1, log);
	SYNC();
	printf("%d %d\n", to_host(log, BLOCKS)[BLOCKS - 1], to_host(turn, 1)[0]);
	return 0;
}
