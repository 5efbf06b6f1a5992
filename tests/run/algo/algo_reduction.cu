// algo_reduction: sums, minima and argmax over blocks in several styles, any size.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Interleaved, sequential and two-loads-per-thread versions give the same sum.
template <int Style>
__global__ void
reduce(const int *in, int n, long long *out)
{
	extern __shared__ long long s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	long long v = i < n ? in[i] : 0;
	if (Style == 2)
		for (i += gridDim.x * blockDim.x; i < n; i += gridDim.x * blockDim.x)
			v += in[i];
	s[t] = v;
	__syncthreads();
	if (Style == 0) {
		for (int k = 1; k < (int)blockDim.x; k *= 2) {
			if (t % (2 * k) == 0 && t + k < (int)blockDim.x)
				s[t] += s[t + k];
			__syncthreads();
		}
	} else {
		for (int size = blockDim.x; size > 1;) { // any block size
			int half = (size + 1) / 2;
			if (t < size / 2)
				s[t] += s[t + half];
			size = half;
			__syncthreads();
		}
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

__global__ void
argmax(const int *in, int n, int *value, int *index)
{
	__shared__ int v[128], x[128];
	int t = threadIdx.x;
	v[t] = -2147483647 - 1;
	x[t] = -1;
	for (int i = t; i < n; i += 128)
		if (in[i] > v[t]) {
			v[t] = in[i];
			x[t] = i;
		}
	__syncthreads();
	for (int k = 64; k > 0; k >>= 1) {
		if (t < k &&
		    (v[t + k] > v[t] || (v[t + k] == v[t] && x[t + k] < x[t]))) {
			v[t] = v[t + k];
			x[t] = x[t + k];
		}
		__syncthreads();
	}
	if (t == 0) {
		*value = v[0];
		*index = x[0];
	}
}

int
main()
{
	const int n = 20011;
	std::vector<int> a(n);
	unsigned seed = 4;
	long long want = 0;
	int best = 0;
	for (int i = 0; i < n; i++) {
		a[i] = (int)(next_random(seed) % 100000) - 40000;
		want += a[i];
		best = a[i] > a[best] ? i : best;
	}
	int *d = to_device(a);
	for (int threads : {1, 32, 100, 256, 1000}) {
		long long sums[3];
		for (int style = 0; style < 3; style++) {
			int blocks = style == 2 ? 3 : (n + threads - 1) / threads;
			long long *out = device_array<long long>(blocks);
			size_t bytes = threads * sizeof(long long);
			if (style == 0)
				reduce<0><<<blocks, threads, bytes>>>(d, n, out);
			else if (style == 1)
				reduce<1><<<blocks, threads, bytes>>>(d, n, out);
			else
				reduce<2><<<blocks, threads, bytes>>>(d, n, out);
			SYNC();
			sums[style] = 0;
			for (long long v : to_host(out, blocks))
				sums[style] += v;
			CK(cudaFree(out));
		}
		printf("%d threads: %s\n", threads,
		       sums[0] == want && sums[1] == want && sums[2] == want ? "OK"
									     : "WRONG");
	}
	int *vi = device_array<int>(2);
	argmax<<<1, 128>>>(d, n, vi, vi + 1);
	SYNC();
	std::vector<int> h = to_host(vi, 2);
	printf("argmax: %s\n", h[0] == a[best] && h[1] == best ? "OK" : "WRONG");
}
