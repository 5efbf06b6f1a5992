// Threads of a block share out elements of long arrays, in many forms; and loops that only
// look like it. Every result is computed on the host as well.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdint>
#include <cstdio>
#include <vector>

enum { N = 40000, THREADS = 256, BLOCKS = 3, MAX = BLOCKS * 512 };

// unsigned, from threadIdx.x; the last index and the last element leave the loop
__global__ void
last_ones(const unsigned char *in, unsigned *out, unsigned n)
{
	unsigned sum = 0, seen = 77, i = threadIdx.x;

	for (; i < n; i += blockDim.x) {
		seen = in[i];
		sum = sum * 3 + seen;
	}
	out[threadIdx.x] = sum + seen * 1000 + i * 7;
}

// threads without an element have another value than the loop begins with
__global__ void
another_start(const float *in, float *out, int from, int n)
{
	float x = -5;
	int i = from + threadIdx.x;

	if (i < n) {
		x = 1;
		do {
			x = x * 0.5f + in[i];
			i += blockDim.x;
		} while (i < n);
	}
	out[threadIdx.x] = x;
}

// writes, conditions, a grid apart
__global__ void
halves(const short *in, short *out, short *other, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (; i < n; i += gridDim.x * blockDim.x)
		if (in[i] & 1)
			out[i] = in[i] / 2;
		else
			other[n - 1 - i] += in[i] ^ 5;
}

// a row per round of an outer loop; wide indices; sums between barriers
__global__ void
rows(const double *in, double *out, size_t columns, int count)
{
	__shared__ double part[THREADS];

	for (int row = blockIdx.x; row < count; row += gridDim.x) {
		double sum = 0;

		for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
			sum += in[row * columns + i];
		part[threadIdx.x] = sum;
		__syncthreads();
		for (int half = blockDim.x / 2; half > 0; half /= 2) {
			if (threadIdx.x < half)
				part[threadIdx.x] += part[threadIdx.x + half];
			__syncthreads();
		}
		for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
			out[row * columns + i] = in[row * columns + i] / part[0];
		__syncthreads();
	}
}

// a private table for each thread, a common one, atomics
__global__ void
count(const unsigned char *in, unsigned *out, unsigned n)
{
	__shared__ unsigned all[32];
	unsigned mine[32];

	for (int c = 0; c < 32; c++)
		mine[c] = 0;
	if (threadIdx.x < 32)
		all[threadIdx.x] = 0;
	__syncthreads();
	for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
		mine[in[i] & 31]++;
	for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
		atomicAdd(&all[in[i] >> 3], 1u);
	__syncthreads();
	for (int c = 0; c < 32; c++)
		atomicAdd(&out[c], mine[c]);
	if (threadIdx.x < 32)
		atomicAdd(&out[32 + threadIdx.x], all[threadIdx.x]);
}

// only some threads come to the loop; some return first; some break
__global__ void
some(const int *in, int *out, int n)
{
	int t = threadIdx.x, sum = 0;

	if (t % 3 == 0)
		for (int i = t; i < n; i += blockDim.x)
			sum += in[i];
	if (t > 200) {
		out[t] = sum;
		return;
	}
	for (int i = t; i < n; i += blockDim.x)
		sum ^= in[i];
	for (int i = t; i < n; i += blockDim.x) {
		if (in[i] == 4711)
			break;
		sum += 3;
	}
	out[t] = sum;
}

