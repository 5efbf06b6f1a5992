// row_stop: guards on threadIdx.x that the rest of a row fails, with and without values that
// live on behind the barrier; loops over the grid in large strides.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// The classic: ever fewer threads add.
__global__ void
tree(const int *in, int *out)
{
	extern __shared__ int s[];
	unsigned t = threadIdx.x + threadIdx.y * blockDim.x, n = blockDim.x * blockDim.y;
	s[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (unsigned k = n / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

// The same along each row.
__global__ void
lines(const int *in, int *out)
{
	extern __shared__ int s[];
	unsigned t = threadIdx.x, row = threadIdx.y * blockDim.x;
	s[row + t] = in[blockIdx.x * blockDim.x * blockDim.y + row + t];
	__syncthreads();
	for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[row + t] += s[row + t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x * blockDim.y + threadIdx.y] = s[row];
}

// Rows stop on their own, and what a thread keeps must not get lost.
__global__ void
rows(int *out, int first)
{
	__shared__ int s[1024];
	unsigned x = threadIdx.x, y = threadIdx.y, t = x + y * blockDim.x;
	int mine = (int)(t * 7 + 1);
	s[t] = 0;
	__syncthreads();
	for (int k = first; k > 0; k -= 5) {
		if ((int)x < k)
			s[t] += mine;
		__syncthreads();
		if (x >= (unsigned)k)
			s[t] -= 1;
		mine ^= k;
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x * blockDim.y + t] = s[t] + mine;
}

// A limit of each thread's own: the row goes on.
__global__ void
own_limit(const int *limit, int *out, int k)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	if (t < limit[t])
		out[t] = t + 1;
	if (k == 0)
		return;
	s[t] = limit[255 - t];
	__syncthreads();
	if (t < s[t])
		out[t] += 1000;
}

__global__ void
own_limit_only(const int *limit, int *out)
{
	if ((int)threadIdx.x < limit[threadIdx.x])
		out[threadIdx.x] = 5;
}

__global__ void
strided(const unsigned char *in, int n, unsigned *counts)
{
	__shared__ unsigned s[64];
	for (unsigned k = threadIdx.x; k < 64; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 63], 1u);
	__syncthreads();
	for (unsigned k = threadIdx.x; k < 64; k += blockDim.x)
		atomicAdd(&counts[k], s[k]);
}

static void
test_tree(int threads)
{
	std::vector<int> in(4 * threads), want(4);
	for (size_t k = 0; k < in.size(); k++)
		want[k / threads] += in[k] = (int)(k * 37 % 101) - 50;
	int *out = device_array<int>(4);
	tree<<<4, dim3(threads / 2, 2), threads * 4>>>(to_device(in), out);
	SYNC();
	same("tree", to_host(out, 4), want);
}

static void
test_lines(int x, int y)
{
	std::vector<int> in(2 * x * y), want(2 * y);
	for (size_t k = 0; k < in.size(); k++)
		want[k / x] += in[k] = (int)(k * 61 % 97) - 40;
	int *out = device_array<int>(2 * y);
	lines<<<2, dim3(x, y), x * y * 4>>>(to_device(in), out);
	SYNC();
	same("lines", to_host(out, 2 * y), want);
}

static void
test_rows(int x, int y, int first)
{
	std::vector<int> want(2 * x * y);
	for (int t = 0; t < x * y; t++) {
		int mine = t * 7 + 1, s = 0;
		for (int k = first; k > 0; k -= 5) {
			if (t % x < k)
				s += mine;
			else
				s -= 1;
			mine ^= k;
		}
		want[t] = want[t + x * y] = s + mine;
	}
	int *out = device_array<int>(2 * x * y);
	rows<<<2, dim3(x, y)>>>(out, first);
	SYNC();
	same("rows", to_host(out, 2 * x * y), want);
}

static void
test_strided(int n, int blocks, int threads)
{
	std::vector<unsigned char> in(n);
	std::vector<unsigned> want(64);
	for (int k = 0; k < n; k++)
		want[(in[k] = (unsigned char)(k * 13 + k / 7)) & 63]++;
	unsigned *out = device_array<unsigned>(64);
	strided<<<blocks, threads>>>(to_device(in), n, out);
	SYNC();
	same("strided", to_host(out, 64), want);
}

static void
test_own_limit()
{
	std::vector<int> limit(256), want(256), only(256);
	for (int t = 0; t < 256; t++)
		limit[t] = t / 16 % 2 ? 300 : 0;
	for (int t = 0; t < 256; t++) {
		want[t] = (t < limit[t] ? t + 1 : 0) + (t < limit[255 - t] ? 1000 : 0);
		only[t] = t < limit[t] ? 5 : 0;
	}
	int *out = to_device(std::vector<int>(256)), *in = to_device(limit);
	own_limit<<<1, 256>>>(in, out, 1);
	SYNC();
	same("own limit", to_host(out, 256), want);
	out = to_device(std::vector<int>(256));
	own_limit_only<<<1, 256>>>(in, out);
	SYNC();
	same("own limit only", to_host(out, 256), only);
}

int
main()
{
	test_own_limit();
	for (int threads : {64, 128, 256, 1024})
		test_tree(threads);
	for (int x : {1, 8, 32, 128})
		for (int y : {1, 3, 8})
			test_lines(x, y);
	for (int x : {1, 7, 16, 40, 100})
		for (int first : {1, 16, 23, 101})
			test_rows(x, 5, first);
	test_strided(100000, 3, 96);
	test_strided(1000, 40, 33);
	test_strided(31, 2, 256);
}
