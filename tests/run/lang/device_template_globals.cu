// device_template_globals: variable templates and function-local statics, also in
// templates, in device code.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T> __device__ T scale = T(3);
template <int N> __constant__ int power = 1 << N;

__device__ int
next()
{
	static __device__ int n = 40;
	return atomicAdd(&n, 1);
}

// Each instance counts for itself.
template <typename T>
__device__ int
calls()
{
	static int n = sizeof(T) * 100;
	return ++n;
}

__global__ void
use(double *out)
{
	out[0] = scale<int> / 2;
	out[1] = scale<float> / 2;
	out[2] = power<3> + power<10>;
	scale<float> *= 2;
	next();
	next();
	out[3] = next();
	calls<char>();
	out[4] = calls<char>() + 10000 * calls<double>();
}

int
main()
{
	double *d = device_array<double>(5);
	for (int i = 0; i < 3; i++) {
		use<<<1, 1>>>(d);
		SYNC();
		for (double v : to_host(d, 5))
			printf("%g ", v);
		printf("\n");
	}
	float f = 10;
	int five = 5;
	CK(cudaMemcpyToSymbol(scale<float>, &f, sizeof f));
	CK(cudaMemcpyToSymbol(power<3>, &five, sizeof five));
	use<<<1, 1>>>(d);
	SYNC();
	printf("%g %g\n", to_host(d, 3)[1], to_host(d, 3)[2]);
	CK(cudaMemcpyFromSymbol(&f, scale<float>, sizeof f));
	printf("%g\n", f);
}
