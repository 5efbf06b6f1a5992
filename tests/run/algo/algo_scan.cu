// algo_scan: prefix sums: Blelloch in shared memory, Hillis-Steele, and over many
// blocks in three kernels.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { B = 128 };

// Exclusive, work-efficient: up-sweep and down-sweep.
__global__ void
blelloch(const int *in, int *out, int *sums, int n)
{
	__shared__ int s[2 * B];
	int t = threadIdx.x, base = blockIdx.x * 2 * B;
	s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
	s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
	int offset = 1;
	for (int d = B; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
		offset *= 2;
	}
	if (t == 0) {
		sums[blockIdx.x] = s[2 * B - 1];
		s[2 * B - 1] = 0;
	}
	for (int d = 1; d < 2 * B; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1,
			    x = s[a];
			s[a] = s[b];
			s[b] += x;
		}
	}
	__syncthreads();
	if (base + 2 * t < n)
		out[base + 2 * t] = s[2 * t];
	if (base + 2 * t + 1 < n)
		out[base + 2 * t + 1] = s[2 * t + 1];
}

// Inclusive, one block, double buffered.
__global__ void
hillis_steele(int *data, int n)
{
	extern __shared__ int buf[];
	int t = threadIdx.x, cur = 0;
	buf[t] = t < n ? data[t] : 0;
	__syncthreads();
	for (int k = 1; k < n; k *= 2) {
		int nxt = 1 - cur;
		buf[nxt * blockDim.x + t] =
			buf[cur * blockDim.x + t] +
			(t >= k ? buf[cur * blockDim.x + t - k] : 0);
		cur = nxt;
		__syncthreads();
	}
	if (t < n)
		data[t] = buf[cur * blockDim.x + t];
}

__global__ void
add_before(int *out, const int *sums, int n)
{
	int i = blockIdx.x * 2 * B + threadIdx.x;
	int add = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
	if (i < n)
		out[i] += add;
	if (i + B < n)
		out[i + B] += add;
}

int
main()
{
	for (int n : {1, 255, 256, 257, 10000, 65536}) {
		std::vector<int> a(n), want(n);
		unsigned seed = n;
		int sum = 0;
		for (int i = 0; i < n; i++) {
			a[i] = next_random(seed) % 10;
			want[i] = sum;
			sum += a[i];
		}
		int blocks = (n + 2 * B - 1) / (2 * B);
		int *d = to_device(a), *out = device_array<int>(n),
		    *sums = device_array<int>(blocks);
		blelloch<<<blocks, B>>>(d, out, sums, n);
		hillis_steele<<<1, blocks, 2 * blocks * sizeof(int)>>>(sums, blocks);
		add_before<<<blocks, B>>>(out, sums, n);
		SYNC();
		char name[32];
		snprintf(name, sizeof name, "scan of %d", n);
		same(name, to_host(out, n), want);
		CK(cudaFree(d));
		CK(cudaFree(out));
		CK(cudaFree(sums));
	}
}
