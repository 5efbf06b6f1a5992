// atomic_ranks: threads that add to one place and look at what was there: queues, stream
// compaction and tickets, in global and shared memory, of 32 and 64 bits, some threads only,
// numbers that differ, loops that threads leave one by one.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 3000, ROOM = 2 * N };

__device__ int queue_length;

// Everybody's place in a list, where everybody has one.
__global__ void
tickets(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[atomicAdd(&queue_length, 1)] = i;
}

// Those that pass, each with as much room as it needs.
__global__ void
allocate(unsigned long long *used, int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || in[i] % 3 == 0)
		return;
	unsigned long long at = atomicAdd(used, (unsigned long long)(in[i] % 3));
	for (int k = 0; k < in[i] % 3; k++)
		out[at + k] = i;
}

// A block's list first, then everybody's.
__global__ void
two_steps(int *length, int *out, const int *in, int n)
{
	__shared__ int here[256], count, from;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (i < n && in[i] % 5 < 2)
		here[atomicAdd(&count, 1)] = i;
	__syncthreads();
	if (threadIdx.x == 0)
		from = atomicAdd(length, count);
	__syncthreads();
	for (int k = threadIdx.x; k < count; k += blockDim.x)
		out[from + k] = here[k];
}

// As long as there is work, each thread takes some.
__global__ void
work(int *next, int *sum, int n)
{
	int mine = 0, i;

	while ((i = atomicAdd(next, 2)) < n)
		mine += i;
	atomicAdd(sum, mine);
}

// Shared counters that nobody looks at, and minima; what is added depends on the thread.
__global__ void
counters(int *out, const int *in, int n)
{
	__shared__ int sum, least, most;
	__shared__ unsigned bits;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0) {
		sum = 0;
		least = 1 << 30;
		most = -1;
		bits = 0;
	}
	__syncthreads();
	if (i < n && (in[i] & 3)) {
		atomicAdd(&sum, in[i]);
		atomicMin(&least, in[i]);
		atomicMax(&most, in[i]);
		atomicOr(&bits, 1u << (in[i] & 31));
		if (i % 11 == 0)
			atomicSub(&sum, 1);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum * 7 + least * 5 + most * 3 + (int)bits;
}

static void
clear(int *d, int n)
{
	CK(cudaMemset(d, 0, n * sizeof *d));
}

// Blocks come in any order: what the list holds counts.
static void
show(const char *name, const int *d, int n)
{
	std::vector<int> h = to_host(d, n);
	unsigned long long sum = 0;

	for (int i = 0; i < n; i++) {
		unsigned x = (unsigned)h[i] * 2654435761u;

		sum += x ^ x >> 13;
	}
	printf("%s %d %llu\n", name, n, sum);
}

int
main()
{
	std::vector<int> h(N);
	int *in, *out, *count, zero = 0;

	for (int i = 0; i < N; i++)
		h[i] = (int)((i * 7919u >> 3) % 1000);
	in = to_device(h);
	CK(cudaMalloc(&out, ROOM * sizeof *out));
	CK(cudaMalloc(&count, 8 * sizeof *count));
	for (int threads : {1, 24, 64, 256}) {
		int blocks = (N + threads - 1) / threads, n[8];

		clear(out, ROOM);
		CK(cudaMemcpyToSymbol(queue_length, &zero, sizeof zero));
		tickets<<<blocks, threads>>>(out, N);
		SYNC();
		show("tickets", out, N);
		clear(out, ROOM);
		clear(count, 8);
		allocate<<<blocks, threads>>>((unsigned long long *)count, out, in, N);
		SYNC();
		CK(cudaMemcpy(n, count, sizeof n, cudaMemcpyDeviceToHost));
		show("allocate", out, n[0]);
		clear(out, ROOM);
		clear(count, 8);
		two_steps<<<blocks, threads>>>(count, out, in, N);
		SYNC();
		CK(cudaMemcpy(n, count, sizeof n, cudaMemcpyDeviceToHost));
		show("two steps", out, n[0]);
		clear(count, 8);
		work<<<3, threads>>>(count, count + 1, N);
		SYNC();
		CK(cudaMemcpy(n, count, sizeof n, cudaMemcpyDeviceToHost));
		printf("work %d\n", n[1]);
		clear(out, ROOM);
		counters<<<blocks, threads>>>(out, in, N);
		SYNC();
		show("counters", out, blocks);
	}
	return 0;
}
