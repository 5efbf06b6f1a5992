// ptx_exit: exit ends a thread: in a condition, behind a guard, in a loop, out of nested
// functions, before barriers at which the others meet.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ __forceinline__ void
leave()
{
	asm volatile("exit;");
}

__device__ int
step(int x, int limit)
{
	if (x > limit)
		leave();
	return x + 1;
}

__global__ void
in_condition(int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = 1;
	if (i % 3 == 1)
		leave();
	p[i] = 2;
}

__global__ void
guarded(int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = 1;
	asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, 40; @p exit; }" ::"r"(i));
	p[i] = 2;
}

// Each thread goes on until its own limit; what it has written by then stays.
__global__ void
in_loop(int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0;
	for (;;) {
		p[i] = x * 10;
		x = step(x, i % 5);
	}
}

__global__ void
before_barrier(int *p)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	if (threadIdx.x % 2)
		leave();
	atomicAdd(&sum, 1);
	__syncthreads();
	p[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static void
show(const char *what, void (*kernel)(int *))
{
	const int n = 128;
	int *p = device_array<int>(n);
	CK(cudaMemset(p, 0, n * sizeof *p));
	kernel<<<2, n / 2>>>(p);
	SYNC();
	std::vector<int> got = to_host(p, n);
	long hash = 0;
	for (int x : got)
		hash = (hash * 31 + x) % 1000003;
	printf("%s: %d %d %d %d %d %d ... %d, %ld\n", what, got[0], got[1], got[2], got[3],
	       got[4], got[64], got[127], hash);
}

int
main()
{
	show("condition", in_condition);
	show("guard", guarded);
	show("loop", in_loop);
	show("barrier", before_barrier);
}
