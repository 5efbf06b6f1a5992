// heap_double_free: free() of a kernel, twice or of something else, is error 719, and stderr
// names the thread; what is allocated again in between is not freed by mistake.
// stderr: free of what is not allocated in kernel twice
// stderr: block \(1,0,0\), thread \(5,0,0\)
// stderr: heap_double_free\.cu:1[0-9]
// stderr: free of what is not allocated in kernel inner
// stderr: free of what is not allocated in kernel removed
// stderr: free of what is not allocated in kernel variable
// out: by hand
#include "../test.h"

__global__ void
twice()
{
	char *p = (char *)malloc(40);

	free(p);
	if (threadIdx.x == 5 && blockIdx.x == 1)
		free(p);
}

__global__ void
inner()
{
	char *p = (char *)malloc(40);

	free(p + 16);
}

__global__ void
removed()
{
	int *p = new int[4];

	delete[] p;
	delete[] p;
}

__device__ int here[4];

__global__ void
variable()
{
	free(here);
}

// Pieces come and go, each with its owner's number in it.
__global__ void
churn(int *bad)
{
	int me = threadIdx.x + blockIdx.x * blockDim.x, *kept[8] = {};

	for (int i = 0; i < 200; i++) {
		int at = (i * 5 + me) % 8;

		if (kept[at] && *kept[at] != me)
			atomicAdd(bad, 1);
		free(kept[at]);
		kept[at] = (int *)malloc(4 + (i * 37 + me) % 60);
		if (kept[at])
			*kept[at] = me;
		else
			atomicAdd(bad, 1);
	}
	for (int i = 0; i < 8; i++)
		free(kept[i]);
}

static void
show(const char *name)
{
	cudaError_t launched = cudaGetLastError(), e = cudaDeviceSynchronize();

	printf("%s: %d %d %d\n", name, launched, e, cudaDeviceSynchronize() == e);
	fflush(stdout);
	cudaDeviceReset();
}

int
main()
{
	int *bad = device_array<int>(1);

	churn<<<20, 64>>>(bad);
	printf("bad %d\n", to_host(bad, 1)[0]);
	twice<<<2, 8>>>();
	show("twice");
	inner<<<1, 1>>>();
	show("inner");
	removed<<<1, 1>>>();
	show("removed");
	variable<<<1, 1>>>();
	show("variable");
}
