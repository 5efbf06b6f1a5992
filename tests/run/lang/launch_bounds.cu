// launch_bounds: __launch_bounds__, __forceinline__, __noinline__, __restrict__,
// namespaces, static kernels.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void __launch_bounds__(256) bounded(int *p)
{
	p[threadIdx.x] = threadIdx.x;
}
__global__ __launch_bounds__(128, 2) void bounded2(int *p)
{
	p[threadIdx.x] += 1;
}
template <int B>
__global__ void
__launch_bounds__(B) bounded_by(int *p)
{
	p[threadIdx.x] *= B;
}

template <class A, class B> struct product {
	static const int size = sizeof(A) * sizeof(B);
};
template <class A, class B>
__global__ void
__launch_bounds__(product<A, B>::size, product<char, B>::size, 1) bounded_by_both(A *p)
{
	p[threadIdx.x] += product<A, B>::size;
}

__device__ __forceinline__ int
inl(int x)
{
	return x + 1;
}
__device__ __noinline__ int
noinl(int x, const int *p)
{
	return x * 2 + p[0];
}

static __global__ void
tu_static(int *__restrict__ p, const int *__restrict__ q)
{
	p[threadIdx.x] = noinl(inl(q[threadIdx.x]), q);
}

namespace
{
__device__ int hidden_value = 5;
__device__ int
hidden()
{
	return hidden_value;
}
__global__ void
anonymous(int *p)
{
	p[threadIdx.x] -= hidden();
}
} // namespace

namespace outer
{
namespace inner
{
__global__ void
kernel(int *p)
{
	p[threadIdx.x] ^= 1;
}
} // namespace inner
__global__ void
kernel(int *p)
{
	p[threadIdx.x] += 100;
}
// Overloads are different kernels.
__global__ void
kernel(int *p, int k)
{
	p[threadIdx.x] += k;
}
__global__ void
kernel(float *p)
{
	p[threadIdx.x] = 0.5f;
}
} // namespace outer

int
main()
{
	const int n = 128;
	int *p = device_array<int>(n), *q = device_array<int>(n);
	std::vector<int> want(n);
	bounded<<<1, n>>>(p);
	bounded2<<<1, n>>>(p);
	bounded_by<128><<<1, n>>>(p);
	tu_static<<<1, n>>>(q, p);
	anonymous<<<1, n>>>(q);
	outer::inner::kernel<<<1, n>>>(q);
	outer::kernel<<<1, n>>>(q);
	outer::kernel<<<1, n>>>(q, 7);
	SYNC();
	for (int i = 0; i < n; i++)
		want[i] = (((((i + 1) * 128 + 1) * 2 + 128) - 5) ^ 1) + 107;
	same("all", to_host(q, n), want);
	outer::kernel<<<1, n>>>((float *)q);
	SYNC();
	same("overload", to_host((float *)q, n), std::vector<float>(n, 0.5f));
	// One thread more than the bound is an invalid launch.
	bounded_by<128><<<1, n + 1>>>(p);
	cudaError_t e = cudaGetLastError();
	printf("over the bound: %s\n", e == cudaSuccess ? "accepted" : "refused");
	CK(cudaMemset(p, 0, n * sizeof *p));
	bounded_by_both<int, double><<<1, 32>>>(p);
	SYNC();
	printf("bound with commas: %d", to_host(p, 32)[31]);
	bounded_by_both<int, double><<<1, 33>>>(p);
	e = cudaGetLastError();
	printf(", one more %s\n", e == cudaSuccess ? "accepted" : "refused");
}
