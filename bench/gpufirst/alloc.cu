/* alloc.c with the device's own malloc. */
#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void work(long *bad)
{
	int self = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 0; i < 10; i++) {
		int *p = (int *)malloc(64), *q = (int *)malloc(128);
		p[0] = i;
		q[5] = self;
		if (p[0] != i || q[5] != self)
			atomicAdd((unsigned long long *)bad, 1ull);
		free(q);
		free(p);
	}
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 32, blocks = argc > 2 ? atoi(argv[2]) : 16;
	double best = 1e9;
	long *bad;
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1ul << 30);
	cudaMallocManaged(&bad, 8);
	*bad = 0;
	for (int k = 0; k < 4; k++) {
		auto t = std::chrono::steady_clock::now();
		work<<<blocks, threads>>>(bad);
		cudaDeviceSynchronize();
		double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
		best = s < best ? s : best;
	}
	printf("%d x %d\t%.3f ms\tbad %ld\n", threads, blocks, best * 1e3, *bad);
	return 0;
}
