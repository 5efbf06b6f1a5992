// float_to_int: C casts from floating point saturate; NaN becomes 0 in 32 bits.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

__global__ void
casts(const double *in, int n, long long *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	double d = in[i];
	float f = (float)d;
	long long *o = out + i * 8;
	*o++ = (int)f;
	*o++ = (unsigned)f;
	*o++ = (long long)f;
	*o++ = (long long)(unsigned long long)f;
	*o++ = (int)d;
	*o++ = (unsigned)d;
	*o++ = (long long)d;
	*o++ = (long long)(unsigned long long)d;
}

int
main()
{
	std::vector<double> in = {0,
				  -0.9,
				  1.9,
				  -1.9,
				  2147483520.0,
				  2147483648.0,
				  -2147483648.0,
				  -3e9,
				  4294967040.0,
				  5e9,
				  1e19,
				  -1e19,
				  1e30,
				  -1e30,
				  INFINITY,
				  -INFINITY};
	const int n = (int)in.size();
	double *d = to_device(in);
	long long *o = device_array<long long>(n * 8);
	casts<<<1, 32>>>(d, n, o);
	SYNC();
	std::vector<long long> h = to_host(o, n * 8);
	for (int i = 0; i < n; i++) {
		printf("%g:", in[i]);
		for (int k = 0; k < 8; k++)
			printf(" %lld", h[i * 8 + k]);
		printf("\n");
	}
	double nan = NAN;
	CK(cudaMemcpy(d, &nan, sizeof nan, cudaMemcpyHostToDevice));
	casts<<<1, 1>>>(d, 1, o);
	SYNC();
	h = to_host(o, 8);
	printf("nan: %lld %lld %llx %llx %lld %lld %llx %llx\n", h[0], h[1], h[2], h[3],
	       h[4], h[5], h[6], h[7]);
}
