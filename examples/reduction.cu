// reduction: adding up a million numbers, in a tree inside each block.
// SPDX-License-Identifier: Apache-2.0
//
// Threads cannot simply all write "sum += x": they would overwrite each other. Inside a
// block they add in pairs, then pairs of pairs, with a barrier between the rounds.
// Blocks cannot wait for each other, so each hands its part over with one atomic
// addition.
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

const int THREADS = 256; // a power of two, for the tree

__global__ void
sum(const int *in, int n, unsigned long long *total)
{
	__shared__ unsigned long long part[THREADS];
	int t = threadIdx.x;

	// A grid-stride loop: the grid walks over the data, however much there is.
	unsigned long long mine = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
		mine += in[i];
	part[t] = mine;

	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads(); // outside of the if: all threads must come here
		if (t < half)
			part[t] += part[t + half];
	}
	if (t == 0)
		atomicAdd(total, part[0]);
}

int
main()
{
	const int n = 1000003;
	std::vector<int> data(n);
	unsigned long long want = 0, got = 0;
	for (int i = 0; i < n; i++) {
		data[i] = i % 1000;
		want += data[i];
	}
	int *dev_data;
	unsigned long long *dev_total;
	CHECK(cudaMalloc(&dev_data, n * sizeof(int)));
	CHECK(cudaMalloc(&dev_total, sizeof *dev_total));
	CHECK(cudaMemcpy(dev_data, data.data(), n * sizeof(int),
			 cudaMemcpyHostToDevice));

	for (int blocks = 1; blocks <= 256; blocks *= 16) {
		CHECK(cudaMemset(dev_total, 0, sizeof *dev_total));
		sum<<<blocks, THREADS>>>(dev_data, n, dev_total);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&got, dev_total, sizeof got, cudaMemcpyDeviceToHost));
		printf("%3d blocks: the sum is %llu, %s\n", blocks, got,
		       got == want ? "right" : "WRONG");
		if (got != want)
			return 1;
	}
	CHECK(cudaFree(dev_data));
	CHECK(cudaFree(dev_total));
	return 0;
}
