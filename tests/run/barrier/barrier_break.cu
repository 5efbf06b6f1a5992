// barrier_break: break, continue and return between barriers of one loop.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// The whole block leaves between the two barriers of the round where the sum passes the
// limit.
__global__ void
until(const int *limit, int *out)
{
	__shared__ int s[64];
	__shared__ int total;
	int t = threadIdx.x, round = 0;
	s[t] = 0;
	for (;; round++) {
		s[t] += t + round;
		__syncthreads();
		if (t == 0) {
			int k = 0;
			for (int i = 0; i < 64; i++)
				k += s[i];
			total = k;
		}
		__syncthreads();
		if (total > limit[blockIdx.x])
			break;
		__syncthreads();
		s[t] += 1;
	}
	out[blockIdx.x * 64 + t] = round * 100000 + total;
}

// continue skips the second barrier, uniformly.
__global__ void
skip(int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x, acc = 0;
	s[t] = t;
	for (int k = 0; k < 9; k++) {
		__syncthreads();
		int v = s[(t + k) % 32];
		if (k % 3 == 1) {
			acc += v * 10;
			continue;
		}
		__syncthreads();
		s[t] = v + 1;
		acc += v;
		if (k == 6)
			break;
	}
	out[blockIdx.x * 32 + t] = acc;
}

// break out of two loops, with a barrier in the inner one.
__global__ void
nested(int *out, int stop)
{
	__shared__ int s;
	int t = threadIdx.x, n = 0;
	if (t == 0)
		s = 0;
	__syncthreads();
	for (int i = 0; i < 10; i++) {
		for (int j = 0; j < 10; j++) {
			if (t == j)
				s += 1;
			__syncthreads();
			n++;
			if (s >= stop)
				break;
			__syncthreads();
		}
		if (s >= stop)
			break;
		__syncthreads();
	}
	out[t] = n * 1000 + s;
}

int
main()
{
	std::vector<int> limit = {0, 3000, 10000, 50000}, want(256);
	for (int b = 0; b < 4; b++) {
		int sum = 0, round = 0;
		for (;; round++) {
			sum += 63 * 32 + 64 * round;
			if (sum > limit[b])
				break;
			sum += 64;
		}
		for (int t = 0; t < 64; t++)
			want[b * 64 + t] = round * 100000 + sum;
	}
	int *dl = to_device(limit), *d = device_array<int>(256);
	until<<<4, 64>>>(dl, d);
	SYNC();
	same("until", to_host(d, 256), want);

	int s[32], acc[32] = {0};
	for (int t = 0; t < 32; t++)
		s[t] = t;
	for (int k = 0; k < 7; k++) {
		int v[32];
		for (int t = 0; t < 32; t++)
			v[t] = s[(t + k) % 32];
		for (int t = 0; t < 32; t++) {
			acc[t] += k % 3 == 1 ? v[t] * 10 : v[t];
			if (k % 3 != 1)
				s[t] = v[t] + 1;
		}
	}
	std::vector<int> wskip(64);
	for (int i = 0; i < 64; i++)
		wskip[i] = acc[i % 32];
	skip<<<2, 32>>>(d);
	SYNC();
	same("skip", to_host(d, 64), wskip);

	for (int stop : {1, 5, 23, 1000}) {
		nested<<<1, 40>>>(d, stop);
		SYNC();
		std::vector<int> h = to_host(d, 40);
		printf("stop %d: %d %d\n", stop, h[0], h[39]);
	}
}
