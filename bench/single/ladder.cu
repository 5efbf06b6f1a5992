// ladder [RUNS]: what courses on CUDA teach, with int indices as most people write them: a product
// of two matrices of 512 x 512 in steps (an element for each thread, neighbours along rows, a tile
// in shared memory, eight sums and then eight by eight for each thread, four floats at a
// time), a blur that divides by how many pixels there are, quotients and rests, the rest by one
// number, and a sum by atomics. Prints the best time of each.
// SPDX-License-Identifier: Apache-2.0
#include "single.h"

#include <vector>

enum { N = 512, TILE = 32, SIDE = 2048, LONG = 1 << 20, THREADS = 256 };

__global__ void
plain(const float *a, const float *b, float *c)
{
	int row = blockIdx.x * TILE + threadIdx.x,
	    column = blockIdx.y * TILE + threadIdx.y;
	float sum = 0;

	for (int k = 0; k < N; k++)
		sum += a[row * N + k] * b[k * N + column];
	c[row * N + column] = sum;
}

__global__ void
along_rows(const float *a, const float *b, float *c)
{
	int row = blockIdx.y * TILE + threadIdx.x / TILE,
	    column = blockIdx.x * TILE + threadIdx.x % TILE;
	float sum = 0;

	for (int k = 0; k < N; k++)
		sum += a[row * N + k] * b[k * N + column];
	c[row * N + column] = sum;
}

__global__ void
shared_tile(const float *a, const float *b, float *c)
{
	__shared__ float left[TILE * TILE], top[TILE * TILE];
	int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
	float sum = 0;

	a += blockIdx.y * TILE * N;
	b += blockIdx.x * TILE;
	c += blockIdx.y * TILE * N + blockIdx.x * TILE;
	for (int k = 0; k < N; k += TILE) {
		left[y * TILE + x] = a[y * N + x];
		top[y * TILE + x] = b[y * N + x];
		__syncthreads();
		a += TILE;
		b += TILE * N;
		for (int d = 0; d < TILE; d++)
			sum += left[y * TILE + d] * top[d * TILE + x];
		__syncthreads();
	}
	c[y * N + x] = sum;
}

template <int BM, int BN, int BK, int TM>
__global__ void
column_each(const float *a, const float *b, float *c)
{
	__shared__ float left[BM * BK], top[BK * BN];
	int x = threadIdx.x % BN, y = threadIdx.x / BN;
	int ax = threadIdx.x % BK, ay = threadIdx.x / BK;
	float sum[TM] = {0.0f};

	a += blockIdx.y * BM * N;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int k = 0; k < N; k += BK) {
		left[ay * BK + ax] = a[ay * N + ax];
		top[y * BN + x] = b[y * N + x];
		__syncthreads();
		a += BK;
		b += BK * N;
		for (int d = 0; d < BK; d++) {
			float t = top[d * BN + x];

			for (int i = 0; i < TM; i++)
				sum[i] += left[(y * TM + i) * BK + d] * t;
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		c[(y * TM + i) * N + x] = sum[i];
}

template <int BM, int BN, int BK, int TM, int TN>
__global__ void
square_each(const float *a, const float *b, float *c)
{
	__shared__ float left[BM * BK], top[BK * BN];
	int x = threadIdx.x % (BN / TN), y = threadIdx.x / (BN / TN);
	int all = BM * BN / (TM * TN);
	int ax = threadIdx.x % BK, ay = threadIdx.x / BK, bx = threadIdx.x % BN,
	    by = threadIdx.x / BN;
	float sum[TM * TN] = {0.0f}, m[TM] = {0.0f}, n[TN] = {0.0f};

	a += blockIdx.y * BM * N;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int k = 0; k < N; k += BK) {
		for (int i = 0; i < BM; i += all / BK)
			left[(ay + i) * BK + ax] = a[(ay + i) * N + ax];
		for (int i = 0; i < BK; i += all / BN)
			top[(by + i) * BN + bx] = b[(by + i) * N + bx];
		__syncthreads();
		a += BK;
		b += BK * N;
		for (int d = 0; d < BK; d++) {
			for (int i = 0; i < TM; i++)
				m[i] = left[(y * TM + i) * BK + d];
			for (int j = 0; j < TN; j++)
				n[j] = top[d * BN + x * TN + j];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++)
					sum[i * TN + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++)
			c[(y * TM + i) * N + x * TN + j] = sum[i * TN + j];
}

template <int BM, int BN, int BK, int TM, int TN>
__global__ void
fours(const float *a, const float *b, float *c)
{
	__shared__ float left[BK * BM], top[BK * BN]; // the left one turned
	int x = threadIdx.x % (BN / TN), y = threadIdx.x / (BN / TN);
	int ax = threadIdx.x % (BK / 4), ay = threadIdx.x / (BK / 4),
	    bx = threadIdx.x % (BN / 4), by = threadIdx.x / (BN / 4);
	float sum[TM * TN] = {0.0f}, m[TM], n[TN];

	a += blockIdx.y * BM * N;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int k = 0; k < N; k += BK) {
		float4 v = *(const float4 *)&a[ay * N + ax * 4];

		left[(ax * 4 + 0) * BM + ay] = v.x;
		left[(ax * 4 + 1) * BM + ay] = v.y;
		left[(ax * 4 + 2) * BM + ay] = v.z;
		left[(ax * 4 + 3) * BM + ay] = v.w;
		*(float4 *)&top[by * BN + bx * 4] =
			*(const float4 *)&b[by * N + bx * 4];
		__syncthreads();
		a += BK;
		b += BK * N;
		for (int d = 0; d < BK; d++) {
			for (int i = 0; i < TM; i++)
				m[i] = left[d * BM + y * TM + i];
			for (int j = 0; j < TN; j++)
				n[j] = top[d * BN + x * TN + j];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++)
					sum[i * TN + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j += 4) {
			const float *s = &sum[i * TN + j];

			*(float4 *)&c[(y * TM + i) * N + x * TN + j] =
				make_float4(s[0], s[1], s[2], s[3]);
		}
}

__global__ void
blur(const unsigned char *in, unsigned char *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0, n = 0;

	if (x >= SIDE || y >= SIDE)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int row = y + dy, column = x + dx;

			if (row >= 0 && row < SIDE && column >= 0 && column < SIDE) {
				sum += in[row * SIDE + column];
				n++;
			}
		}
	out[y * SIDE + x] = sum / n;
}

