// shared_words: each thread's own words of an array in shared memory, two to eight of them side by
// side: rows of an array of rows, elements of a long one, structs; read and written by all threads
// of a group or by some, moved up by a number that only the launch knows, and private arrays
// that begin as zeros or as a copy of a table.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 48, PER = 8 };

struct point {
	int x, y, z, w;
};

// Each thread's part is filled by its neighbour, word by word from the other end.
template <int N>
__global__ void
row_each(const int *in, int *out, int some)
{
	__shared__ int all[THREADS * N];
	int t = threadIdx.x, next = (t + 1) % THREADS, sum[N] = {0};

	for (int k = 0; k < N; k++)
		all[next * N + N - 1 - k] = in[t * N + k];
	__syncthreads();
	if (t % 5 != some)
		for (int k = 0; k < N; k++)
			sum[k] = all[t * N + k] * (k + 1);
	__syncthreads();
	if (t % 3 != some)
		for (int k = 0; k < N; k++)
			all[t * N + k] = sum[N - 1 - k];
	__syncthreads();
	for (int k = 0; k < N; k++)
		out[t * N + k] = all[t * N + k] + sum[k];
}

// Rows of rows, with a place more than there are columns; where they begin is told.
template <int N>
__global__ void
tiles(const float *in, float *out, int from, unsigned up)
{
	__shared__ float tile[3][THREADS * N + 5];
	const float weight[8] = {1, 2, 4, 8, 16, 32, 64, 128};
	unsigned t = threadIdx.x;
	float sum[N] = {};

	for (int r = 0; r < 3; r++)
		for (unsigned i = t; i < THREADS * N + 5; i += THREADS)
			tile[r][i] = in[r * 500 + i];
	__syncthreads();
	for (int r = from; r < 3; r++)
		for (int k = 0; k < N; k++)
			sum[k] += tile[r][t * N + k + up] * weight[k];
	__syncthreads();
	for (int k = 0; k < N; k++)
		tile[from][t * N + k + up] -= sum[k];
	__syncthreads();
	for (int k = 0; k < N; k++)
		out[t * N + k] = tile[from][t * N + k + up];
}

__global__ void
structs(const int *in, int *out, int some)
{
	__shared__ point p[THREADS];
	int t = threadIdx.x, other = (t * 7 + 5) % THREADS;

	p[t].x = in[4 * t];
	p[t].y = in[4 * t + 1];
	p[t].z = in[4 * t + 2];
	p[t].w = in[4 * t + 3];
	__syncthreads();
	point q = p[other];
	if (other % 4 == some)
		q.w = p[t].x - p[t].w;
	__syncthreads();
	p[t].z = q.x;
	p[t].x = q.w;
	p[t].w = q.y;
	p[t].y = q.z;
	__syncthreads();
	out[4 * t] = p[t].x + 1;
	out[4 * t + 1] = p[t].y + p[other].z;
	out[4 * t + 2] = p[t].z;
	out[4 * t + 3] = p[t].w;
}

