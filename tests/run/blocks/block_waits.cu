// Threads of a block that wait for each other without a barrier: warps and threads of one warp for a
// flag in shared memory, rings of them, producers and consumers; and locks, of all threads and of
// buckets, also where most of the work is not under the lock.
// (Threads of one warp may wait for each other since Volta.)
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int lock, locks[16], total, counts[16];
__device__ double sum;

__global__ void warps(int *out)
{
	__shared__ volatile int ready;
	int t = threadIdx.x;

	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t == 32) {
		out[99] = 5;
		__threadfence_block();
		ready = 1;
	} else if (t < 32) {
		while (!ready)
			;
	}
	__syncthreads();
	out[t] = out[99] + t;
}

__global__ void for_the_first(int *out)
{
	__shared__ volatile int ready;
	__shared__ int value;
	int t = threadIdx.x;

	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t == 0) {
		value = 7;
		__threadfence_block();
		ready = 1;
	} else {
		while (ready == 0)
			__nanosleep(20);
	}
	out[t] = value * t;
}

// From warp to warp, backwards.
__global__ void ring(int *out, int rounds)
{
	__shared__ int turn;
	int t = threadIdx.x, warp = t / 32, last = blockDim.x / 32 - 1;

	if (t == 0)
		turn = last;
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		if (t % 32 == 0) {
			while (atomicAdd(&turn, 0) != warp)
				;
			out[100] = out[100] * 3 + warp;
			__threadfence();
			atomicExch(&turn, warp ? warp - 1 : last);
		}
		__syncwarp();
	}
	__syncthreads();
	out[t] = out[100];
}

__global__ void queue(int *out)
{
	__shared__ volatile int slot, full;
	int t = threadIdx.x, got = 0;

	if (t == 0)
		full = 0;
	__syncthreads();
	if (t == 0)
		for (int k = 1; k <= 20; k++) {
			while (!full)
				;
			got = got * 2 + slot;
			full = 0;
		}
	if (t == 64)
		for (int k = 1; k <= 20; k++) {
			while (full)
				;
			slot = k;
			__threadfence_block();
			full = 1;
		}
	if (t == 0)
		out[0] = got;
}

__global__ void locked()
{
	while (atomicCAS(&lock, 0, 1) != 0)
		;
	__threadfence();
	total += threadIdx.x;
	__threadfence();
	atomicExch(&lock, 0);
}

__global__ void in_turn(const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	bool done = false;

	for (int k = 0; k < n; k++)
		s += x[i + k * 256] * x[i + k * 256];
	while (!done)
		if (atomicExch(&lock, 1) == 0) {
			*(volatile double *)&sum += s;
			__threadfence();
			*(volatile int *)&lock = 0;
			done = true;
		}
}

__global__ void buckets()
{
	int h = threadIdx.x * 7 % 16;

	while (atomicCAS(&locks[h], 0, 1))
		;
	__threadfence();
	counts[h] += h + 1;
	__threadfence();
	atomicExch(&locks[h], 0);
}

static void show(const char *what, const int *out, int n)
{
	int host[128], h = 0;

	CK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
	for (int k = 0; k < n; k++)
		h = h * 31 + host[k];
	printf("%s %d %d\n", what, host[n - 1], h);
}

int main()
{
	int *out = device_array<int>(128), n, c[16];
	float *x = device_array<float>(256 * 32), host[256 * 32];
	double s;

	warps<<<1, 64>>>(out);
	show("warps", out, 64);
	for_the_first<<<1, 96>>>(out);
	show("for the first", out, 96);
	CK(cudaMemset(out, 0, 512));
	ring<<<1, 96>>>(out, 3);
	show("ring", out, 96);
	queue<<<1, 96>>>(out);
	show("queue", out, 1);
	locked<<<4, 64>>>();
	CK(cudaMemcpyFromSymbol(&n, total, sizeof n));
	printf("locked %d\n", n);
	for (int k = 0; k < 256 * 32; k++)
		host[k] = k % 5;
	CK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
	in_turn<<<2, 128>>>(x, 32);
	CK(cudaMemcpyFromSymbol(&s, sum, sizeof s));
	printf("in turn %.0f\n", s);
	buckets<<<4, 64>>>();
	CK(cudaMemcpyFromSymbol(c, counts, sizeof c));
	for (int k = 0; k < 16; k++)
		printf("%d%c", c[k], k < 15 ? ' ' : '\n');
	SYNC();
	return 0;
}
