// matmul: C = A x B with tiles in shared memory, checked against the plain way.
// SPDX-License-Identifier: Apache-2.0
//
// Every element of C needs a whole row of A and a whole column of B. Threads of one
// block need many of the same elements, so the block loads them once, tile by tile,
// into shared memory: small, fast memory that all threads of a block see.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

// Every CUDA call can fail; CHECK says where and why.
#define CHECK(call)                                                                    \
	do {                                                                           \
		cudaError_t error_ = (call);                                           \
		if (error_ != cudaSuccess) {                                           \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,  \
				cudaGetErrorString(error_));                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

const int TILE = 16;

__global__ void
matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float tile_a[TILE][TILE];
	__shared__ float tile_b[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

	float sum = 0;
	for (int t = 0; t < n; t += TILE) {
		// Each thread loads one element of either tile.
		tile_a[ty][tx] = row < n && t + tx < n ? a[row * n + t + tx] : 0.0f;
		tile_b[ty][tx] = t + ty < n && col < n ? b[(t + ty) * n + col] : 0.0f;
		__syncthreads(); // both tiles are complete

		for (int k = 0; k < TILE; k++)
			sum += tile_a[ty][k] * tile_b[k][tx];
		__syncthreads(); // nobody needs these tiles any more
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

// Some elements of C again, on the host and in double precision.
static double
worst_error(const std::vector<float> &a, const std::vector<float> &b,
	    const std::vector<float> &c, int n)
{
	double worst = 0;
	for (int y = 0; y < n; y += 7)
		for (int x = y % 11; x < n; x += 11) {
			double want = 0;
			for (int k = 0; k < n; k++)
				want += (double)a[y * n + k] * b[k * n + x];
			worst = std::fmax(worst, std::fabs(want - c[y * n + x]));
		}
	return worst;
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 500;
	if (n < 1 || n > 8192) {
		fprintf(stderr, "usage: %s [size from 1 to 8192]\n", argv[0]);
		return 2;
	}
	std::vector<float> a(n * n), b(n * n), c(n * n);
	for (int i = 0; i < n * n; i++) {
		a[i] = (i * 7 % 13 - 6) / 8.0f;
		b[i] = (i * 5 % 17 - 8) / 8.0f;
	}
	size_t bytes = a.size() * sizeof(float);
	float *dev_a, *dev_b, *dev_c;
	CHECK(cudaMalloc(&dev_a, bytes));
	CHECK(cudaMalloc(&dev_b, bytes));
	CHECK(cudaMalloc(&dev_c, bytes));
	CHECK(cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice));

	// Blocks and grids may have two dimensions (or three).
	dim3 block(TILE, TILE);
	dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	// Events mark points in the device's queue of work; the time between two of
	// them is the time the device took. The first launch warms up and is not
	// counted.
	cudaEvent_t start, stop;
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	float best = 1e30f;
	for (int run = 0; run < 4; run++) {
		CHECK(cudaEventRecord(start));
		matmul<<<grid, block>>>(dev_a, dev_b, dev_c, n);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		float ms;
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (run > 0 && ms < best)
			best = ms;
	}
	CHECK(cudaMemcpy(c.data(), dev_c, bytes, cudaMemcpyDeviceToHost));

	double error = worst_error(a, b, c, n);
	printf("%d x %d: %.2f ms, %.2f GFLOP/s, largest error %.2g: %s\n", n, n, best,
	       2.0 * n * n * n / best / 1e6, error, error < 1e-3 ? "right" : "WRONG");
	CHECK(cudaFree(dev_a));
	CHECK(cudaFree(dev_b));
	CHECK(cudaFree(dev_c));
	return error < 1e-3 ? 0 : 1;
}
