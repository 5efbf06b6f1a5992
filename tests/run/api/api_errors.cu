// api_errors: null pointers, bad sizes, kinds, symbols and handles give CUDA's error
// codes.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static int host_variable;
static int step;

static void
show(cudaError_t e)
{
	cudaError_t last = cudaGetLastError();
	printf("%d: %d %s%s\n", ++step, e, cudaGetErrorName(e),
	       last == e ? "" : " (last differs)");
}

int
main()
{
	int *d = device_array<int>(4), h[4] = {0};
	show(cudaMalloc((void **)nullptr, 4));
	void *huge = nullptr;
	show(cudaMalloc(&huge, (size_t)1 << 50));
	show(cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice));
	show(cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice));
	show(cudaMemcpy(d, h, 4, (cudaMemcpyKind)17));
	show(cudaMemset(nullptr, 0, 4));
	show(cudaMemcpyToSymbol((const void *)&host_variable, h, 4));
	show(cudaMemcpyToSymbol((const void *)nullptr, h, 4));
	show(cudaGetSymbolAddress((void **)&huge, (const void *)&host_variable));
	show(cudaMallocHost((void **)nullptr, 4));
	show(cudaEventCreate(nullptr));
	show(cudaStreamCreate(nullptr));
	show(cudaGetDeviceCount(nullptr));
	show(cudaSetDevice(-1));
	show(cudaStreamCreateWithFlags((cudaStream_t *)&huge, 1000));
	show(cudaEventCreateWithFlags((cudaEvent_t *)&huge, 1000));
	show(cudaEventRecord(nullptr));
	show(cudaFree(h)); // not a device pointer
	show(cudaFreeHost(&h[1]));
	CK(cudaFree(d));
	show(cudaFree(d)); // twice
	show(cudaMemcpy2D(h, 4, h, 4, 8, 2,
			  cudaMemcpyHostToHost)); // rows wider than the pitch
	show(cudaSuccess);
	CK(cudaDeviceSynchronize());
}
