// default_stream: the legacy default stream waits for blocking streams and they wait
// for it.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
slow_add(int *p, int rounds, int add)
{
	unsigned x = 1;
	for (int i = 0; i < rounds; i++)
		x = x * 1664525u + 1013904223u;
	*p = *p * 10 + add + (x == 0);
}

int
main()
{
	cudaStream_t a, b;
	CK(cudaStreamCreate(&a));
	CK(cudaStreamCreate(&b));
	int *d = device_array<int>(1), h = -1;
	slow_add<<<1, 1, 0, a>>>(d, 200000, 1);
	slow_add<<<1, 1>>>(d, 1000, 2);       // after 1
	slow_add<<<1, 1, 0, b>>>(d, 1000, 3); // after 2
	slow_add<<<1, 1, 0, cudaStreamLegacy>>>(d, 1, 4);
	CK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost)); // after all
	printf("%d\n", h);
	slow_add<<<1, 1, 0, a>>>(d, 200000, 5);
	slow_add<<<1, 1, 0, a>>>(d, 1, 6);
	CK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
	printf("%d\n", h);
	CK(cudaMemset(d, 0, sizeof h));
	slow_add<<<1, 1, 0, b>>>(d, 200000, 7);
	CK(cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, b));
	CK(cudaStreamSynchronize(b));
	printf("%d\n", h);
	// A stream destroyed with work in it still does the work.
	slow_add<<<1, 1, 0, a>>>(d, 200000, 8);
	CK(cudaStreamDestroy(a));
	CK(cudaStreamDestroy(b));
	SYNC();
	printf("%d\n", to_host(d, 1)[0]);
}
