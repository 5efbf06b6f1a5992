// algo_radix_sort: least-significant-digit radix sort: count, scan, stable scatter, in
// eight passes of four bits.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

enum { B = 64 };

__global__ void
count(const unsigned *keys, unsigned *hist, int n, int shift)
{
	__shared__ unsigned s[16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * B + threadIdx.x;
	if (i < n)
		atomicAdd(&s[keys[i] >> shift & 15], 1u);
	__syncthreads();
	if (threadIdx.x < 16)
		hist[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

__global__ void
scan(unsigned *a, int n)
{
	__shared__ unsigned s[256];
	__shared__ unsigned carry;
	int t = threadIdx.x;
	if (t == 0)
		carry = 0;
	for (int base = 0; base < n; base += 256) {
		unsigned mine = base + t < n ? a[base + t] : 0;
		s[t] = mine;
		__syncthreads();
		for (int k = 1; k < 256; k <<= 1) {
			unsigned v = t >= k ? s[t - k] : 0;
			__syncthreads();
			s[t] += v;
			__syncthreads();
		}
		if (base + t < n)
			a[base + t] = carry + s[t] - mine;
		__syncthreads();
		if (t == 255)
			carry += s[255];
		__syncthreads();
	}
}

__global__ void
scatter(const unsigned *keys, const int *vals, unsigned *out, int *vout,
	const unsigned *hist, int n, int shift)
{
	__shared__ unsigned char digit[B];
	int t = threadIdx.x, i = blockIdx.x * B + t;
	digit[t] = i < n ? keys[i] >> shift & 15 : 255;
	__syncthreads();
	if (i >= n)
		return;
	int rank = 0;
	for (int k = 0; k < t; k++)
		rank += digit[k] == digit[t];
	unsigned at = hist[digit[t] * gridDim.x + blockIdx.x] + rank;
	out[at] = keys[i];
	vout[at] = vals[i];
}

int
main()
{
	const int n = 5000, blocks = (n + B - 1) / B;
	std::vector<unsigned> keys(n), wk(n);
	std::vector<int> vals(n);
	unsigned seed = 15;
	for (int i = 0; i < n; i++) {
		keys[i] = next_random(seed) * 255u % 100000u << (i % 14);
		vals[i] = i;
	}
	std::vector<int> wv = vals;
	std::sort(wv.begin(), wv.end(), [&](int a, int b) {
		return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
	});
	for (int i = 0; i < n; i++)
		wk[i] = keys[wv[i]];
	unsigned *k1 = to_device(keys), *k2 = device_array<unsigned>(n),
		 *hist = device_array<unsigned>(16 * blocks);
	int *v1 = to_device(vals), *v2 = device_array<int>(n);
	for (int shift = 0; shift < 32; shift += 4) {
		count<<<blocks, B>>>(k1, hist, n, shift);
		scan<<<1, 256>>>(hist, 16 * blocks);
		scatter<<<blocks, B>>>(k1, v1, k2, v2, hist, n, shift);
		std::swap(k1, k2);
		std::swap(v1, v2);
	}
	SYNC();
	same("keys", to_host(k1, n), wk);
	same("values, stable", to_host(v1, n), wv);
}
