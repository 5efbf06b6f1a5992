// ptx_barriers: barriers with numbers, for some of the warps of a block: those that take
// part wait for each other, the others run on.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ void
sync(int a, int n)
{
	asm volatile("bar.sync %0, %1;" ::"r"(a), "r"(n) : "memory");
}

__device__ void
arrive(int a, int n)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(a), "r"(n) : "memory");
}

// Each half of the block turns its own array around, with a barrier of its own and as many
// rounds as it likes.
__global__ void
halves(int *out)
{
	__shared__ int box[2][64];
	int half = threadIdx.x / 64, i = threadIdx.x % 64, v = 100 * half + i;
	for (int r = 0; r < 5 + 4 * half; r++) {
		box[half][i] = v;
		sync(half + 1, 64);
		v = box[half][63 - i] + 1;
		sync(half + 1, 64);
	}
	out[blockIdx.x * 128 + threadIdx.x] = v;
}

// Two warps fill a ring of two boxes, two others empty it: whoever is done arrives and does
// not wait.
__global__ void
ring(int *out, int rounds)
{
	__shared__ int box[2][64];
	int i = threadIdx.x % 64, sum = 0;
	if (threadIdx.x < 64) {
		for (int r = 0; r < rounds; r++) {
			sync(3 + r % 2, 128); // is empty
			box[r % 2][i] = 1000 * r + i;
			arrive(1 + r % 2, 128); // is full
		}
	} else {
		arrive(3, 128);
		arrive(4, 128);
		for (int r = 0; r < rounds; r++) {
			sync(1 + r % 2, 128);
			sum = sum * 3 + box[r % 2][(i + 5) % 64];
			arrive(3 + r % 2, 128); // the last two: nobody waits for them
		}
		out[blockIdx.x * 64 + i] = sum;
	}
}

// One warp after the other, in the order of their numbers; the barriers are numbers in the
// text. Warps 0 and 1 end early.
__global__ void
chain(int *out)
{
	__shared__ int count;
	int warp = threadIdx.x / 32;
	if (threadIdx.x == 0)
		count = 0;
	asm volatile("barrier.sync 7;" ::: "memory"); // everybody
	if (warp == 1)
		asm volatile("barrier.sync.aligned 5, 64;" ::: "memory");
	if (warp == 2)
		asm volatile("barrier.sync 6, 64;" ::: "memory");
	if (threadIdx.x % 32 == 0)
		out[blockIdx.x * 3 + count++] = warp;
	__syncwarp();
	if (warp == 0)
		asm volatile("barrier.arrive 5, 64;" ::: "memory");
	if (warp == 1)
		asm volatile("barrier.cta.arrive.aligned 6, 64;" ::: "memory");
}

// The whole block by its number; blocks that are not of whole warps; threads that ended.
__global__ void
whole(int *out)
{
	__shared__ int box[80];
	int t = threadIdx.x, n = (blockDim.x + 31) / 32 * 32;
	box[t] = t;
	if (t % 8 == 3)
		return;
	for (int r = 0; r < 3; r++) {
		sync(15, n);
		int v = box[(t + 8) % blockDim.x];
		sync(15, n);
		box[t] = v + 1;
	}
	out[t] = box[t];
}

// One warp waits for nobody.
__global__ void
alone(int *out)
{
	__shared__ int box[32];
	box[threadIdx.x] = threadIdx.x;
	asm volatile("bar.sync 2, 32;" ::: "memory");
	out[threadIdx.x] = box[31 - threadIdx.x];
}

// bar.red of the block.
__global__ void
votes(int *out)
{
	int t = threadIdx.x, n, all, any;
	asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }"
		     : "=r"(n)
		     : "r"(t)
		     : "memory");
	asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 40; bar.red.and.pred q, 0, p;"
		     " selp.s32 %0, 1, 0, q; }"
		     : "=r"(all)
		     : "r"(t)
		     : "memory");
	asm volatile("{ .reg .pred p, q; setp.ge.s32 p, %1, 40; barrier.red.or.pred q, 1, !p;"
		     " selp.s32 %0, 1, 0, q; }"
		     : "=r"(any)
		     : "r"(t)
		     : "memory");
	out[t] = n * 100 + all * 10 + any;
}

static int
check(const char *name, const std::vector<int> &got, const std::vector<int> &want)
{
	int wrong = 0;
	for (size_t i = 0; i < want.size(); i++)
		wrong += got[i] != want[i];
	printf("%s: %s %d\n", name, wrong ? "WRONG" : "OK", wrong);
	return wrong;
}

int
main()
{
	enum { BLOCKS = 3, ROUNDS = 20 };
	int *d = device_array<int>(BLOCKS * 128);
	std::vector<int> want(BLOCKS * 128);

	halves<<<BLOCKS, 128>>>(d);
	SYNC();
	for (int b = 0; b < BLOCKS; b++)
		for (int t = 0; t < 128; t++) {
			int i = t % 64, r = 5 + 4 * (t / 64);
			want[b * 128 + t] = 100 * (t / 64) + (r % 2 ? 63 - i : i) + r;
		}
	check("halves", to_host(d, BLOCKS * 128), want);

	for (int again = 0; again < 2; again++) {
		ring<<<BLOCKS, 128>>>(d, ROUNDS);
		SYNC();
		want.assign(BLOCKS * 64, 0);
		for (int k = 0; k < BLOCKS * 64; k++) {
			unsigned sum = 0;
			for (int r = 0; r < ROUNDS; r++)
				sum = sum * 3 + 1000 * r + (k + 5) % 64;
			want[k] = (int)sum;
		}
		check("ring", to_host(d, BLOCKS * 64), want);
	}

	chain<<<BLOCKS, 96>>>(d);
	SYNC();
	want.assign(BLOCKS * 3, 0);
	for (int k = 0; k < BLOCKS * 3; k++)
		want[k] = k % 3;
	check("chain", to_host(d, BLOCKS * 3), want);

	for (int n : {64, 80}) {
		CK(cudaMemset(d, 0, 80 * sizeof(int)));
		whole<<<1, n>>>(d);
		SYNC();
		std::vector<int> box(n), next(n);
		for (int t = 0; t < n; t++)
			box[t] = t;
		for (int r = 0; r < 3; r++) {
			next = box;
			for (int t = 0; t < n; t++)
				if (t % 8 != 3)
					next[t] = box[(t + 8) % n] + 1;
			box = next;
		}
		for (int t = 3; t < n; t += 8)
			box[t] = 0;
		check("whole", to_host(d, n), box);
	}

	alone<<<1, 32>>>(d);
	SYNC();
	want.assign(32, 0);
	for (int t = 0; t < 32; t++)
		want[t] = 31 - t;
	check("alone", to_host(d, 32), want);

	votes<<<1, 96>>>(d);
	SYNC();
	check("votes", to_host(d, 96), std::vector<int>(96, 4001));
	return 0;
}