// rows of a block that do not know of each other; steps that are no block
__global__ void
two_dimensions(const int *in, int *out, int n, int step)
{
	int sum = threadIdx.y;

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum = sum * 5 + in[i];
	for (int i = threadIdx.x - 7; i < n; i += step)
		sum += i < 0 ? 1 : in[i];
	out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

static int bad;

template <class X>
static void
check(const char *what, const X *device, const std::vector<X> &want)
{
	std::vector<X> got(want.size());
	size_t wrong = 0;

	cudaMemcpy(got.data(), device, want.size() * sizeof(X), cudaMemcpyDeviceToHost);
	for (size_t i = 0; i < want.size(); i++)
		wrong += got[i] != want[i];
	printf("%s: %zu wrong\n", what, wrong);
	bad += wrong != 0;
}

template <class X>
static X *
device(const std::vector<X> &host)
{
	X *p;

	cudaMalloc(&p, host.size() * sizeof(X));
	cudaMemcpy(p, host.data(), host.size() * sizeof(X), cudaMemcpyHostToDevice);
	return p;
}

template <class X>
static std::vector<X>
values(size_t n, int most)
{
	std::vector<X> v(n);
	unsigned s = 12345;

	for (X &x : v) {
		s = s * 1103515245 + 12345;
		x = (X)((s >> 8) % most);
	}
	return v;
}

static void
check_bytes(unsigned n, unsigned threads)
{
	auto in = values<unsigned char>(4 * N, 256);
	unsigned char *din = device(in);
	std::vector<unsigned> want(MAX), table(64);
	unsigned *dout = device(want), *dtable = device(table);

	for (unsigned t = 0; t < threads; t++) {
		unsigned sum = 0, seen = 77, i = t;

		for (; i < n; i += threads) {
			seen = in[i];
			sum = sum * 3 + seen;
		}
		want[t] = sum + seen * 1000 + i * 7;
	}
	last_ones<<<1, threads>>>(din, dout, n);
	check("last ones", dout, want);
	for (unsigned i = 0; i < n; i++) {
		table[in[i] & 31]++;
		table[32 + (in[i] >> 3)]++;
	}
	count<<<1, threads>>>(din, dtable, n);
	check("count", dtable, table);
}

static void
check_floats(int from, int n)
{
	auto in = values<float>(N, 100);
	std::vector<float> want(MAX);
	float *din = device(in), *dout = device(want);

	for (int t = 0; t < THREADS; t++) {
		want[t] = -5;
		if (from + t >= n)
			continue;
		want[t] = 1;
		for (int i = from + t; i < n; i += THREADS)
			want[t] = want[t] * 0.5f + in[i];
	}
	another_start<<<1, THREADS>>>(din, dout, from, n);
	check("another start", dout, want);
}

static void
check_halves(int n)
{
	auto in = values<short>(N * 4, 30000);
	std::vector<short> want(n, 9), other(n, 3);
	short *din = device(in), *dout = device(want), *dother = device(other);

	for (int i = 0; i < n; i++)
		if (in[i] & 1)
			want[i] = in[i] / 2;
		else
			other[n - 1 - i] += in[i] ^ 5;
	halves<<<BLOCKS, THREADS>>>(din, dout, dother, n);
	check("halves", dout, want);
	check("other halves", dother, other);
}

static void
check_rows(size_t columns, int count)
{
	auto in = values<double>(columns * count, 1000);
	std::vector<double> want(in.size());
	double *din = device(in), *dout = device(want);

	for (int row = 0; row < count; row++) {
		double sum = 0; // of whole numbers: the order does not matter

		for (size_t i = 0; i < columns; i++)
			sum += in[row * columns + i];
		for (size_t i = 0; i < columns; i++)
			want[row * columns + i] = in[row * columns + i] / sum;
	}
	rows<<<BLOCKS, THREADS>>>(din, dout, columns, count);
	check("rows", dout, want);
}

static void
check_some(int n)
{
	auto in = values<int>(N, 5000);
	std::vector<int> want(MAX);
	int *din = device(in), *dout = device(want);

	for (int t = 0; t < THREADS; t++) {
		int sum = 0;

		if (t % 3 == 0)
			for (int i = t; i < n; i += THREADS)
				sum += in[i];
		if (t <= 200) {
			for (int i = t; i < n; i += THREADS)
				sum ^= in[i];
			for (int i = t; i < n && in[i] != 4711; i += THREADS)
				sum += 3;
		}
		want[t] = sum;
	}
	some<<<1, THREADS>>>(din, dout, n);
	check("some", dout, want);
}

static void
check_two(int n, int step)
{
	auto in = values<int>(N, 5000);
	std::vector<int> want(MAX);
	int *din = device(in), *dout = device(want);
	const dim3 block(128, 4);

	for (unsigned y = 0; y < block.y; y++)
		for (unsigned x = 0; x < block.x; x++) {
			unsigned sum = y;

			for (int i = x; i < n; i += block.x)
				sum = sum * 5 + in[i];
			for (int i = (int)x - 7; i < n; i += step)
				sum += i < 0 ? 1 : in[i];
			want[y * block.x + x] = (int)sum;
		}
	two_dimensions<<<1, block>>>(din, dout, n, step);
	check("two dimensions", dout, want);
}

int
main()
{
	check_bytes(4 * N, 256);
	check_bytes(4 * N - 3, 250);
	check_bytes(4 * N - 100, 512);
	check_bytes(100, 256);
	check_bytes(0, 64);
	check_floats(0, N);
	check_floats(0, N - 77);
	check_floats(N - 100, N);
	check_floats(11, N - 1);
	check_halves(4 * N);
	check_halves(4 * N - 501);
	check_rows(12000, 7);
	check_rows(50, 4);
	check_some(N);
	check_some(N - 129);
	check_two(N, 128);
	check_two(N - 5, 131);
	if (cudaDeviceSynchronize() != cudaSuccess)
		printf("failed\n");
	return bad != 0;
}
