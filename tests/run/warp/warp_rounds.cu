// warp_rounds: warps that go through arrays with the lane's number as the first index of each
// round: bounds that all lanes reach together and others, ifs in front of and behind warp
// operations in one round, loops in loops; and conditions on high bits of the thread's number.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { WARP = 32, RUN = 256 };

// ---- all lanes go the same number of rounds; who has an element is another question

__global__ void
ranks(const int *in, int *out, int n, int bits)
{
	__shared__ int next[8][16];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int first = (blockIdx.x * (blockDim.x / WARP) + warp) * RUN;

	for (int d = lane; d < 16; d += WARP)
		next[warp][d] = 0;
	__syncwarp();
	for (int k = lane; k < RUN; k += WARP) {
		int i = first + k, v = -1;
		unsigned same = ~0u;

		if (i < n)
			v = in[i];
		for (int b = 0; b < bits; b++) {
			unsigned set = __ballot_sync(~0u, v >> b & 1);
			same &= v >> b & 1 ? set : ~set;
		}
		int rank = __popc(same & ((1u << lane) - 1)), at = v & 15;
		int to = next[warp][at] + rank;
		__syncwarp();
		if (rank == 0)
			next[warp][at] += __popc(same);
		__syncwarp();
		if (i < n)
			out[i] = to;
	}
}

// ---- the last round is not for all lanes, then comes a round that is

__global__ void
sums(const int *in, int *out, int n, int most)
{
	int lane = threadIdx.x % WARP, sum = 0;

	for (int k = lane; k < most; k += WARP) {
		if (k % 3 == 0)
			sum += in[k % n];
		for (int j = lane; j < 64; j += WARP)
			if (in[j % n] > k)
				sum ^= j;
	}
	for (int step = WARP / 2; step > 0; step /= 2)
		sum += __shfl_xor_sync(~0u, sum, step);
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// ---- signs

__global__ void
signs(unsigned *out)
{
	int t = threadIdx.x, lane = t & 31, high = t << 28, higher = lane << 27;
	unsigned r = 0;

	r |= (high < 0) << 0;
	r |= (high >= 0) << 1;
	r |= (higher < 0) << 2;
	r |= ((long)higher < 0) << 3;
	r |= ((unsigned)high > 0x7fffffffu) << 4;
	r |= (high > -1) << 5;
	r |= (unsigned)(high >> 30) << 8;
	out[t] = r;
}

int
main()
{
	const int n = 1900, threads = 128, blocks = 2;
	std::vector<int> in(n);

	for (int i = 0; i < n; i++)
		in[i] = (i * 2654435761u >> 7) & 15;
	int *a = to_device(in), *r = device_array<int>(n), *s = device_array<int>(threads * blocks);
	unsigned *g = device_array<unsigned>(threads);

	ranks<<<blocks, threads>>>(a, r, n, 4);
	std::vector<int> out = to_host(r, n), want(n);
	for (int first = 0; first < n; first += RUN) {
		int next[16] = {0};
		for (int i = first; i < n && i < first + RUN; i++)
			want[i] = next[in[i]]++;
	}
	printf("ranks: %d\n", out == want);

	for (int most : {0, 31, 32, 64, 100}) {
		long all = 0;
		sums<<<blocks, threads>>>(a, s, n, most);
		std::vector<int> got = to_host(s, threads * blocks);
		int expect = 0;
		for (int lane = 0; lane < WARP; lane++) {
			int sum = 0;
			for (int k = lane; k < most; k += WARP) {
				if (k % 3 == 0)
					sum += in[k % n];
				for (int j = lane; j < 64; j += WARP)
					if (in[j % n] > k)
						sum ^= j;
			}
			expect += sum;
		}
		for (int x : got)
			all += x == expect;
		printf("sums below %d: %ld\n", most, all);
	}

	signs<<<1, threads>>>(g);
	std::vector<unsigned> bits = to_host(g, threads);
	int right = 0;
	for (int t = 0; t < threads; t++) {
		int high = (int)((unsigned)t << 28), higher = (int)((t & 31u) << 27);
		unsigned x = (high < 0) | (high >= 0) << 1 | (higher < 0) << 2 |
			     (higher < 0) << 3 | (high < 0) << 4 | (high >= 0) << 5 |
			     (unsigned)(high >> 30) << 8;
		right += bits[t] == x;
	}
	printf("signs: %d\n", right);
	return 0;
}
