// host_threads: eight host threads launch at once, each on its own stream, and on the
// default stream.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <thread>

__global__ void
work(int *p, int n, int k)
{
	__shared__ int s[64];
	int i = blockIdx.x * 64 + threadIdx.x;
	s[threadIdx.x] = i < n ? p[i] : 0;
	__syncthreads();
	if (i < n)
		p[i] = s[threadIdx.x ^ 1] + k;
}

__device__ unsigned launches;
__global__ void
count()
{
	atomicAdd(&launches, 1);
}

static void
host_thread(int k, bool *ok)
{
	const int n = 1024, rounds = 50;
	cudaStream_t s;
	CK(cudaSetDevice(0));
	CK(cudaStreamCreate(&s));
	int *d, *h;
	CK(cudaMalloc(&d, n * sizeof(int)));
	CK(cudaMallocHost(&h, n * sizeof(int)));
	for (int i = 0; i < n; i++)
		h[i] = i;
	CK(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
	for (int r = 0; r < rounds; r++) {
		work<<<n / 64, 64, 0, s>>>(d, n, k);
		if (r % 5 == 0)
			count<<<2, 1>>>();
		if (r % 10 == 0)
			CK(cudaStreamSynchronize(s));
	}
	CK(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	*ok = true;
	for (int i = 0; i < n; i++)
		*ok &= h[i] == i + rounds * k;
	CK(cudaFree(d));
	CK(cudaFreeHost(h));
	CK(cudaStreamDestroy(s));
	CK(cudaGetLastError());
}

int
main()
{
	std::vector<std::thread> threads;
	bool ok[8] = {};
	for (int k = 0; k < 8; k++)
		threads.emplace_back(host_thread, k, &ok[k]);
	for (std::thread &t : threads)
		t.join();
	for (int k = 0; k < 8; k++)
		printf("thread %d: %s\n", k, ok[k] ? "OK" : "WRONG");
	SYNC();
	unsigned n;
	CK(cudaMemcpyFromSymbol(&n, launches, sizeof n));
	printf("%u\n", n);
}