// A product of matrices as fast kernels have it: eight by four sums for each thread.
template <int TM, int TN>
__global__ void
product(const float *a, const float *b, float *c, int n)
{
	enum { BM = 4 * TM, BN = 8 * TN, BK = 8 };
	__shared__ float as[BM * BK], bs[BK][BN];
	int column = threadIdx.x % 8, row = threadIdx.x / 8;
	float sum[TM * TN] = {0.0f}, x[TM] = {0.0f}, y[TN] = {0.0f};

	a += blockIdx.y * BM * n;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * n + blockIdx.x * BN;
	for (int k = 0; k < n; k += BK) {
		for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
			as[i] = a[i / BK * n + i % BK];
		for (int i = threadIdx.x; i < BK * BN; i += blockDim.x)
			bs[i / BN][i % BN] = b[i / BN * n + i % BN];
		__syncthreads();
		a += BK;
		b += BK * n;
		for (int d = 0; d < BK; d++) {
			for (int i = 0; i < TM; i++)
				x[i] = as[(row * TM + i) * BK + d];
			for (int j = 0; j < TN; j++)
				y[j] = bs[d][column * TN + j];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++)
					sum[i * TN + j] += x[i] * y[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++)
			c[(row * TM + i) * n + column * TN + j] = sum[i * TN + j];
}

template <int N>
static void
rows(const std::vector<int> &in, const int *din)
{
	int *out = device_array<int>(THREADS * N);

	for (int some = 0; some < 3; some++) {
		row_each<N><<<1, THREADS>>>(din, out, some);
		SYNC();
		auto got = to_host(out, THREADS * N);
		int wrong = 0;
		for (int t = 0; t < THREADS; t++) {
			int before = (t + THREADS - 1) % THREADS, sum[N], all[N];
			for (int k = 0; k < N; k++) {
				all[k] = in[before * N + N - 1 - k];
				sum[k] = t % 5 != some ? all[k] * (k + 1) : 0;
			}
			for (int k = 0; k < N; k++)
				wrong += got[t * N + k] !=
					 sum[k] + (t % 3 != some ? sum[N - 1 - k]
								 : all[k]);
		}
		printf("rows of %d, %d: %d wrong, %08x\n", N, some, wrong,
		       checksum(got.data(), got.size() * sizeof(int)));
	}
	CK(cudaFree(out));
}

template <int N>
static void
tile(const std::vector<float> &in, const float *din)
{
	float *out = device_array<float>(THREADS * N);

	for (int from = 0; from < 3; from++) {
		unsigned up = from * 2;
		tiles<N><<<1, THREADS>>>(din, out, from, up);
		SYNC();
		auto got = to_host(out, THREADS * N);
		int wrong = 0;
		for (int i = 0; i < THREADS * N; i++) {
			float sum = 0;
			for (int r = from; r < 3; r++)
				sum += in[r * 500 + i + up] * (1 << i % N);
			wrong += got[i] != in[from * 500 + i + up] - sum;
		}
		printf("tiles of %d from %d: %d wrong\n", N, from, wrong);
	}
	CK(cudaFree(out));
}

template <int TM, int TN>
static void
multiply(const std::vector<float> &a, const float *da)
{
	enum { N = 64 };
	float *c = device_array<float>(N * N);
	int wrong = 0;

	product<TM, TN><<<dim3(N / (8 * TN), N / (4 * TM)), 32>>>(da, da + 17, c, N);
	SYNC();
	auto got = to_host(c, N * N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += a[i * N + k] * a[17 + k * N + j];
			wrong += got[i * N + j] != sum;
		}
	printf("product by %d x %d: %d wrong\n", TM, TN, wrong);
	CK(cudaFree(c));
}

int
main()
{
	std::vector<int> in(THREADS * PER);
	std::vector<float> real(64 * 64 + 17);

	for (size_t i = 0; i < in.size(); i++)
		in[i] = (int)(i * 2654435761u >> 12) % 1000;
	for (size_t i = 0; i < real.size(); i++)
		real[i] = (float)(int)((i * 2654435761u >> 9) % 15) - 7;
	int *din = to_device(in), *out = device_array<int>(4 * THREADS);
	float *dreal = to_device(real);

	rows<2>(in, din);
	rows<3>(in, din);
	rows<4>(in, din);
	rows<5>(in, din);
	rows<8>(in, din);
	tile<2>(real, dreal);
	tile<4>(real, dreal);
	tile<6>(real, dreal);
	tile<8>(real, dreal);
	for (int some = 0; some < 2; some++) {
		structs<<<1, THREADS>>>(din, out, some);
		SYNC();
		auto got = to_host(out, 4 * THREADS);
		printf("structs: %08x\n", checksum(got.data(), got.size() * sizeof(int)));
	}
	multiply<8, 8>(real, dreal);
	multiply<8, 4>(real, dreal);
	multiply<4, 2>(real, dreal);
	return 0;
}
