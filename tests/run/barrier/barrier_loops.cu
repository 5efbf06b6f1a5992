// barrier_loops: uniform loops around barriers, non-uniform loops between them, nested
// both ways.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
mixed(int *out, int rounds)
{
	__shared__ int s[64];
	int t = threadIdx.x, acc = 0;
	s[t] = t;
	for (int r = 0; r < rounds; r++) { // uniform
		__syncthreads();
		int v = 0;
		for (int k = 0; k <= t % (r + 2); k++) // per thread
			v += s[(t + k) % 64];
		__syncthreads();
		s[t] = v % 1000;
		int depth = 1 << r;
		while (depth > 1) { // uniform, from a computed value
			__syncthreads();
			if (t < depth)
				acc += s[t + depth / 2 < 64 ? t + depth / 2 : t];
			depth >>= 1;
		}
	}
	out[blockIdx.x * 64 + t] = acc * 1000 + s[t];
}

// A loop with a uniform but unprovable bound inside another.
__global__ void
triangle(const int *n, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x, count = 0;
	s[t] = t;
	__syncthreads();
	for (int i = 0; i < n[0]; i++)
		for (int j = i; j < n[1]; j += n[2]) {
			int v = s[(t + i) % 32] + s[(t + j) % 32];
			__syncthreads();
			s[t] = v & 1023;
			count++;
			__syncthreads();
		}
	out[t] = s[t] * 100 + count;
}

int
main()
{
	const int rounds = 5;
	int s[64], acc[64] = {0};
	std::vector<int> want(128);
	for (int t = 0; t < 64; t++)
		s[t] = t;
	for (int r = 0; r < rounds; r++) {
		int v[64] = {0};
		for (int t = 0; t < 64; t++)
			for (int k = 0; k <= t % (r + 2); k++)
				v[t] += s[(t + k) % 64];
		for (int t = 0; t < 64; t++)
			s[t] = v[t] % 1000;
		for (int depth = 1 << r; depth > 1; depth >>= 1)
			for (int t = 0; t < 64 && t < depth; t++)
				acc[t] += s[t + depth / 2 < 64 ? t + depth / 2 : t];
	}
	for (int i = 0; i < 128; i++)
		want[i] = acc[i % 64] * 1000 + s[i % 64];
	int *d = device_array<int>(128);
	mixed<<<2, 64>>>(d, rounds);
	SYNC();
	same("mixed", to_host(d, 128), want);

	std::vector<int> n = {4, 9, 2}, w(32), u(32);
	int count = 0;
	for (int t = 0; t < 32; t++)
		u[t] = t;
	for (int i = 0; i < 4; i++)
		for (int j = i; j < 9; j += 2) {
			std::vector<int> v(32);
			for (int t = 0; t < 32; t++)
				v[t] = (u[(t + i) % 32] + u[(t + j) % 32]) & 1023;
			u = v;
			count++;
		}
	for (int t = 0; t < 32; t++)
		w[t] = u[t] * 100 + count;
	int *dn = to_device(n);
	triangle<<<1, 32>>>(dn, d);
	SYNC();
	same("triangle", to_host(d, 32), w);
}