__global__ void
quotients(const int *a, const int *b, int *out)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	out[i] = a[i] / b[i] + a[i] % b[i];
}

__global__ void
rests(const int *a, int *out, int by)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	out[i] = a[i] % by;
}

__global__ void
atomics(const float *a, float *sum)
{
	atomicAdd(sum, a[blockIdx.x * THREADS + threadIdx.x]);
}

template <typename T>
static T *
device(const std::vector<T> &v)
{
	T *p;

	check(cudaMalloc(&p, v.size() * sizeof(T)));
	check(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

template <typename F>
static void
measure(const char *name, int runs, F launch)
{
	double best = 0;

	for (int r = 0; r < runs; r++) {
		double start = now_ms(), ms;

		launch();
		check(cudaGetLastError());
		check(cudaDeviceSynchronize());
		ms = now_ms() - start;
		if (r == 0 || ms < best)
			best = ms;
	}
	printf("%-14s %8.2f ms\n", name, best);
}

int
main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 10;

	if (argc > 2 || runs < 1) {
		fprintf(stderr, "usage: %s [RUNS]\n", argv[0]);
		return 2;
	}
	std::vector<float> v(LONG);
	std::vector<int> numbers(LONG), by(LONG);
	for (int i = 0; i < LONG; i++) {
		v[i] = (i * 7919LL % 17) / 16.0f;
		numbers[i] = (int)(i * 2654435761LL % 1000003);
		by[i] = 1 + i * 48271LL % 1009;
	}
	float *a = device(v), *b = device(v), *c = device(v);
	int *x = device(numbers), *y = device(by), *z = device(by);
	auto *in = (unsigned char *)device(v), *out = (unsigned char *)device(v);
	dim3 small(N / TILE, N / TILE), large(N / 128, N / 128);

	measure("plain", runs, [&] { plain<<<small, dim3(TILE, TILE)>>>(a, b, c); });
	measure("along rows", runs,
		[&] { along_rows<<<small, TILE * TILE>>>(a, b, c); });
	measure("shared tile", runs,
		[&] { shared_tile<<<small, TILE * TILE>>>(a, b, c); });
	measure("eight each", runs, [&] {
		column_each<64, 64, 8, 8><<<dim3(N / 64, N / 64), 512>>>(a, b, c);
	});
	measure("64 each", runs,
		[&] { square_each<128, 128, 8, 8, 8><<<large, 256>>>(a, b, c); });
	measure("64 by fours", runs,
		[&] { fours<128, 128, 8, 8, 8><<<large, 256>>>(a, b, c); });
	measure("blur", runs,
		[&] { blur<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(in, out); });
	measure("quotients", runs,
		[&] { quotients<<<LONG / THREADS, THREADS>>>(x, y, z); });
	measure("rests", runs, [&] { rests<<<LONG / THREADS, THREADS>>>(x, z, 97); });
	measure("atomics", runs, [&] { atomics<<<LONG / THREADS, THREADS>>>(a, c); });
	return 0;
}
