// no_threads: where no thread can be made, kernels run on the host's, whether it waits for them
// or only asks.
// stderr: threads could be started: kernels run when they are launched
// out: by hand
#include "../test.h"

#include <cooperative_groups.h>
#include <errno.h>
#include <pthread.h>

// A limit on threads, for the runtime's and for our own.
extern "C" int
pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) noexcept
{
	return EAGAIN;
}

__global__ void
count(int *p)
{
	atomicAdd(p, 1);
}

__device__ int
sum(const int *p, int n)
{
	int local[2000];

	for (int i = 0; i < 2000; i++)
		local[i] = p[i % 64] + i;
	return n ? local[n] + sum(p, n - 1) : local[0];
}

__global__ void
large_frames(int *out, const int *p)
{
	out[threadIdx.x] = sum(p, 20);
}

__global__ void
together(int *p)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();

	atomicAdd(p, 1);
	grid.sync();
	if (*(volatile int *)p != (int)(gridDim.x * blockDim.x))
		p[1] = 1;
}

static void
never(void *)
{
	printf("a host function ran\n");
}

int
main()
{
	int *d = device_array<int>(64), *e = device_array<int>(64);
	cudaStream_t a, b;
	cudaEvent_t done;

	count<<<100, 32>>>(d);
	CK(cudaGetLastError());
	CK(cudaDeviceSynchronize());
	printf("%d\n", to_host(d, 1)[0]);

	CK(cudaStreamCreate(&a));
	CK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	CK(cudaEventCreate(&done));
	count<<<10, 32, 0, a>>>(d);
	CK(cudaEventRecord(done, a));
	CK(cudaStreamWaitEvent(b, done, 0));
	count<<<10, 32, 0, b>>>(d);
	while (cudaStreamQuery(b) == cudaErrorNotReady)
		;
	printf("%d\n", to_host(d, 1)[0]);

	large_frames<<<1, 64>>>(e, d);
	SYNC();
	printf("%d\n", to_host(e, 64)[63]);

	CK(cudaMemset(d, 0, 64 * sizeof *d));
	void *args[] = {&d};
	CK(cudaLaunchCooperativeKernel((void *)together, dim3(4), dim3(32), args, 0, 0));
	SYNC();
	printf("%d %d\n", to_host(d, 2)[0], to_host(d, 2)[1]);
	printf("host functions: %s\n", cudaGetErrorName(cudaLaunchHostFunc(a, never, 0)));
	CK(cudaDeviceSynchronize());
	fflush(stdout);
}
