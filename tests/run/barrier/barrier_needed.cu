// barrier_needed: barriers that order something, next to some that look the same and do
// not; a wrong one left out shows in the results.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <vector>

enum { N = 64, BLOCKS = 3 };

// The own element needs no barrier, the neighbour's does.
__global__ void
own(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[t] = i * 3;
	__syncthreads();
	int x = s[t];
	__syncthreads();
	s[t] = x + 1;
	__syncthreads();
	out[i] = s[(t + 1) % N];
}

// Two threads share an element.
__global__ void
pairs(int *out)
{
	__shared__ int s[N / 2];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	if (t % 2)
		s[t / 2] = i;
	__syncthreads();
	out[i] = s[t / 2];
}

// Rows share what the first row writes.
__global__ void
rows(int *out)
{
	__shared__ int s[8];
	int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * 8 + y) * 8 + x;
	if (y == 7)
		s[x] = i;
	__syncthreads();
	out[i] = s[x];
	__syncthreads();
	if (y == 0)
		s[x] = -i;
	__syncthreads();
	out[i] += s[7 - x];
}

__global__ void
transposed(int *out)
{
	__shared__ int tile[8][8], wide[8][9];
	int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * 8 + y) * 8 + x;
	tile[y][x] = i;
	wide[y][x] = 2 * i;
	__syncthreads();
	out[i] = tile[x][y];
	__syncthreads();
	tile[y][x] = wide[y][x];
	__syncthreads();
	out[i] += tile[7 - y][x];
}

// What a round reads, the next one writes.
__global__ void
rounds(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t, sum = 0;
	for (int k = 0; k < n; k++) {
		s[t] = i + k * sum;
		__syncthreads();
		sum += s[(t + k) % N];
		__syncthreads();
	}
	out[i] = sum;
}

