// histogram: how often does each letter occur? Atomics in shared and global memory.
// SPDX-License-Identifier: Apache-2.0
//
// atomicAdd reads, adds and writes in one step that no other thread can disturb. Many
// threads that hit one address wait for each other, so each block first counts in its
// own shared memory; only the few sums meet in global memory.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>

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

__global__ void
count_letters(const char *text, int n, unsigned *count)
{
	__shared__ unsigned mine[26];
	if (threadIdx.x < 26)
		mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x) {
		char c = text[i];
		if (c >= 'A' && c <= 'Z')
			c += 'a' - 'A';
		if (c >= 'a' && c <= 'z')
			atomicAdd(&mine[c - 'a'], 1u);
	}
	__syncthreads();
	if (threadIdx.x < 26)
		atomicAdd(&count[threadIdx.x], mine[threadIdx.x]);
}

int
main()
{
	const char *line =
		"A heddle guides every thread of the warp, so that the weft can pass. ";
	const int repeats = 20000;
	std::string text;
	for (int i = 0; i < repeats; i++)
		text += line;
	int n = (int)text.size();

	char *dev_text;
	unsigned *dev_count, count[26], want[26] = {0};
	CHECK(cudaMalloc(&dev_text, n));
	CHECK(cudaMalloc(&dev_count, sizeof count));
	CHECK(cudaMemcpy(dev_text, text.data(), n, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_count, 0, sizeof count));
	count_letters<<<64, 128>>>(dev_text, n, dev_count);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(count, dev_count, sizeof count, cudaMemcpyDeviceToHost));

	for (const char *p = line; *p; p++)
		if ((*p | 32) >= 'a' && (*p | 32) <= 'z')
			want[(*p | 32) - 'a'] += repeats;
	unsigned most = 1;
	for (unsigned c : count)
		most = c > most ? c : most;
	for (int k = 0; k < 26; k++)
		if (count[k])
			printf("%c %7u %.*s\n", 'a' + k, count[k],
			       (int)(40ull * count[k] / most),
			       "########################################");
	bool right = memcmp(count, want, sizeof count) == 0;
	printf("%d characters counted, %s\n", n, right ? "right" : "WRONG");
	CHECK(cudaFree(dev_text));
	CHECK(cudaFree(dev_count));
	return right ? 0 : 1;
}
