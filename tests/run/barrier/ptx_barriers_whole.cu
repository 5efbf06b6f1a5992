// ptx_barriers_whole: barriers with a number of threads that is that of the whole block, or
// of a half of it, as it happens; nobody arrives without waiting.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ void
sync(int a, int n)
{
	asm volatile("barrier.sync %0, %1;" ::"r"(a), "r"(n) : "memory");
}

// Teams of n threads turn their numbers around.
__global__ void
teams(int *out, int n, int rounds)
{
	__shared__ int box[128];
	int t = threadIdx.y * blockDim.x + threadIdx.x, team = t / n, i = t % n, v = t;
	for (int r = 0; r < rounds; r++) {
		box[t] = v;
		sync(1 + team, n);
		v = box[team * n + (i + 1) % n] + 1;
		sync(1 + team, n);
	}
	out[blockIdx.x * 128 + t] = v;
}

// Blocks that are not of whole warps, whose threads end early.
__global__ void
some_end(int *out)
{
	__shared__ int box[80];
	int t = threadIdx.x;
	box[t] = 3 * t;
	if (t % 16 == 5)
		return;
	sync(0, (blockDim.x + 31) / 32 * 32);
	out[t] = box[(t + 16) % blockDim.x];
}

// The number of threads is known, and so is the block.
__global__ void
known(int *out)
{
	__shared__ int box[128];
	int t = threadIdx.x;
	box[t] = 5 * t;
	asm volatile("bar.sync 4, 128;" ::: "memory");
	int v = box[127 - t];
	asm volatile("bar.sync 4, 128;" ::: "memory");
	box[t] = v + 1;
	__syncthreads();
	out[t] = box[(t + 1) % 128];
}

static void
check(const char *name, const std::vector<int> &got, const std::vector<int> &want)
{
	int wrong = 0;
	for (size_t i = 0; i < want.size(); i++)
		wrong += got[i] != want[i];
	printf("%s: %s %d\n", name, wrong ? "WRONG" : "OK", wrong);
}

int
main()
{
	enum { BLOCKS = 3, ROUNDS = 7 };
	int *d = device_array<int>(BLOCKS * 128);
	for (int n : {128, 64, 32}) {
		teams<<<BLOCKS, dim3(16, 8)>>>(d, n, ROUNDS);
		SYNC();
		std::vector<int> want(BLOCKS * 128);
		for (int k = 0; k < BLOCKS * 128; k++) {
			int t = k % 128;
			want[k] = t / n * n + (t % n + ROUNDS) % n + ROUNDS;
		}
		check("teams", to_host(d, BLOCKS * 128), want);
	}
	for (int n : {64, 80}) {
		CK(cudaMemset(d, 0, 80 * sizeof(int)));
		some_end<<<1, n>>>(d);
		SYNC();
		std::vector<int> want(n);
		for (int t = 0; t < n; t++)
			want[t] = t % 16 == 5 ? 0 : 3 * ((t + 16) % n);
		check("some end", to_host(d, n), want);
	}
	known<<<1, 128>>>(d);
	SYNC();
	std::vector<int> want(128);
	for (int t = 0; t < 128; t++)
		want[t] = 5 * (127 - (t + 1) % 128) + 1;
	check("known", to_host(d, 128), want);
	return 0;
}
