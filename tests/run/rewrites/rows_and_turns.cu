// rows_and_turns: rows of a block that read the same, and blocks whose threads are neighbours in
// memory along y or z: guards that hold for some rows only, early ends, rows with a way of their
// own, private arrays, doubles, counts of rows that are no multiple of anything, what may not be
// changed, launches of another shape, and names of threads.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 53, M = 37 };

#define PLACE                                                                          \
	int x = blockIdx.x * blockDim.x + threadIdx.x;                                 \
	int y = blockIdx.y * blockDim.y + threadIdx.y

// Each shape of blocks is another kernel.
template <typename T, int X, int Y>
__global__ void
product(const T *a, const T *b, T *c, int n, int m)
{
	PLACE;
	if (x < n && y < m) {
		T s = 0;
		for (int k = 0; k < n; k++)
			s += a[y * n + k] * b[k * n + x];
		c[y * n + x] = s;
	}
}

// x is y: rows of memory lie along y.
template <typename T, int X, int Y>
__global__ void
turned(const T *a, const T *b, T *c, int n, int m)
{
	PLACE;
	if (x >= m)
		return;
	if (y >= n)
		return;
	T s = 0;
	for (int k = 0; k < n; k++)
		s += a[x * n + k] * b[k * n + y];
	c[x * n + y] = s;
}

// Some rows do something else, and one has an array to go through.
template <int X, int Y>
__global__ void
mixed(const int *a, const int *b, int *c, int n, int m)
{
	PLACE;
	int last[5], s = y;

	if (x >= n || y >= m)
		return;
	for (int k = 0; k < 5; k++)
		last[k] = a[(y * 5 + k) % (n * m)];
	for (int k = 0; k < n; k++) {
		int f = b[k * n + x];

		s += y == 5 ? f : 2 * f;
		last[(k + f) % 5] += f;
		if (f > 30)
			s ^= last[k % 5];
	}
	if (y < 7)
		s += 1000;
	else if (threadIdx.y == 2)
		s -= 5;
	c[y * n + x] = s + last[y % 5];
}

// What each thread adds to in memory.
template <int X, int Y>
__global__ void
update(const float *a, const float *b, float *c, int n, int m)
{
	PLACE;
	if (x < n && y < m) {
		c[y * n + x] *= 0.5f;
		for (int k = 0; k < m; k++)
			c[y * n + x] += a[k * n + y] * b[k * n + x];
	}
}

// Neighbours along y, around a place, at edges, and in a ring.
template <int X, int Y>
__global__ void
around(const int *in, int *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;
	int s = 0;

	if (i >= m || j >= n)
		return;
	for (int d = -2; d <= 2; d++) {
		s += in[i * n + min(max(j + d, 0), n - 1)];
		s += 3 * in[(i + d + m) % m * n + j];
	}
	if (i > 0 && j > 0)
		s -= in[(i - 1) * n + j - 1];
	out[i * n + j] = s * 100 + threadIdx.x % 10 + 10 * (blockIdx.y % 10);
}

template <int X, int Y, int Z>
__global__ void
volume(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;
	int k = blockIdx.z * blockDim.z + threadIdx.z;
	int at = (i * n + j) * n + k;

	if (i < n && j < n && k < n)
		out[at] = in[at] + (k > 0 ? in[at - 1] : 0) +
			  (i < n - 1 ? in[at + n * n] : 0) + (int)gridDim.x +
			  2 * (int)gridDim.z + 4 * (int)blockDim.x + 8 * (int)blockDim.z;
}

// Counted in an order that nobody knows, by neighbours along y.
__global__ void
counted(const int *in, int *out, int n)
{
	int x = threadIdx.x, y = threadIdx.y;

	atomicAdd(&out[in[x * n + y] & 7], x * n + y);
}

// Warps are rows of x.
__global__ void
exchanged(const int *in, int *out, int n)
{
	int x = threadIdx.x, y = threadIdx.y;
	int s = in[x * n + y];

	for (int k = 0; k < 5; k++)
		s += __shfl_xor_sync(0xffffffffu, s, 1 << k) * in[k * n + x];
	out[x * n + y] = s;
}