// Two buffers in turn: one barrier a round.
__global__ void
turns(int *out, int n)
{
	__shared__ int s[2][N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[0][t] = i;
	for (int k = 0; k < n; k++) {
		__syncthreads();
		s[(k + 1) & 1][t] = s[k & 1][(t + 1) % N] + s[k & 1][(t + 5) % N];
	}
	out[i] = s[n & 1][t];
}

// The same array by two names, the parts of an array by one.
__global__ void
names(int *a, const int *b, int *out)
{
	int t = threadIdx.x, i = blockIdx.x * N + t;
	a[i] = i * 5;
	__syncthreads();
	out[i] = b[blockIdx.x * N + N - 1 - t];
	__syncthreads();
	a[i] = out[blockIdx.x * N + (t ^ 1)];
}

// Some threads have gone.
__global__ void
leave(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	out[i] = 0;
	if (t >= n)
		return;
	s[t] = i;
	__syncthreads();
	int x = s[n - 1 - t];
	__syncthreads();
	s[t] = x;
	__syncthreads();
	out[i] = s[t] + s[0];
}

// Those that leave have left something.
__global__ void
legacy(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	if (t >= n) {
		s[t] = i;
		out[i] = 0;
		return;
	}
	__syncthreads();
	out[i] = s[N - 1 - t % 7];
}

// One thread decides, all follow, round by round.
__global__ void
lead(int *out, int n)
{
	__shared__ int next;
	int t = threadIdx.x, i = blockIdx.x * N + t, sum = 0;
	for (int k = 0; k < n; k++) {
		if (t == k % N)
			next = i * k;
		__syncthreads();
		sum += next;
		__syncthreads();
	}
	out[i] = sum;
}

__device__ int
exchange(int *s, int t, int x)
{
	s[t] = x;
	__syncthreads();
	int y = s[N - 1 - t];
	__syncthreads();
	return y;
}

__global__ void
twice(int *out)
{
	__shared__ int s[N], r[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	int x = exchange(s, t, i);
	int y = exchange(t < 1000 ? r : s, t, x + 1);
	out[i] = exchange(s, (t + 1) % N, y);
}

// A layer of a network, as Rodinia's: a product, and sums of columns by halves.
__global__ void
layer(const float *__restrict__ in, float *__restrict__ w, float *__restrict__ out)
{
	__shared__ float node[8], weights[8][8];
	int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * 8 + y) * 8 + x;
	if (x == 0)
		node[y] = in[blockIdx.x * 8 + y];
	__syncthreads();
	weights[y][x] = w[i];
	__syncthreads();
	weights[y][x] = weights[y][x] * node[y];
	__syncthreads();
	for (int k = 1; k <= 3; k++) {
		if (y % (1 << k) == 0)
			weights[y][x] += weights[y + (1 << (k - 1))][x];
		__syncthreads();
	}
	w[i] = weights[y][x];
	__syncthreads();
	if (x == 0)
		out[blockIdx.x * 8 + y] = weights[x][y];
}

static int *dev, *want;
static int bad;

static void
expect(const char *what)
{
	std::vector<int> got(N * BLOCKS);
	CK(cudaMemcpy(got.data(), dev, sizeof(int) * N * BLOCKS,
			 cudaMemcpyDeviceToHost));
	for (int i = 0; i < N * BLOCKS; i++)
		if (got[i] != want[i]) {
			printf("%s: element %d is %d, not %d\n", what, i, got[i], want[i]);
			bad++;
			return;
		}
}

static void
check_rounds(int n)
{
	std::vector<int> sum(N), s(N), u(N);
	rounds<<<BLOCKS, N>>>(dev, n);
	for (int b = 0; b < BLOCKS; b++) {
		for (int t = 0; t < N; t++)
			sum[t] = 0;
		for (int k = 0; k < n; k++) {
			for (int t = 0; t < N; t++)
				s[t] = b * N + t + k * sum[t];
			for (int t = 0; t < N; t++)
				sum[t] += s[(t + k) % N];
		}
		for (int t = 0; t < N; t++)
			want[b * N + t] = sum[t];
	}
	expect("rounds");
	turns<<<BLOCKS, N>>>(dev, n);
	for (int b = 0; b < BLOCKS; b++) {
		for (int t = 0; t < N; t++)
			s[t] = b * N + t;
		for (int k = 0; k < n; k++) {
			for (int t = 0; t < N; t++)
				u[t] = s[(t + 1) % N] + s[(t + 5) % N];
			s = u;
		}
		for (int t = 0; t < N; t++)
			want[b * N + t] = s[t];
	}
	expect("turns");
	lead<<<BLOCKS, N>>>(dev, n);
	for (int i = 0; i < N * BLOCKS; i++) {
		want[i] = 0;
		for (int k = 0; k < n; k++)
			want[i] += (i / N * N + k % N) * k;
	}
	expect("lead");
}

static void
check_layer(void)
{
	float *in, *w, *out;
	CK(cudaMallocManaged(&in, 8 * BLOCKS * sizeof *in));
	CK(cudaMallocManaged(&w, N * BLOCKS * sizeof *w));
	CK(cudaMallocManaged(&out, 8 * BLOCKS * sizeof *out));
	for (int i = 0; i < 8 * BLOCKS; i++)
		in[i] = i % 7 - 3;
	for (int i = 0; i < N * BLOCKS; i++)
		w[i] = i % 11 - 5;
	layer<<<BLOCKS, dim3(8, 8)>>>(in, w, out);
	CK(cudaDeviceSynchronize());
	for (int i = 0; i < 8 * BLOCKS; i++) {
		float sum = 0;
		for (int y = 0; y < 8; y++) {
			int at = (i / 8 * 8 + y) * 8 + i % 8;
			sum += (at % 11 - 5) * in[i / 8 * 8 + y];
		}
		if (out[i] != sum || w[i / 8 * N + i % 8] != sum) {
			printf("layer: sum %d is %g and %g, not %g\n", i, out[i],
			       w[i / 8 * N + i % 8], sum);
			bad++;
		}
	}
	cudaFree(in);
	cudaFree(w);
	cudaFree(out);
}

int
main(int argc, char **)
{
	dim3 square(8, 8);
	int *other;
	CK(cudaMalloc(&dev, sizeof(int) * N * BLOCKS));
	CK(cudaMalloc(&other, sizeof(int) * N * BLOCKS));
	want = (int *)malloc(sizeof(int) * N * BLOCKS);
#define EACH(what, value)                                                              \
	for (int i = 0; i < N * BLOCKS; i++) {                                         \
		int b = i / N, t = i % N, x = i % 8, y = t / 8;                        \
		(void)b, (void)t, (void)x, (void)y;                                    \
		want[i] = value;                                                       \
	}                                                                              \
	expect(what);
	own<<<BLOCKS, N>>>(dev);
	EACH("own", (b * N + (t + 1) % N) * 3 + 1)
	pairs<<<BLOCKS, N>>>(dev);
	EACH("pairs", i | 1)
	rows<<<BLOCKS, square>>>(dev);
	EACH("rows", b * N + 56 + x - (b * N + 7 - x))
	transposed<<<BLOCKS, square>>>(dev);
	EACH("transposed", b * N + x * 8 + y + 2 * (b * N + (7 - y) * 8 + x))
	names<<<BLOCKS, N>>>(other, other, dev);
	EACH("names", (b * N + N - 1 - t) * 5)
	leave<<<BLOCKS, N>>>(dev, 41);
	EACH("leave", t < 41 ? b * N + 40 - t + b * N + 40 : 0)
	legacy<<<BLOCKS, N>>>(dev, 41);
	EACH("legacy", t < 41 ? b * N + N - 1 - t % 7 : 0)
	twice<<<BLOCKS, N>>>(dev);
	EACH("twice", b * N + (2 * N - 3 - t) % N + 1)
	check_rounds(8 + argc);
	check_layer();
	printf("%d wrong\n", bad);
	cudaFree(dev);
	cudaFree(other);
	free(want);
	return bad != 0;
}
