// shared_constructors: shared objects of classes with constructors and destructors, which do
// not run, as with nvcc; the program makes them by itself.
// flags: -w
// out: by hand
#include "../test.h"

struct counter {
	int x;

	__host__ __device__ counter() : x(3) {}
	__device__ ~counter() { x = 100; }
	__device__ void set(int to) { x = to; }
};

struct pair {
	int first = 4;
	int second;
};

template <typename T> struct row {
	T at[4];

	__device__ row() { at[0] = 1; }
};

template <typename T> struct holder {
	typedef row<T> type;
};

template <typename T, int N>
__device__ T
rows()
{
	__shared__ typename holder<T>::type r[N], w; // two of one type

	if (threadIdx.x == 0) {
		r[N - 1].at[1] = N;
		w.at[0] = 3;
	}
	__syncthreads();
	return r[N - 1].at[1] + w.at[0];
}

template <typename T> __device__ T *
address()
{
	__shared__ T object;

	return &object;
}

__global__ void
objects(int *out, int n)
{
	__shared__ counter c; __shared__ pair p[4]; static __shared__ row<float> r;
	__align__(16) __shared__ counter
		d[2][3];
	auto set = [=](int to) {
		c.set(to); // the block's, not a copy
		d[1][2].x = __LINE__;
	};

	if (threadIdx.x == 0) {
		set(n);
		p[n & 3].first = 2;
		r.at[0] = 1;
		new (address<counter>()) counter;
	}
	__syncthreads();
	out[threadIdx.x] = c.x + p[n & 3].first * 10 + (int)r.at[0] * 100 +
			   d[1][2].x * 1000 + (int)rows<float, 3>() + rows<int, 2>() +
			   address<counter>()->x + (int)(sizeof p + sizeof d);
}

int
main()
{
	int *out;

	cudaMallocManaged(&out, 64 * sizeof *out);
	objects<<<1, 64>>>(out, 5);
	cudaDeviceSynchronize();
	printf("%d %d\n", out[0], out[63]);
}
