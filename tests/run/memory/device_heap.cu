// device_heap: malloc, free, new and delete in kernels, within the heap's size; memory
// that outlives the kernel.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct node {
	int value;
	node *next;
	__device__ node(int v, node *n) : value(v), next(n) { }
	__device__ ~node() { value = -1; }
};

__device__ node *lists[64];

__global__ void
build(int n)
{
	node *first = nullptr;
	for (int k = 0; k < n; k++)
		first = new node(k * threadIdx.x, first);
	lists[threadIdx.x] = first;
}

__global__ void
sum(int *out)
{
	int total = 0;
	for (node *p = lists[threadIdx.x], *next; p; p = next) {
		next = p->next;
		total += p->value;
		delete p;
	}
	out[threadIdx.x] = total;
	int *a = new int[10];
	for (int k = 0; k < 10; k++)
		a[k] = k;
	out[threadIdx.x] += a[threadIdx.x % 10];
	delete[] a;
	free(nullptr);
}

// How many pieces of a megabyte fit, twice.
__global__ void
fill(int *out)
{
	for (int round = 0; round < 2; round++) {
		void *p[40];
		int n = 0;
		while (n < 40 && (p[n] = malloc(1 << 20)))
			n++;
		out[round] = n;
		while (n--)
			free(p[n]);
	}
	out[2] = malloc((size_t)1 << 40) == nullptr;
}

int
main()
{
	size_t size;
	CK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
	printf("%zu\n", size);
	CK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
	int *d = device_array<int>(64);
	build<<<1, 64>>>(20);
	sum<<<1, 64>>>(d);
	SYNC();
	std::vector<int> want(64);
	for (int t = 0; t < 64; t++)
		want[t] = 190 * t + t % 10;
	same("lists", to_host(d, 64), want);
	fill<<<1, 1>>>(d);
	SYNC();
	std::vector<int> v = to_host(d, 3);
	// a GPU's heap has costs of its own, and may grow by whole chunks
	printf("%d %d %d\n", v[0] >= 12 && v[0] <= 32, v[0] == v[1], v[2]);
	return 0;
}
