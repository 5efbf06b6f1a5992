// vectoradd: the very first CUDA program: c = a + b.
// SPDX-License-Identifier: Apache-2.0
//
// A CUDA program has two sides. The host (main) owns the program; the device runs
// kernels: functions that thousands of threads execute at once, each on its own data.
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

// __global__ marks a kernel. Every thread runs this function once. Threads come in
// blocks; a thread finds its number from the number of its block, the size of a block
// and its place inside the block.
__global__ void
add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) // the last block may reach beyond the end
		c[i] = a[i] + b[i];
}

int
main()
{
	const int n = 1 << 20;
	const size_t bytes = n * sizeof(float);

	// 1. Data on the host.
	std::vector<float> a(n), b(n), c(n);
	for (int i = 0; i < n; i++) {
		a[i] = i;
		b[i] = 2 * i;
	}

	// 2. Memory on the device, and the input copied into it.
	float *dev_a, *dev_b, *dev_c;
	CHECK(cudaMalloc(&dev_a, bytes));
	CHECK(cudaMalloc(&dev_b, bytes));
	CHECK(cudaMalloc(&dev_c, bytes));
	CHECK(cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice));

	// 3. The launch: enough blocks of 256 threads to cover all n elements.
	int threads = 256;
	int blocks = (n + threads - 1) / threads;
	add<<<blocks, threads>>>(dev_a, dev_b, dev_c, n);
	CHECK(cudaGetLastError()); // was the launch itself accepted?

	// 4. The result copied back. The copy waits until the kernel has finished.
	CHECK(cudaMemcpy(c.data(), dev_c, bytes, cudaMemcpyDeviceToHost));

	// 5. Is it right?
	for (int i = 0; i < n; i++)
		if (c[i] != a[i] + b[i]) {
			fprintf(stderr, "wrong at %d: %g + %g is not %g\n", i, a[i],
				b[i], c[i]);
			return 1;
		}
	printf("%d blocks of %d threads added %d numbers: all right\n", blocks, threads,
	       n);

	CHECK(cudaFree(dev_a));
	CHECK(cudaFree(dev_b));
	CHECK(cudaFree(dev_c));
	return 0;
}
