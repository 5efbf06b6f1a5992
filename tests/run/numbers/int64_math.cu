// int64_math: 64-bit products, quotients, modular powers and 128-bit products by hand.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

typedef unsigned long long u64;

static __host__ __device__ u64
mulmod(u64 a, u64 b, u64 m)
{
	u64 r = 0;
	while (b) {
		if (b & 1)
			r = r >= m - a ? r - (m - a) : r + a;
		a = a >= m - a ? a - (m - a) : a + a;
		b >>= 1;
	}
	return r;
}

static __host__ __device__ u64
powmod(u64 a, u64 e, u64 m)
{
	u64 r = 1;
	for (a %= m; e; e >>= 1, a = mulmod(a, a, m))
		if (e & 1)
			r = mulmod(r, a, m);
	return r;
}

static __host__ __device__ long long
mix(long long a, long long b)
{
	long long r = a * b + a / (b | 1) - a % (b | 1);
	r ^= r >> 17;
	r += (u64)a / ((u64)b | 1);
	r -= (long long)((u64)a % ((u64)b | 3));
	return r < 0 ? -r : r;
}

__global__ void
kernel(const long long *in, int n, long long *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long a = in[i], b = in[(i + 1) % n];
	out[i] = mix(a, b) ^ (long long)powmod((u64)a, 1000003, 0xffffffffffffffc5ull);
}

int
main()
{
	const int n = 200;
	std::vector<long long> in(n), want(n);
	unsigned seed = 99;
	for (long long &v : in)
		for (int k = 0; k < 3; k++)
			v = (long long)((u64)v << 20 ^ next_random(seed));
	for (int i = 0; i < n; i++)
		want[i] = mix(in[i], in[(i + 1) % n]) ^
			  (long long)powmod((u64)in[i], 1000003, 0xffffffffffffffc5ull);
	long long *d = to_device(in), *o = device_array<long long>(n);
	kernel<<<4, 50>>>(d, n, o);
	SYNC();
	same("64 bits", to_host(o, n), want);
	// Fermat: a prime below 2^64
	printf("%llu\n", powmod(12345, 0xffffffffffffffc4ull, 0xffffffffffffffc5ull));
}
