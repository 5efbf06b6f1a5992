// nv_function: nvstd::function in kernels and on the host: lambdas that are small and large,
// functions, functors, nothing at all; copies, moves, swaps; <nv/target> tells the side.
// flags: --heddle-quick
// out: host code of the same program; short values by hand
#include <nvfunctional>
#include <nv/target>

#include "../test.h"

using unary = nvstd::function<int(int)>;

// Counts how many of it there are.
struct counted {
	int *alive, factor;
	int padding[12] = {};
	__host__ __device__ counted(int *alive, int factor) : alive(alive), factor(factor) { ++*alive; }
	__host__ __device__ counted(const counted &o) : alive(o.alive), factor(o.factor) { ++*alive; }
	__host__ __device__ ~counted() { --*alive; }
	__host__ __device__ int operator()(int x) const { return x * factor; }
	__host__ __device__ int plus(int x) const { return factor + x; }
};

__host__ __device__ int square(int x) { return x * x; }
__host__ __device__ int apply(const unary &f, int x) { return f ? f(x) : -1; }

__host__ __device__ void
use(int *out, int t)
{
	int alive = 0, n = 0;
	{
		unary none, null = nullptr, f = square, g = [t](int x) { return x + t; };
		out[n++] = !none && !null && none == nullptr && f != nullptr;
		out[n++] = f(t + 1) + g(100);
		f.swap(g);
		out[n++] = f(5) - g(3);
		long wide[6] = {t, 2, 3, 4, 5, 6};
		unary large = [wide](int x) { return (int)(wide[0] + wide[5] * x); };
		unary other = large;
		f = large;
		large = nullptr;
		out[n++] = f(2) + other(3) + !large;
		g = counted(&alive, 3);
		unary h = std::move(g), i = h;
		out[n++] = apply(g, 1) + apply(h, t) + i(2) + 1000 * alive;
		swap(h, f);
		out[n++] = apply(f, 2) + 10 * apply(h, 1);
		h = h;
		f = none;
		out[n++] = apply(f, 2) + h(0);
		int (*no_function)(int) = nullptr;
		out[n++] = (bool)unary(no_function);
		counted c(&alive, 40);
		nvstd::function<int(counted &, int)> member = &counted::plus;
		nvstd::function<int(const counted *, int)> pointed = &counted::plus;
		out[n++] = member(c, 2) + pointed(&c, t);
		int seen = 0;
		nvstd::function<void(int &, int)> set = [](int &to, int v) { to = v; return v; };
		set(seen, t + 7);
		out[n++] = seen;
	}
	out[n++] = alive;
}

constexpr int results = 11;

__global__ void
kernel(int *out)
{
	use(out + threadIdx.x * results, threadIdx.x);
}

// Each thread calls another one of a table.
__global__ void
table(int *out)
{
	unary f[3];
	f[0] = square;
	f[1] = [=] __device__(int x) { return x - (int)blockIdx.x; };
	f[2] = [=] __device__(int x) { return x + (int)blockDim.x; };
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = f[i % 3](i);
}

__host__ __device__ int
side()
{
	NV_IF_TARGET(NV_IS_HOST, (return 1;), (return 2;))
}

__host__ __device__ int
level()
{
	NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (return 90;),
	                   NV_PROVIDES_SM_80, (return 80;),
	                   NV_IS_HOST, (return -1;),
	                   NV_ANY_TARGET, (return 0;))
}

__host__ __device__ int
parts()
{
	int n = 0;
	NV_IF_TARGET(NV_IS_DEVICE, (int a[] = {1, 2, 3}; n += a[1];));
	NV_IF_ELSE_TARGET(NV_PROVIDES_SM_70, (n += 10;), (n += 20;))
	NV_IF_TARGET(NV_IS_EXACTLY_SM_80, (n += 100;))
	NV_IF_TARGET(NV_IS_EXACTLY_SM_75, (n += 1000;))
	NV_IF_TARGET(NV_NO_TARGET, (this is not C;))
	NV_IF_TARGET(NV_PROVIDES_SM_35, (n += 10000; n += 10000;))
	return n;
}

__global__ void
where(int *out)
{
	out[0] = side();
	out[1] = level();
	out[2] = parts();
}

int
main()
{
	std::vector<int> want(results * 64), sums(96);
	for (int t = 0; t < 64; t++)
		use(&want[t * results], t);
	for (int i = 0; i < results; i++)
		printf("%d ", want[2 * results + i]);
	printf("\n");
	int *d = device_array<int>(results * 64);
	kernel<<<1, 64>>>(d);
	SYNC();
	same("kernel", to_host(d, results * 64), want);

	table<<<3, 32>>>(d);
	SYNC();
	for (int i = 0; i < 96; i++)
		sums[i] = i % 3 == 0 ? i * i : i % 3 == 1 ? i - i / 32 : i + 32;
	same("table", to_host(d, 96), sums);

	try {
		unary()(1);
	} catch (const std::bad_function_call &) {
		printf("nothing to call\n");
	}
	where<<<1, 1>>>(d);
	SYNC();
	std::vector<int> w = to_host(d, 3);
	printf("%d %d %d, host %d %d %d\n", w[0], w[1], w[2], side(), level(), parts());
	return 0;
}
