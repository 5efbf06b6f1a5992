// barrier_data_loop: loops around barriers with trip counts from memory, different per
// block and per warp.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
per_block(const int *count, const int *in, int *out)
{
	__shared__ int s[2][64];
	int t = threadIdx.x, n = count[blockIdx.x], cur = 0;
	s[0][t] = in[t];
	__syncthreads();
	for (int k = 0; k < n; k++) {
		s[1 - cur][t] = s[cur][(t + 63) % 64] + s[cur][(t + 1) % 64];
		cur = 1 - cur;
		__syncthreads();
	}
	out[blockIdx.x * 64 + t] = s[cur][t];
}

// Collatz: the block goes on until its slowest thread is done; the step count is data
// dependent.
__global__ void
collatz(int *steps)
{
	__shared__ int active;
	int t = threadIdx.x;
	unsigned v = blockIdx.x * blockDim.x + t + 1;
	int n = 0;
	for (;;) {
		if (t == 0)
			active = 0;
		__syncthreads();
		if (v != 1) {
			v = v % 2 ? 3 * v + 1 : v / 2;
			n++;
			active = 1;
		}
		__syncthreads();
		int go = active;
		__syncthreads();
		if (!go)
			break;
	}
	steps[blockIdx.x * blockDim.x + t] = n;
}

int
main()
{
	std::vector<int> count = {0, 1, 2, 7, 20, 3}, in(64), want(6 * 64);
	for (int i = 0; i < 64; i++)
		in[i] = i % 5;
	for (int b = 0; b < 6; b++) {
		std::vector<int> s = in;
		for (int k = 0; k < count[b]; k++) {
			std::vector<int> n(64);
			for (int t = 0; t < 64; t++)
				n[t] = (int)((unsigned)s[(t + 63) % 64] +
					     s[(t + 1) % 64]);
			s = n;
		}
		for (int t = 0; t < 64; t++)
			want[b * 64 + t] = s[t];
	}
	int *dc = to_device(count), *di = to_device(in), *d = device_array<int>(6 * 64);
	per_block<<<6, 64>>>(dc, di, d);
	SYNC();
	same("per block", to_host(d, 6 * 64), want);

	std::vector<int> w2(320);
	for (int i = 0; i < 320; i++) {
		unsigned v = i + 1;
		while (v != 1) {
			v = v % 2 ? 3 * v + 1 : v / 2;
			w2[i]++;
		}
	}
	collatz<<<5, 64>>>(d);
	SYNC();
	same("collatz", to_host(d, 320), w2);
}
