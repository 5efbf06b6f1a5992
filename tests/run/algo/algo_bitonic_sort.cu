// algo_bitonic_sort: bitonic sort, in one block by barriers and over many blocks by
// launches.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

__global__ void
in_block(unsigned *data)
{
	__shared__ unsigned s[256];
	unsigned t = threadIdx.x;
	s[t] = data[blockIdx.x * 256 + t];
	for (unsigned k = 2; k <= 256; k <<= 1)
		for (unsigned j = k >> 1; j > 0; j >>= 1) {
			__syncthreads();
			unsigned other = t ^ j;
			if (other > t) {
				bool up = (t & k) == 0;
				if ((s[t] > s[other]) == up) {
					unsigned x = s[t];
					s[t] = s[other];
					s[other] = x;
				}
			}
		}
	__syncthreads();
	data[blockIdx.x * 256 + t] = s[t];
}

__global__ void
step(unsigned *data, unsigned j, unsigned k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
	if (other <= i)
		return;
	unsigned a = data[i], b = data[other];
	if ((a > b) == ((i & k) == 0)) {
		data[i] = b;
		data[other] = a;
	}
}

int
main()
{
	const unsigned n = 4096;
	std::vector<unsigned> a(n), want;
	unsigned seed = 77;
	for (unsigned &v : a)
		v = next_random(seed) % 5000;
	unsigned *d = to_device(a);
	in_block<<<n / 256, 256>>>(d);
	SYNC();
	want = a;
	for (unsigned b = 0; b < n; b += 256)
		std::sort(want.begin() + b, want.begin() + b + 256);
	same("blocks", to_host(d, n), want);
	for (unsigned k = 2; k <= n; k <<= 1)
		for (unsigned j = k >> 1; j > 0; j >>= 1)
			step<<<n / 128, 128>>>(d, j, k);
	SYNC();
	std::sort(want.begin(), want.end());
	same("all", to_host(d, n), want);
}
