// std_device: what constexpr makes of std:: in device code, and extended lambdas.
// flags: -std=c++17 --extended-lambda --expt-relaxed-constexpr
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

template <class F>
__global__ void
apply(int n, F f)
{
	int i = threadIdx.x;
	if (i < n)
		f(i);
}

__global__ void
library(float *o)
{
	std::pair<int, float> p(3, 2.5f);
	auto t = std::make_tuple(1, 2.0f, 'c');
	std::array<int, 4> a = {1, 2, 3, 4};
	o[0] = p.first + p.second + std::get<1>(t);
	o[1] = std::min(a[1], a[2]) + std::max(1.5f, 2.5f);
	o[2] = std::numeric_limits<float>::max() > 1e30f;
	o[3] = std::abs(-2.5f) + std::sqrt(16.0f) + std::pow(2.0f, 3);
	o[4] = std::plus<int>()(3, 4) + std::clamp(7, 1, 5);
	o[5] = std::is_same<int, int>::value + std::isnan(o[0]);
}

int
main()
{
	float *o = nullptr;
	int s = 5;
	CK(cudaMallocManaged(&o, 64));
	library<<<1, 1>>>(o);
	apply<<<1, 8>>>(7, [=] __device__(int i) {
		if (i == 6)
			o[6] = i * s;
	});
	auto both = [o, s] __host__ __device__(int i) { o[7 + i] = s + i; };
	apply<<<1, 8>>>(2, both);
	SYNC();
	both(2);
	for (int i = 0; i < 10; i++)
		printf("%g ", o[i]);
	printf("\n");
	return 0;
}
