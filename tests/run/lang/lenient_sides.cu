// lenient_sides: what is __device__ where __CUDA_ARCH__ is defined and the host's where it
// is not: functions, members, templates and tables under the same names, in templates of
// kernels and of host functions, too; names that are nowhere, in templates nobody uses.
// out: host code of the same program
#include "../test.h"

enum { N = 64 };

#ifdef __CUDA_ARCH__
#include "lenient_sides.h"
#define SIDE __device__
__device__ const int table[4] = {1, 2, 3, 4};
__device__ int
twice(int x)
{
	return low_half(2 * x);
}
#else
#define SIDE
const int table[4] = {1, 2, 3, 4};
int
twice(int x)
{
	return x + x;
}
#endif

template <int LIMBS>
class number {
      public:
#ifdef __CUDA_ARCH__
	__device__ __forceinline__ number(int x) : v(x) {}
	__device__ __forceinline__ int
	get() const
	{
		return v;
	}
	__device__ __forceinline__ number
	operator+(const number &o) const
	{
		return number(v + o.v);
	}
#else
	number(int x) : v(x) {}
	int
	get() const
	{
		return v;
	}
	number
	operator+(const number &o) const
	{
		return number(v + o.v);
	}
#endif

      private:
	int v;
};

struct base {
	SIDE base();
	int a;
};

SIDE
base::base()
{
	a = table[2];
}

SIDE int
sum(number<4> a, number<4> b)
{
	return (a + b).get();
}

template <class T>
SIDE T
add(T a, T b)
{
	return a + b;
}

template <class T>
__device__ T
unused(T x)
{
	return nowhere(3) + x;
}

__global__ void
plain(int *p)
{
	p[threadIdx.x] = twice(threadIdx.x);
}

template <class T>
__global__ void
kernel(T *p)
{
	base b;
	auto f = [=](T x) { return sum(x, x); };

	p[threadIdx.x] += sum(number<4>(threadIdx.x), table[threadIdx.x % 4]) + add(b.a, 1);
	p[threadIdx.x] += f(1);
}

template <class T>
static int
launch(T *p)
{
	int four = twice(2);
	auto f = [](int x) { return twice(x); };

	plain<<<1, N>>>(p);
	kernel<<<1, N>>>(p);
	SYNC();
	return f(four);
}

int
main()
{
	int *p = device_array<int>(N), wrong = 0, eight = launch(p);
	auto out = to_host(p, N);
	base b;

	for (int i = 0; i < N; i++) {
		int x = twice(i) + sum(number<4>(i), table[i % 4]) + add(b.a, 1) + 2;
		wrong += out[i] != x;
	}
	printf("%d wrong, %d\n", wrong, eight);
}
