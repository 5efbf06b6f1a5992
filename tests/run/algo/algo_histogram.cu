// algo_histogram: shared-memory atomics per block, merged with global atomics; 256 bins
// and a few hot ones.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
histogram(const unsigned char *data, int n, unsigned *bins)
{
	__shared__ unsigned s[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		atomicAdd(&s[data[i]], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (s[i])
			atomicAdd(&bins[i], s[i]);
}

int
main()
{
	const int n = 100003;
	for (int spread : {256, 3, 1}) {
		std::vector<unsigned char> a(n);
		std::vector<unsigned> want(256, 0);
		unsigned seed = spread;
		for (unsigned char &v : a) {
			v = (unsigned char)(next_random(seed) % spread * 5);
			want[v]++;
		}
		unsigned char *d = to_device(a);
		unsigned *bins = device_array<unsigned>(256);
		histogram<<<13, 96>>>(d, n, bins);
		SYNC();
		same("histogram", to_host(bins, 256), want);
	}
}
