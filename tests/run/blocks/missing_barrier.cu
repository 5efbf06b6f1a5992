// missing_barrier: races that a GPU hides, because all threads of a block, and the blocks of a
// small grid, advance at about the same pace.
// flags: --heddle-quick
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include "../test.h"

enum { N = 3000, THREADS = 256, ROWS = 60 };

struct arrays {
	float *a, *b;
};

__constant__ arrays table[2];
__constant__ int count, rows;

// The second loop adds up rows of what the first has left; a barrier is missing between.
__global__ void
rows_of()
{
	int t = threadIdx.x;
	for (int i = t; i < count; i += THREADS)
		table[blockIdx.x].b[i] = i % 7;
	__syncthreads();
	for (int i = t; i < count; i += THREADS)
		table[blockIdx.x].b[i] = table[blockIdx.x].a[i] - table[blockIdx.x].b[i];
	for (int i = t; i < rows; i += THREADS) {
		float sum = 0;
		for (int k = i; k < i + count; k += rows) {
			table[blockIdx.x].b[k] = table[blockIdx.x].b[k] + sum;
			sum = table[blockIdx.x].b[k];
		}
	}
	__syncthreads();
	for (int i = t; i < count; i += THREADS)
		table[blockIdx.x].a[i] = table[blockIdx.x].b[i];
}

// One thread reads what all of its block have just written.
__global__ void
sum_of(const int *in, int *out)
{
	__shared__ int s[THREADS];
	__shared__ int total;
	s[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x];
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int k = 0; k < THREADS; k++)
			sum += s[k];
		total = sum;
	}
	__syncthreads();
	out[blockIdx.x * THREADS + threadIdx.x] = total;
}

// Some threads of a warp write, one of them reads, and not all of the block pass there.
__global__ void
sums_of_columns(const int *in, int *out)
{
	enum { COLUMNS = 17 };
	extern __shared__ int cells[];
	for (int i = 0; i < COLUMNS; i++)
		cells[COLUMNS * threadIdx.x + i] = in[threadIdx.x] * i;
	__syncthreads();
	if (threadIdx.x < COLUMNS) {
		int sum = 0;
		for (int i = threadIdx.x; i < (int)blockDim.x * COLUMNS; i += COLUMNS)
			sum += cells[i];
		cells[threadIdx.x] = sum;
	}
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int k = 0; k < COLUMNS; k++)
			sum = sum * 3 + cells[k];
		out[blockIdx.x] = sum;
	}
}

// The first thread of all adds up what all blocks have written, and they use it.
__global__ void
normalize(double *w, int n, double *cdf, double *u)
{
	__shared__ double first;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		w[i] = w[i] / 4;
	__syncthreads();
	if (i == 0) {
		cdf[0] = w[0];
		for (int k = 1; k < n; k++)
			cdf[k] = w[k] + cdf[k - 1];
		u[0] = 0.25;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		first = u[0];
	__syncthreads();
	if (i < n)
		u[i] = first + i;
}

static void
test_rows()
{
	arrays h[2];
	int n = N, r = ROWS;
	for (auto &x : h)
		x = {device_array<float>(N), device_array<float>(N)};
	std::vector<float> a(N);
	for (int i = 0; i < N; i++)
		a[i] = i % 13;
	for (auto &x : h)
		CK(cudaMemcpy(x.a, a.data(), N * sizeof(float), cudaMemcpyHostToDevice));
	CK(cudaMemcpyToSymbol(table, h, sizeof h));
	CK(cudaMemcpyToSymbol(count, &n, sizeof n));
	CK(cudaMemcpyToSymbol(rows, &r, sizeof r));
	rows_of<<<2, THREADS>>>();
	SYNC();
	for (int i = 0; i < N; i++)
		a[i] = a[i] - i % 7 + (i >= ROWS ? a[i - ROWS] : 0);
	printf("rows: %d %d\n", to_host(h[0].a, N) == a, to_host(h[1].a, N) == a);
}

static void
test_sum()
{
	std::vector<int> in(4 * THREADS);
	for (size_t i = 0; i < in.size(); i++)
		in[i] = (int)i;
	int *d = device_array<int>(in.size()), *out = device_array<int>(in.size());
	CK(cudaMemcpy(d, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
	sum_of<<<4, THREADS>>>(d, out);
	SYNC();
	std::vector<int> r = to_host(out, in.size());
	printf("sums: %d %d %d\n", r[0], r[THREADS], r[4 * THREADS - 1]);
	sums_of_columns<<<2, 64, 17 * 64 * sizeof(int)>>>(d, out);
	SYNC();
	int sum = 0;
	for (int k = 0; k < 17; k++)
		sum = sum * 3 + k * 2016; // 0 + 1 + ... + 63
	r = to_host(out, 2);
	printf("columns: %d %d\n", r[0] == sum, r[1] == sum);
}

static void
test_blocks(int n, int threads)
{
	std::vector<double> w(n, 1.0);
	double *d = device_array<double>(n), *cdf = device_array<double>(n),
	       *u = device_array<double>(n);
	CK(cudaMemcpy(d, w.data(), n * sizeof(double), cudaMemcpyHostToDevice));
	normalize<<<(n + threads - 1) / threads, threads>>>(d, n, cdf, u);
	SYNC();
	printf("blocks: %g %g\n", to_host(cdf, n)[n - 1], to_host(u, n)[n - 1]);
}

int
main()
{
	test_rows();
	test_sum();
	test_blocks(1000, 512);
	test_blocks(5000, 96);
	return 0;
}
