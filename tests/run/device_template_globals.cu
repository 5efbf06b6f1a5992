// device_template_globals: variable templates, static members of class templates, function-local statics.
#include "test.h"

template <typename T> __device__ T scale = T(3);
template <int N> __constant__ int power = 1 << N;

template <typename T>
struct Holder {
	static __device__ T value;
	static __constant__ int size;
};
template <typename T> __device__ T Holder<T>::value = T(1.5);
template <typename T> __constant__ int Holder<T>::size = sizeof(T);

__device__ int
next()
{
	static __device__ int n = 40;
	return atomicAdd(&n, 1);
}

__global__ void
use(double *out)
{
	out[0] = scale<int> / 2;
	out[1] = scale<float> / 2;
	out[2] = power<3> + power<10>;
	out[3] = Holder<int>::value + Holder<double>::value;
	out[4] = Holder<int>::size * 10 + Holder<double>::size;
	Holder<double>::value += 1;
	scale<float> *= 2;
	next();
	next();
	out[5] = next();
}

int
main()
{
	double *d = device_array<double>(6);
	for (int i = 0; i < 2; i++) {
		use<<<1, 1>>>(d);
		SYNC();
		for (double v : to_host(d, 6))
			printf("%g ", v);
		printf("\n");
	}
	float f = 10;
	double v;
	CK(cudaMemcpyToSymbol(scale<float>, &f, sizeof f));
	CK(cudaMemcpyFromSymbol(&v, Holder<double>::value, sizeof v));
	use<<<1, 1>>>(d);
	SYNC();
	printf("%g %g\n", to_host(d, 2)[1], v);
}
