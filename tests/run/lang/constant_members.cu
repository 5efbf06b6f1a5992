// Static members that a class names through `this`, where a constant is asked for.
// out: by hand
// flags: -std=c++17
// quick
#include <cstdio>

struct plain {
	static constexpr bool on = true;
	static constexpr int n = 3;
	static constexpr int twice(int i) { return 2 * i; }

	template <int K> __host__ __device__ int
	pick() const
	{
		if constexpr (this->on && this->twice(K) > 4) // this->on
			return K;
		else
			return 0;
	}
	__host__ __device__ int
	sum()
	{
		constexpr int s = this->n + 4;
		static_assert(this->n == 3, "this->n");
		return s;
	}
};

template <class T> struct base {
	static constexpr bool small = sizeof(T) == 4;
};

template <class T> struct derived : base<T> {
	__host__ __device__ int
	size() const
	{
		if constexpr (this->small)
			return 1;
		else
			return 2;
	}
};

__global__ void
use(int *p)
{
	plain s;

	p[0] = s.pick<3>() * 1000 + s.pick<2>() * 100 + s.sum() * 10 +
	       derived<int>().size();
}

int
main()
{
	int *p;
	plain s;

	cudaMallocManaged(&p, sizeof *p);
	use<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	std::printf("%d %d %d\n", *p, s.pick<5>() + s.sum(), derived<double>().size());
	std::puts("this->on");
}
