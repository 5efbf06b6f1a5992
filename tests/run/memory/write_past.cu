// A kernel writes past its small array: on a GPU, whose pages are large, nobody notices,
// and nothing that the host or the runtime needs is harmed here either.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
fill(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = i;
}

int
main()
{
	int sizes[] = {1, 100, 3000, 20000, 100000, 1000000};

	for (int bytes : sizes) {
		std::vector<std::vector<int>> host(20, std::vector<int>(bytes / 4 + 1, 7));
		int *other = device_array<int>(1000), *p;
		CK(cudaMalloc((void **)&p, bytes));
		fill<<<bytes / 32 + 8, 128>>>(p, 4 * (bytes / 4 + 100));
		SYNC();
		std::vector<int> h = to_host(p, bytes / 4);
		long sum = 0;
		for (int x : h)
			sum += x;
		for (auto &v : host)
			for (int x : v)
				sum += x - 7;
		cudaStream_t s;
		CK(cudaStreamCreate(&s));
		fill<<<8, 128, 0, s>>>(other, 1000);
		CK(cudaStreamSynchronize(s));
		CK(cudaStreamDestroy(s));
		printf("%d: %ld %d\n", bytes, sum, to_host(other, 1000)[999]);
		CK(cudaFree(p));
		CK(cudaFree(other));
	}
	return 0;
}
