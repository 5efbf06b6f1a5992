// host_callbacks: host functions and callbacks in stream order.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static int log_values[8];
static int log_count;

static void
note(void *arg)
{
	log_values[log_count++] = *(int *)arg;
}
static void
callback(cudaStream_t, cudaError_t status, void *arg)
{
	log_values[log_count++] = *(int *)arg + (status != cudaSuccess);
}

__global__ void
set(int *p, int v)
{
	*p = v;
}

int
main()
{
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	int *d = device_array<int>(1), *h, ten = 10;
	CK(cudaMallocHost(&h, sizeof(int)));
	*h = 0;
	CK(cudaLaunchHostFunc(s, note, h));
	set<<<1, 1, 0, s>>>(d, 7);
	CK(cudaMemcpyAsync(h, d, sizeof(int), cudaMemcpyDeviceToHost, s));
	CK(cudaLaunchHostFunc(s, note, h));
	CK(cudaStreamAddCallback(s, callback, &ten, 0));
	CK(cudaLaunchHostFunc(s, note, h));
	CK(cudaStreamSynchronize(s));
	for (int i = 0; i < log_count; i++)
		printf("%d ", log_values[i]);
	printf("\n");
	CK(cudaStreamDestroy(s));
}
