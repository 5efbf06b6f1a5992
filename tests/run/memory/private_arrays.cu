// private_arrays: arrays of each thread that do not fit into registers, of all sizes of elements,
// with the same index in all threads and with others, in loops that threads leave one by one,
// across barriers, set as a whole, with fields, rows and columns, and with addresses that
// somebody else has; and short loops that only compute.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 1000, LONG = 40 };

__device__ unsigned
mix(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

// The same index in all threads.
template <typename T>
__global__ void
tree(T *out, int n, int levels)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T v[LONG];

	if (i >= n)
		return;
	for (int k = 0; k < levels; k++)
		v[k] = (T)(mix(i * LONG + k) & 127);
	for (int t = levels - 1; t > 0; t--)
		for (int k = 0; k < t; k++)
			v[k] = v[k] + 3 * v[k + 1];
	out[i] = v[0];
}

// Each thread goes as far as it must: an insertion sort, the least ones of many.
__global__ void
least(int *out, int n, int many, int keep)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned best[LONG];
	int have = 0;

	if (i >= n)
		return;
	for (int k = 0; k < many; k++) {
		unsigned x = mix(i * 77 + k) % 1000;
		int at = have < keep ? have++ : keep - 1;

		if (have == keep && at == keep - 1 && k >= keep && best[at] <= x)
			continue;
		while (at > 0 && best[at - 1] > x) {
			best[at] = best[at - 1];
			at--;
		}
		best[at] = x;
	}
	int sum = 0;
	for (int k = 0; k < have; k++)
		sum = sum * 31 + (int)best[k];
	out[i] = sum;
}

// A stack: how often does a walk through a tree end at a leaf?
__global__ void
walk(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	short stack[64];
	int top = 0, leaves = 0, seen = 0;

	if (i >= n)
		return;
	stack[top++] = 1;
	while (top) {
		int node = stack[--top];

		seen += node;
		if (node >= 256 || mix(node * 1000 + i) % 3 == 0) {
			leaves++;
			continue;
		}
		stack[top++] = (short)(2 * node);
		stack[top++] = (short)(2 * node + 1);
	}
	out[i] = seen * 1000 + leaves;
}

// Set as a whole, few and many, then counted at places of the thread's own.
__global__ void
count(int *out, const unsigned char *in, int n, int per)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned bins[64] = {0}, few[8] = {0};
	unsigned char seen[32];

	memset(seen, 7, sizeof seen);
	if (i >= n)
		return;
	for (int k = 0; k < per; k++) {
		int c = in[(i * per + k) % n];

		bins[c & 63]++;
		few[c >> 5] += k;
		seen[c & 31] += (unsigned char)k;
	}
	unsigned sum = 0;
	for (int k = 0; k < 64; k++)
		sum = sum * 5 + bins[k];
	for (int k = 0; k < 8; k++)
		sum = sum * 7 + few[k];
	for (int k = 0; k < 32; k++)
		sum = sum * 11 + seen[k];
	out[i] = (int)sum;
}

// Set as a whole, then added to by all threads alike; read at places of the thread's own.
__global__ void
sums(int *out, const unsigned char *in, int n, int per)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned many[64] = {0};
	short few[8];
	unsigned char all[20];

	memset(few, 1, sizeof few);
	memset(all, 200, sizeof all);
	if (i >= n)
		return;
	for (int k = 0; k < per; k++) {
		if ((i + k) % 5 == 0)
			continue;
		for (int j = 0; j < 64; j++)
			many[j] += in[(i * per + j) % n] * k;
		for (int j = per % 8; j < 8; j++)
			few[j] += (short)(many[j] >> 2);
		for (int j = 19; j >= per % 8; j--)
			all[j] ^= (unsigned char)(few[j & 7] + k);
	}
	out[i] = (int)(many[i % 64] * 31 + many[63 - i % 64]) + few[i % 8] * 7 +
		 all[i % 20];
}

// Fields, and rows and columns, of which some are negative offsets.
struct body {
	float at, speed;
};

__global__ void
bodies(float *out, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	body b[12];
	int grid[6][5];

	if (i >= n)
		return;
	for (int k = 0; k < 12; k++)
		b[k] = {(float)(mix(i + k) % 16), 1.0f / (1 << (k & 3))};
	for (int t = 0; t < steps; t++)
		for (int k = 1; k < 12; k++) {
			b[k].at += b[k - 1].speed;
			if (b[k].at > 8)
				b[k].speed = -b[k - 1].speed;
		}
	for (int y = 0; y < 6; y++)
		for (int x = 0; x < 5; x++)
			grid[y][x] = (int)mix(i + 5 * y + x) % 50;
	for (int t = 0; t < steps; t++)
		for (int y = 1; y < 6; y++)
			for (int x = 1; x < 5; x++)
				grid[y][x] ^= grid[y - 1][x] + grid[y][x - 1];
	float sum = 0;
	for (int k = 0; k < 12; k++)
		sum += b[k].at + 2 * b[k].speed;
	for (int x = 0; x < 5; x++)
		sum += grid[i % 6][x] & 255;
	out[i] = sum;
}

