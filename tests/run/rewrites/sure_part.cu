// sure_part: guards on x of every kind, of which some hold for a part of a row: small constants
// and values, signed and not, below zero and near the largest there are; rows that end with the
// grid, before and behind it; lanes that disagree in something else; and guards on y.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define GUARD(name, type, cond)                                                        \
	__global__ void name(const int *in, int *out, type n, type k)                  \
	{                                                                              \
		type x = blockIdx.x * blockDim.x + threadIdx.x;                        \
		if (cond)                                                              \
			out[x] = in[x] * 3 + 1;                                        \
	}

GUARD(less, int, x < n)
GUARD(less_equal, int, x <= n)
GUARD(not_greater, int, !(x > n))
GUARD(turned, int, n > x && 2 < x)
GUARD(constant, int, x < 300)
GUARD(both_ends, int, x > 0 && x < n - 1)
GUARD(all_but_one, int, x != k &&x < n)
GUARD(all_but_first, int, x != 0 && x < n)
GUARD(one, int, x == k)
GUARD(unsigned_less, unsigned, x < n)
GUARD(unsigned_greater, unsigned, x >= k &&x < n)
GUARD(behind, int, x >= k &&x < n)

// Choices, and a write for one lane behind another one for all.
__global__ void
edges(const int *in, int *out, int n, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= n)
		return;
	out[x] = in[x == 0 ? x : x - 1] + in[x == n - 1 ? x : x + 1];
	if (x == k)
		out[x] += 1000;
	if (x == 0)
		out[x] += 2000;
}

// Lanes that disagree in what they read.
__global__ void
data(const int *in, int *out, int n, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= n || in[x] % 97 == k)
		return;
	out[x] = in[x] + 5;
}

// The width of a block may be another one than the program multiplies with.
__global__ void
spread(const int *in, int *out, int n, int k)
{
	int x = blockIdx.x * 64 + threadIdx.x;

	if (x > k && x < n)
		out[x] = in[x] * 7;
}

__global__ void
triangle(int *a, const int *m, int n, int t)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;

	if (y >= n - 1 - t || x >= n - t)
		return;
	a[n * (y + 1 + t) + x + t] += m[n * (y + 1 + t) + t] * 3 + x;
	if (x == 0)
		a[n * (y + 1 + t)] += 5;
}

// Above: what grows with y goes on.
__global__ void
from_row(int *a, const int *m, int n, int t)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;

	if (y < t || x > y || y >= n)
		return;
	a[n * y + x] += m[n * y + x] + x * y;
}

enum { ALL = 2000 };

template <typename T>
static void
test(const char *name, void (*kernel)(const int *, int *, T, T), T n, T k)
{
	std::vector<int> v(ALL);

	for (int i = 0; i < ALL; i++)
		v[i] = i * 31 % 1009;
	int *in = to_device(v);
	printf("%s %ld %ld:", name, (long)n, (long)k);
	for (int width : {64, 100, 16, 1000}) {
		int *out = device_array<int>(ALL);
		kernel<<<ALL / width, width>>>(in, out, n, k);
		SYNC();
		v = to_host(out, ALL);
		printf(" %u", checksum(v.data(), ALL * sizeof(int)));
	}
	printf("\n");
}

static void
test_rows(const char *name, void (*kernel)(int *, const int *, int, int))
{
	const int n = 150;
	std::vector<int> v(n * n);

	for (int i = 0; i < n * n; i++)
		v[i] = i * 13 % 211;
	for (dim3 block : {dim3(16, 16), dim3(64, 2), dim3(7, 9)}) {
		int *a = to_device(v), *m = to_device(v);
		dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
		for (int t = 0; t < n; t += 7)
			kernel<<<grid, block>>>(a, m, n, t);
		SYNC();
		std::vector<int> r = to_host(a, n * n);
		printf("%s %u: %u\n", name, block.x,
		       checksum(r.data(), n * n * sizeof(int)));
	}
}

int
main()
{
	for (int n : {-5, 0, 1, 15, 16, 17, 1000, 1984, 2000}) {
		test("less", less, n, 0);
		test("both_ends", both_ends, n, 0);
		test("turned", turned, n, 0);
		test("less_equal", less_equal, n - 1, 0);
		test("not_greater", not_greater, n - 1, 0);
		test("spread", spread, n, 20);
		test("data", data, n, 3);
	}
	test("less", less, 2147483647, 0);
	test("constant", constant, 0, 0);
	for (int k : {-1, 0, 5, 16, 500, 1999, 3000}) {
		test("all_but_one", all_but_one, 1999, k);
		test("one", one, 0, k);
		test("behind", behind, 1900, k);
		test("edges", edges, 1999, k);
		test("unsigned_greater", unsigned_greater, 1900u, (unsigned)k);
	}
	test("all_but_first", all_but_first, 1999, 0);
	test("unsigned_less", unsigned_less, 4294967295u, 0u);
	test("unsigned_less", unsigned_less, 2147483648u, 0u);
	test("unsigned_less", unsigned_less, 77u, 0u);
	test_rows("triangle", triangle);
	test_rows("from_row", from_row);
	return 0;
}
