// Lambdas made on the host and run in kernels: by value captures, several in one
// function, generic ones, __host__ __device__ ones on both sides, in templates, returned
// from functions, kept in structures; std:: in device code.
// flags: --extended-lambda --expt-relaxed-constexpr -std=c++17
// out: by hand
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <tuple>
#include <type_traits>

template <class F>
__global__ void
for_each(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		f(i);
}

template <class F>
void
parallel(int n, F f)
{
	for_each<<<(n + 31) / 32, 32>>>(n, f);
	cudaDeviceSynchronize();
}

struct pair {
	int a, b;
};

template <class T>
void
fill(T *p, int n, T with)
{
	parallel(n, [=] __device__(int i) { p[i] = with + i; });
}

template <class F>
struct holder {
	F f;
	__device__ void operator()(int i) const { f(i); }
};

static auto
adder(int *p, int n)
{
	return [=] __host__ __device__(int i) { p[i] += n; };
}

int
main()
{
	int *p, n = 40;
	pair c = {3, 4};
	std::array<int, 3> a = {1, 2, 3};

	cudaMallocManaged(&p, n * sizeof *p);
	fill(p, n, 100);
	parallel(n, [=] __device__(int i) { p[i] += c.a * c.b + a[i % 3]; });
	parallel(n, [p] __device__(auto i) { p[i] = std::max<int>(p[i], 120); });
	auto both = adder(p, 1000);
	parallel(n, both);
	both(0);
	holder<decltype(both)> h = {both};
	parallel(n, h);
	parallel(1, [=] __device__(int) {
		auto t = std::make_tuple(1, 2);
		p[1] = std::get<1>(t) + std::numeric_limits<short>::max();
		static_assert(std::is_same<decltype(t), std::tuple<int, int>>::value, "");
	});
	printf("%d %d %d %d\n", p[0], p[1], p[2], p[39]);
	cudaFree(p);
	return 0;
}
