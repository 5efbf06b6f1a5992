// handed_out_early: one thread fetches the block's next piece of work while others may still
// have to read what the last one was.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct task {
	int id, kind;
};

__global__ void
work(const task *queue, int n, int *count, int *out)
{
	extern __shared__ int memory[];
	int *next = memory, t = threadIdx.x;
	task *now = (task *)(memory + 1);

	if (t == 0) {
		*next = atomicAdd(count, 1);
		*now = queue[*next];
	}
	__syncthreads();
	while (*next < n) {
		if (now->kind == 1) {
			for (int k = 0; k < 3; k++)
				out[now->id * blockDim.x + t] += t;
			out[now->id * blockDim.x + t] += now->id;
		}
		if (now->kind == 2)
			out[now->id * blockDim.x + t] = -now->id;
		if (t == 0) {
			*next = atomicAdd(count, 1);
			now->id = queue[*next].id;
			now->kind = queue[*next].kind;
		}
		__syncthreads();
	}
}

// Numbers without work are passed over, and a way through `next` is gone until its end.
__global__ void
ways(const int *next, int n, int *count, int *seen, int *out)
{
	__shared__ int first, done;
	int t = threadIdx.x;

	if (t == 0)
		first = atomicAdd(count, 1);
	__syncthreads();
	while (first < n) {
		if (next[first] == first) {
			if (t == 0)
				first = atomicAdd(count, 1);
			__syncthreads();
			continue;
		}
		int at = next[first];
		if (t == 0)
			done = atomicExch(&seen[first], 1);
		__syncthreads();
		for (; done == 0; at = next[at]) {
			out[at * blockDim.x + t] += first * 100 + t;
			if (t == 0)
				done = atomicExch(&seen[at], 1);
			__syncthreads();
		}
		if (t == 0)
			first = atomicAdd(count, 1);
		__syncthreads();
	}
}

// Whoever has the lock reads what thread 0 may write; nobody may wait for the others meanwhile.
__global__ void
locked(int *lock, int rounds, int step, int *out)
{
	__shared__ int add, sum;
	int t = threadIdx.x;

	if (t == 0) {
		add = step;
		sum = 0;
	}
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		while (atomicCAS(lock, 0, 1) != 0) {
		}
		sum += add;
		if (t == 0)
			add = step;
		__threadfence();
		atomicExch(lock, 0);
		__syncthreads();
	}
	out[t] = sum;
}

static int wrong;

template <typename F> static void
check(const char *name, const int *out, int n, F want)
{
	int bad = 0;
	for (int i = 0; i < n; i++)
		bad += out[i] != want(i);
	printf("%s: %d wrong\n", name, bad);
	wrong += bad;
}

int
main()
{
	const int n = 200, threads = 64;
	task *queue;
	int *count, *out, *next, *seen;

	cudaMallocManaged(&queue, (n + 64) * sizeof *queue);
	cudaMallocManaged(&out, n * threads * sizeof *out);
	cudaMallocManaged(&next, n * sizeof *next);
	cudaMallocManaged(&seen, n * sizeof *seen);
	cudaMallocManaged(&count, sizeof *count);
	for (int i = 0; i < n; i++) {
		queue[i] = {n - 1 - i, (i + 1) % 3};
		next[i] = i % 10 == 4 ? i - 4 : i % 10 < 5 ? i + 1 : i;
	}
	memset(out, 0, n * threads * sizeof *out);
	*count = 0;
	work<<<4, threads, 3 * sizeof(int)>>>(queue, n, count, out);
	cudaDeviceSynchronize();
	check("work", out, n * threads, [=](int i) {
		int id = i / threads, t = i % threads, kind = (n - id) % 3;
		return kind == 1 ? 3 * t + id : kind == 2 ? -id : 0;
	});

	memset(out, 0, n * threads * sizeof *out);
	memset(seen, 0, n * sizeof *seen);
	*count = 0;
	ways<<<1, threads>>>(next, n, count, seen, out);
	cudaDeviceSynchronize();
	check("ways", out, n * threads, [=](int i) {
		int at = i / threads, t = i % threads;
		return at % 10 < 5 ? (at - at % 10) * 100 + t : 0;
	});

	*count = 0;
	locked<<<1, threads>>>(count, 3, 5, out);
	cudaDeviceSynchronize();
	check("locked", out, threads, [=](int) { return threads * 3 * 5; });
	return wrong != 0;
}
