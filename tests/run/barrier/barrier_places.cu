// barrier_places: first and last statement, several in a row, in loop headers,
// conditions and expressions.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
places(int *out)
{
	__syncthreads();
	__shared__ int s[33];
	__syncthreads();
	__syncthreads();
	int t = threadIdx.x;
	s[t] = t;
	int v = (__syncthreads(), s[32 - t]);
	for (__syncthreads(); v < 100; v += 50, __syncthreads())
		s[t] = v;
	{
		__syncthreads();
		v += s[(t + 1) % 33];
		__syncthreads();
	}
	out[t] = v;
	__syncthreads();
}

__global__ void
infinite(int *out)
{
	__shared__ int n;
	if (threadIdx.x == 0)
		n = 0;
	while (true) {
		__syncthreads();
		if (threadIdx.x == 5)
			n++;
		__syncthreads();
		if (n == 10)
			return;
		if (threadIdx.x == 0)
			atomicAdd(out, 1);
	}
}

int
main()
{
	int *d = device_array<int>(33);
	places<<<1, 33>>>(d);
	SYNC();
	std::vector<int> v(33), s(33);
	for (int t = 0; t < 33; t++) {
		v[t] = 32 - t;
		s[t] = 0;
		while (v[t] < 100) {
			s[t] = v[t];
			v[t] += 50;
		}
	}
	for (int t = 0; t < 33; t++)
		v[t] += s[(t + 1) % 33];
	same("places", to_host(d, 33), v);
	CK(cudaMemset(d, 0, 4));
	infinite<<<4, 32>>>(d);
	SYNC();
	printf("%d\n", to_host(d, 1)[0]);
}
