// atomic_cas: compare-and-swap loops: double max, float min, packed pairs, 16-bit, a
// list, a lock.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ double
atomic_max(double *p, double v)
{
	unsigned long long *u = (unsigned long long *)p, old = *u, assumed;
	do {
		assumed = old;
		if (__longlong_as_double(assumed) >= v)
			break;
		old = atomicCAS(u, assumed, __double_as_longlong(v));
	} while (assumed != old);
	return __longlong_as_double(old);
}

__device__ void
atomic_min(float *p, float v)
{
	int *u = (int *)p, old = *u, assumed;
	while (v < __int_as_float(old)) {
		assumed = old;
		old = atomicCAS(u, assumed, __float_as_int(v));
		if (old == assumed)
			break;
	}
}

struct Node {
	int value, next;
};

__global__ void
kernel(double *dmax, float *fmin, unsigned long long *best, unsigned short *small,
       Node *nodes, int *head, int *lock, volatile int *guarded)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int key = (i * 7919) % 1009;
	atomic_max(dmax, key * 0.5 - 100);
	atomic_min(fmin, 1000.0f - key);
	// argmax: value above, index below
	atomicMax(best, (unsigned long long)key << 32 | (unsigned)i);
	unsigned short old = *small, assumed;
	do {
		assumed = old;
		old = atomicCAS(small, assumed, (unsigned short)(assumed + 3));
	} while (old != assumed);
	// push onto a list
	nodes[i].value = i;
	int h = *(volatile int *)head, seen;
	do {
		seen = h;
		nodes[i].next = seen;
		__threadfence();
		h = atomicCAS(head, seen, i);
	} while (h != seen);
	// one thread of each block takes a lock
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		int v = *guarded;
		*guarded = v + 1;
		__threadfence();
		atomicExch(lock, 0);
	}
}

int
main()
{
	const int blocks = 16, threads = 64, n = blocks * threads;
	double *dmax = to_device(std::vector<double>{-1e300});
	float *fmin = to_device(std::vector<float>{1e30f});
	unsigned long long *best = device_array<unsigned long long>(1);
	unsigned short *small = device_array<unsigned short>(2);
	Node *nodes = device_array<Node>(n);
	int *head = to_device(std::vector<int>{-1}), *lock = device_array<int>(1);
	int *guarded = device_array<int>(1);
	kernel<<<blocks, threads>>>(dmax, fmin, best, small, nodes, head, lock,
				    guarded);
	SYNC();
	int bestkey = 0, bestat = 0;
	for (int i = 0; i < n; i++)
		if ((i * 7919) % 1009 >= bestkey) {
			bestkey = (i * 7919) % 1009;
			bestat = i;
		}
	unsigned long long b = to_host(best, 1)[0];
	printf("max %g min %g\n", to_host(dmax, 1)[0], to_host(fmin, 1)[0]);
	printf("argmax %d %s\n", (int)(b >> 32),
	       (int)(b >> 32) == bestkey && (int)(unsigned)b == bestat ? "OK"
								       : "WRONG");
	printf("16 bits: %d, neighbour %d\n", to_host(small, 2)[0],
	       to_host(small, 2)[1]);
	std::vector<Node> h = to_host(nodes, n);
	std::vector<int> seen(n, 0);
	int len = 0;
	for (int i = to_host(head, 1)[0]; i >= 0 && len <= n; i = h[i].next, len++)
		seen[h[i].value]++;
	int once = 0;
	for (int s : seen)
		once += s == 1;
	printf("list of %d, %d once\n", len, once);
	printf("lock: %d of %d\n", to_host(guarded, 1)[0], blocks);
}
