// lambdas: lambdas defined in device code, passed to templates, capturing by value and
// by reference.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename F>
__device__ int
sum_of(int n, F f)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += f(i);
	return s;
}

template <typename F, typename G>
__device__ auto
compose(F f, G g)
{
	return [=](int x) { return f(g(x)); };
}

__global__ void
kernel(int *out, int k)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	int calls = 0;
	int a = sum_of(t, [](int i) { return i * i; });
	int b = sum_of(5, [k, t](int i) { return i * k + t; });
	int c = sum_of(4, [&](int i) {
		calls++;
		return i + calls;
	});
	auto inc = [](int x) { return x + 1; };
	auto twice = [](int x) { return x * 2; };
	int d = compose(inc, twice)(t) * 100 + compose(twice, inc)(t);
	// A lambda with a barrier in it.
	auto from_right = [&](int v) {
		s[t] = v;
		__syncthreads();
		int r = s[(t + 1) % 32];
		__syncthreads();
		return r;
	};
	int e = from_right(from_right(t));
	auto generic = [](auto x, auto y) { return x + y; };
	double f = generic(t, 0.5) + generic(1, 2);
	int (*plain)(int) = [](int x) { return -x; };
	out[t] = a + b + c + d * 10 + e * 100000 + (int)(f * 2) + plain(t) + calls;
}

int
main()
{
	std::vector<int> want(32);
	for (int t = 0; t < 32; t++) {
		int a = 0;
		for (int i = 0; i < t; i++)
			a += i * i;
		int b = 10 * 3 + 5 * t, c = 0 + 1 + 2 + 3 + 1 + 2 + 3 + 4;
		int d = (2 * t + 1) * 100 + 2 * (t + 1), e = (t + 2) % 32;
		want[t] = a + b + c + d * 10 + e * 100000 + 2 * t + 1 + 6 - t + 4;
	}
	int *d = device_array<int>(32);
	kernel<<<1, 32>>>(d, 3);
	SYNC();
	same("lambdas", to_host(d, 32), want);
}

// Without --extended-lambda there are none.
static auto plain = [] {};
static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(plain)), "");
static_assert(!__nv_is_extended_host_device_lambda_closure_type(decltype(plain)), "");
static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(int), "");
