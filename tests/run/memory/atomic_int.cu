// atomic_int: every atomic on int, unsigned and 64-bit integers in global memory,
// results and old values.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T>
__global__ void
ops(T *r, T *old)
{
	T i = (T)(blockIdx.x * blockDim.x + threadIdx.x);
	atomicAdd(&r[0], i);
	atomicExch(&r[1], (T)42);
	atomicMin(&r[2], (T)(1000 - i));
	atomicMax(&r[3], (T)(i * 3));
	atomicAnd(&r[4], (T) ~((T)1 << (i % 30)));
	atomicOr(&r[5], (T)1 << (i % 31));
	atomicXor(&r[6], (T)(i * 5));
	// Every ticket is handed out once.
	T ticket = atomicAdd(&r[7], (T)1);
	old[ticket] = 1;
	T seen = r[8], assumed;
	do {
		assumed = seen;
		seen = atomicCAS(&r[8], assumed, (T)(assumed + 2));
	} while (seen != assumed);
}

template <typename T>
static void
run(const char *name)
{
	const int n = 700;
	std::vector<T> init(9, 0), want(9, 0);
	init[2] = 5000;
	init[4] = (T)-1;
	T *r = to_device(init), *old = device_array<T>(n);
	ops<<<7, 100>>>(r, old);
	SYNC();
	want[0] = n * (n - 1) / 2;
	want[1] = 42;
	want[2] = 1000 - (n - 1);
	want[3] = (n - 1) * 3;
	want[4] = (T)-1 ^ (T)((1u << 30) - 1);
	want[5] = (T)((1u << 31) - 1);
	for (int i = 0; i < n; i++)
		want[6] ^= (T)(i * 5);
	want[7] = n;
	want[8] = 2 * n;
	same(name, to_host(r, 9), want);
	same(name, to_host(old, n), std::vector<T>(n, 1));
}

// Signed and unsigned order differ.
__global__ void
orders(int *si, unsigned *ui, long long *sl, unsigned long long *ul)
{
	atomicMax(si, -5);
	atomicMin(si + 1, -5);
	atomicMax(ui, 0xfffffff0u);
	atomicMin(ui + 1, 0xfffffff0u);
	atomicMax(sl, -5ll);
	atomicMin(sl + 1, -5ll);
	atomicMax(ul, ~0ull - 4);
	atomicMin(ul + 1, ~0ull - 4);
	si[2] = atomicSub(si + 3, 7);
	ui[2] = atomicSub(ui + 3, 7u);
	ui[4] = atomicExch(ui + 5, 9u);
	ul[2] = atomicExch(ul + 3, 1ull << 40);
	ul[4] = atomicCAS(ul + 5, 0ull, 1ull << 50);
	ul[6] = atomicCAS(ul + 7, 1ull, 1ull << 50);
	sl[2] = (long long)atomicAdd((unsigned long long *)sl + 3,
				     (unsigned long long)-100ll);
}

int
main()
{
	run<int>("int");
	run<unsigned>("unsigned");
	run<unsigned long long>("unsigned long long");
	int *si = device_array<int>(4);
	unsigned *ui = device_array<unsigned>(6);
	long long *sl = device_array<long long>(4);
	unsigned long long *ul = device_array<unsigned long long>(8);
	orders<<<1, 1>>>(si, ui, sl, ul);
	SYNC();
	for (int v : to_host(si, 4))
		printf("%d ", v);
	for (unsigned v : to_host(ui, 6))
		printf("%u ", v);
	for (long long v : to_host(sl, 4))
		printf("%lld ", v);
	for (unsigned long long v : to_host(ul, 8))
		printf("%llx ", v);
	printf("\n");
}
