// algo_compaction: stream compaction that keeps the order: predicate, block scan,
// scatter.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { B = 128 };

__device__ int
block_scan(int v, int *total)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = v;
	__syncthreads();
	for (int k = 1; k < B; k <<= 1) {
		int x = t >= k ? s[t - k] : 0;
		__syncthreads();
		s[t] += x;
		__syncthreads();
	}
	*total = s[B - 1];
	int r = s[t] - v;
	__syncthreads();
	return r;
}

template <bool Write>
__global__ void
pass(const int *in, int n, int *counts, int *out)
{
	int i = blockIdx.x * B + threadIdx.x, total;
	int keep = i < n && in[i] % 3 == 0;
	int at = block_scan(keep, &total);
	if (!Write) {
		if (threadIdx.x == 0)
			counts[blockIdx.x] = total;
	} else if (keep)
		out[counts[blockIdx.x] + at] = in[i];
}

__global__ void
scan_counts(int *counts, int n, int *all)
{
	int carry = 0, total;
	for (int base = 0; base < n; base += B) {
		int i = base + threadIdx.x;
		int r = block_scan(i < n ? counts[i] : 0, &total);
		if (i < n)
			counts[i] = carry + r;
		carry += total;
	}
	if (threadIdx.x == 0)
		*all = carry;
}

int
main()
{
	const int n = 30001, blocks = (n + B - 1) / B;
	std::vector<int> a(n), want;
	unsigned seed = 17;
	for (int &v : a) {
		v = next_random(seed) % 100000;
		if (v % 3 == 0)
			want.push_back(v);
	}
	int *d = to_device(a), *counts = device_array<int>(blocks),
	    *out = device_array<int>(n), *all = device_array<int>(1);
	pass<false><<<blocks, B>>>(d, n, counts, nullptr);
	scan_counts<<<1, B>>>(counts, blocks, all);
	pass<true><<<blocks, B>>>(d, n, counts, out);
	SYNC();
	int m = to_host(all, 1)[0];
	printf("kept %d of %d\n", m, n);
	same("kept", to_host(out, m), want);
}