// Across barriers: each block adds up what its threads have, element by element.
__global__ void
across(int *out, int n, int rounds)
{
	__shared__ int sum;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int own[LONG], total = 0;

	for (int k = 0; k < LONG; k++)
		own[k] = (int)(mix(i + 1000 * k) & 63);
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0)
			sum = 0;
		__syncthreads();
		if (i < n && (i + r) % 3)
			atomicAdd(&sum, own[r]);
		__syncthreads();
		total += sum;
		for (int k = r; k < LONG; k++)
			own[k] += (sum & 7) * (own[k - r] & 3);
		own[(r + threadIdx.x) % LONG] ^= sum & 7;
		__syncthreads();
	}
	if (i < n)
		out[i] = total + own[i % LONG];
}

// Somebody else has the address, elements are read in other sizes, or one array is another.
__device__ __noinline__ int
last(const int *v, int k)
{
	return v[k] + v[0];
}

__global__ void
others(int *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int a[LONG], b[LONG], c[LONG];
	unsigned char bytes[LONG];

	if (i >= n)
		return;
	for (int k = 0; k < m; k++) {
		a[k] = (int)mix(i - k) & 255;
		b[k] = (int)mix(i + k) & 255;
		c[k] = k;
		bytes[k] = (unsigned char)(i + k);
	}
	int *p = i & 1 ? a : b, sum = 0;
	unsigned word;

	memcpy(c, a, sizeof c);
	for (int k = 0; k < m; k++)
		sum += p[k] * c[(k + i) % m];
	memcpy(&word, bytes + 4, sizeof word);
	out[i] = sum + last(b, m - 1) + (int)(word % 1000);
}

// Loops that only compute, in which constants are known.
__constant__ float coefficient[12];

__global__ void
series(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float x = (float)(i % 8), s = 0;
	unsigned a = i, b = ~i, key = 0;

	for (int k = 0; k < 12; k++)
		s = s * x + coefficient[k];
	for (int k = 0; k < 32; k++) {
		key += 0x9e3779b9u;
		a += (b << 4) ^ (b + key) ^ (b >> 5);
		b += (a << 4) ^ (a + key) ^ (a >> 5);
	}
	out[i] = s + (float)((a ^ b) & 1023);
}

template <typename T>
static void
show(const char *name, const T *d)
{
	printf("%s %08x\n", name, checksum_of(d, N));
}

template <typename T>
static void
trees(const char *name, int levels)
{
	T *out;

	CK(cudaMalloc(&out, N * sizeof(T)));
	tree<<<(N + 95) / 96, 96>>>(out, N, levels);
	SYNC();
	show(name, out);
	CK(cudaFree(out));
}

int
main()
{
	std::vector<unsigned char> text(N);
	float c[12];
	int *out;
	float *real;
	unsigned char *in;

	for (int i = 0; i < N; i++)
		text[i] = (unsigned char)(i * i * 31 + i / 7);
	for (int k = 0; k < 12; k++)
		c[k] = (float)(k % 3);
	CK(cudaMalloc(&out, N * sizeof *out));
	CK(cudaMalloc(&real, N * sizeof *real));
	CK(cudaMalloc(&in, N));
	CK(cudaMemcpy(in, text.data(), N, cudaMemcpyHostToDevice));
	CK(cudaMemcpyToSymbol(coefficient, c, sizeof c));
	trees<unsigned char>("bytes", 40);
	trees<short>("shorts", 39);
	trees<int>("ints", 33);
	trees<long long>("longs", 30);
	trees<float>("floats", 8);
	trees<double>("doubles", 20);
	for (int threads : {7, 32, 100, 256}) {
		int blocks = (N + threads - 1) / threads;

		least<<<blocks, threads>>>(out, N, 60, 17);
		SYNC();
		show("least", out);
		walk<<<blocks, threads>>>(out, N);
		SYNC();
		show("walk", out);
		count<<<blocks, threads>>>(out, in, N, 50);
		SYNC();
		show("count", out);
		sums<<<blocks, threads>>>(out, in, N, 12);
		SYNC();
		show("sums", out);
		bodies<<<blocks, threads>>>(real, N, 5);
		SYNC();
		show("bodies", real);
		across<<<blocks, threads>>>(out, N, 9);
		SYNC();
		show("across", out);
		others<<<blocks, threads>>>(out, N, 30);
		SYNC();
		show("others", out);
		series<<<blocks, threads>>>(real, N);
		SYNC();
		show("series", real);
	}
	return 0;
}
