// templates: kernels as templates over types, values and functors; many instantiations.
// quick
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T> struct Square {
	__device__ T
	operator()(T x) const
	{
		return x * x;
	}
};
template <typename T> struct Plus {
	T k;
	__device__ T
	operator()(T x) const
	{
		return x + k;
	}
};

template <typename T, typename Op>
__global__ void
apply(T *data, int n, Op op)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = op(data[i]);
}

template <int N, bool Twice>
__global__ void
unrolled(int *out)
{
	int s = 0;
#pragma unroll
	for (int i = 0; i < N; i++)
		s += i * (Twice ? 2 : 1);
	out[threadIdx.x] = s + threadIdx.x;
}

template <typename T>
static double
run(T factor)
{
	std::vector<T> v(100);
	for (int i = 0; i < 100; i++)
		v[i] = (T)(i % 10);
	T *d = to_device(v);
	apply<<<1, 128>>>(d, 100, Square<T>());
	apply<T, Plus<T>><<<4, 32>>>(d, 100, Plus<T>{factor});
	SYNC();
	double sum = 0;
	for (T x : to_host(d, 100))
		sum += (double)x;
	CK(cudaFree(d));
	return sum;
}

template <int N>
static void
run_unrolled(int *d)
{
	unrolled<N, false><<<1, 2>>>(d);
	unrolled<N, true><<<1, 2>>>(d + 2);
	SYNC();
	std::vector<int> h = to_host(d, 4);
	printf("%d: %d %d %d %d\n", N, h[0], h[1], h[2], h[3]);
}

template <int N> struct Each {
	static void
	go(int *d)
	{
		Each<N - 1>::go(d);
		run_unrolled<N>(d);
	}
};
template <> struct Each<0> {
	static void
	go(int *)
	{
	}
};

int
main()
{
	printf("%g %g %g %g %g %g\n", run<int>(1), run<float>(2), run<double>(0.5),
	       run<long long>(-1), run<unsigned char>(3), run<short>(-2));
	int *d = device_array<int>(4);
	Each<24>::go(d);
}