template <typename T, typename K>
static void
products(const char *what, K kernel, dim3 block, bool down)
{
	std::vector<T> a(N * N), b(N * N), want(N * N, 0);

	for (int i = 0; i < N * N; i++) {
		a[i] = (T)(i * 7 % 23 - 11);
		b[i] = (T)(i * 5 % 19 - 9);
	}
	for (int y = 0; y < M; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < N; k++)
				want[y * N + x] += a[y * N + k] * b[k * N + x];
	T *da = to_device(a), *db = to_device(b), *dc = device_array<T>(N * N);
	int nx = down ? M : N, ny = down ? N : M;
	dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);

	kernel(grid, da, db, dc);
	SYNC();
	same(what, to_host(dc, N * N), want);
}

#define PRODUCT(T, name, X, Y)                                                         \
	products<T>(#name " " #T " " #X "x" #Y,                                        \
		    [](dim3 grid, const T *a, const T *b, T *c) {                      \
			    name<T, X, Y><<<grid, dim3(X, Y)>>>(a, b, c, N, M);        \
		    },                                                                 \
		    dim3(X, Y), #name[0] == 't')

#define SHOW(what, c, n) printf("%s: %08x\n", what, checksum_of(c, n))

int
main()
{
	std::vector<int> in(N * N * N);
	std::vector<float> f(N * N);

	for (size_t i = 0; i < in.size(); i++)
		in[i] = (int)(i * i % 61 + i % 7);
	for (size_t i = 0; i < f.size(); i++)
		f[i] = (float)(i % 13) * 0.25f - 1;
	int *din = to_device(in), *db = to_device(in), *out;
	float *df = to_device(f), *dg = to_device(f), *dc = to_device(f);

	PRODUCT(float, product, 16, 16);
	PRODUCT(float, product, 32, 8);
	PRODUCT(float, product, 8, 6);
	PRODUCT(float, product, 7, 5);
	PRODUCT(double, product, 16, 4);
	PRODUCT(int, product, 4, 12);
	PRODUCT(float, turned, 16, 16);
	PRODUCT(double, turned, 32, 8);
	PRODUCT(int, turned, 5, 4);
	PRODUCT(short, turned, 4, 64);

	out = device_array<int>(N * M);
	mixed<16, 8><<<dim3(4, 5), dim3(16, 8)>>>(din, db, out, N, M);
	SYNC();
	SHOW("mixed", out, N * M);
	mixed<4, 4><<<dim3(14, 10), dim3(4, 4)>>>(din, db, out, N, M);
	SYNC();
	SHOW("mixed, few", out, N * M);
	update<8, 8><<<dim3(7, 5), dim3(8, 8)>>>(df, dg, dc, N, M);
	SYNC();
	SHOW("update", dc, N * N);
	around<16, 16><<<dim3(3, 4), dim3(16, 16)>>>(din, out, N, M);
	SYNC();
	SHOW("around", out, N * M);
	around<4, 32><<<dim3(10, 2), dim3(4, 32)>>>(din, out, N, M);
	SYNC();
	SHOW("around, wide", out, N * M);

	int *all = device_array<int>(N * N * N);
	volume<8, 8, 8><<<dim3(7, 7, 7), dim3(8, 8, 8)>>>(din, all, N);
	SYNC();
	SHOW("volume", all, N * N * N);
	volume<2, 4, 32><<<dim3(27, 14, 2), dim3(2, 4, 32)>>>(din, all, N);
	SYNC();
	SHOW("volume, wide", all, N * N * N);
	int n = N;
	void *args[] = {&din, &all, &n};
	CK(cudaLaunchKernel((void *)volume<2, 4, 32>, dim3(1, 53, 53), dim3(53, 1, 1), args,
			    0, nullptr));
	SYNC();
	SHOW("volume, another shape", all, N * N * N);

	CK(cudaMemset(out, 0, 8 * sizeof *out));
	counted<<<1, dim3(32, 32)>>>(din, out, 32);
	SYNC();
	SHOW("counted", out, 8);
	exchanged<<<1, dim3(32, 32)>>>(din, out, 32);
	SYNC();
	SHOW("exchanged", out, 32 * 32);
	return 0;
}
