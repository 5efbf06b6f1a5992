// recursion: factorial, Ackermann, mutual recursion, a recursive tree walk and
// quicksort in device code.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ unsigned long long
factorial(unsigned n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

__device__ int
ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ bool is_odd(unsigned n);
__device__ bool
is_even(unsigned n)
{
	return n == 0 ? true : is_odd(n - 1);
}
__device__ bool
is_odd(unsigned n)
{
	return n == 0 ? false : is_even(n - 1);
}

struct Tree {
	int value, left, right;
};

__device__ int
depth_sum(const Tree *t, int at, int depth)
{
	if (at < 0)
		return 0;
	return t[at].value * depth + depth_sum(t, t[at].left, depth + 1) +
	       depth_sum(t, t[at].right, depth + 1);
}

__device__ void
quicksort(int *a, int lo, int hi)
{
	if (lo >= hi)
		return;
	int pivot = a[(lo + hi) / 2], i = lo, j = hi;
	while (i <= j) {
		while (a[i] < pivot)
			i++;
		while (a[j] > pivot)
			j--;
		if (i <= j) {
			int x = a[i];
			a[i++] = a[j];
			a[j--] = x;
		}
	}
	quicksort(a, lo, j);
	quicksort(a, i, hi);
}

template <int N> struct Fib {
	static __device__ int
	value()
	{
		return Fib<N - 1>::value() + Fib<N - 2>::value();
	}
};
template <> struct Fib<1> {
	static __device__ int
	value()
	{
		return 1;
	}
};
template <> struct Fib<0> {
	static __device__ int
	value()
	{
		return 0;
	}
};

__global__ void
numbers(unsigned long long *out)
{
	unsigned t = threadIdx.x;
	out[t * 4] = factorial(t);
	out[t * 4 + 1] = t < 8 ? ackermann(2, t) : Fib<12>::value();
	out[t * 4 + 2] = is_even(t);
	out[t * 4 + 3] = is_odd(t * 3);
}

__global__ void
walk(const Tree *t, int *out)
{
	out[threadIdx.x] = depth_sum(t, threadIdx.x, 1);
}

__global__ void
sort_each(int *a, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	quicksort(a + t * n, 0, n - 1);
}

int
main()
{
	unsigned long long *d = device_array<unsigned long long>(21 * 4);
	numbers<<<1, 21>>>(d);
	SYNC();
	std::vector<unsigned long long> h = to_host(d, 84);
	for (int i : {0, 1, 5, 7, 20})
		printf("%llu %llu %llu %llu\n", h[i * 4], h[i * 4 + 1], h[i * 4 + 2],
		       h[i * 4 + 3]);

	std::vector<Tree> tree(15);
	for (int i = 0; i < 15; i++)
		tree[i] = {i + 1, 2 * i + 1 < 15 ? 2 * i + 1 : -1,
			   2 * i + 2 < 15 ? 2 * i + 2 : -1};
	int *o = device_array<int>(15);
	walk<<<1, 15>>>(to_device(tree), o);
	SYNC();
	for (int v : to_host(o, 15))
		printf("%d ", v);
	printf("\n");

	const int n = 40, arrays = 64;
	std::vector<int> a(n * arrays);
	unsigned seed = 21;
	for (int &v : a)
		v = next_random(seed) % 1000;
	int *da = to_device(a);
	sort_each<<<2, 32>>>(da, n);
	SYNC();
	std::vector<int> s = to_host(da, n * arrays);
	long long before = 0, after = 0;
	int bad = 0;
	for (int i = 0; i < n * arrays; i++) {
		before += a[i];
		after += s[i];
		bad += i % n && s[i - 1] > s[i];
	}
	printf("sorted: %d wrong, sums %s\n", bad,
	       before == after ? "equal" : "differ");
}
