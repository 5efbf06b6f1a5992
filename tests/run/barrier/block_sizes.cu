// block_sizes: blocks of 1, 33, 1000 and 1024 threads, with a barrier in the middle.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
rotate(const int *in, int *out)
{
	__shared__ int s[1024];
	int base = blockIdx.x * blockDim.x, t = threadIdx.x;
	s[t] = in[base + t];
	__syncthreads();
	out[base + t] = s[(t + 1) % blockDim.x] * 3 + t;
}

int
main()
{
	const int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 255, 1000, 1023, 1024};
	for (int size : sizes) {
		const int blocks = 5, n = blocks * size;
		std::vector<int> in(n), want(n);
		unsigned seed = size;
		for (int &v : in)
			v = next_random(seed) % 1000;
		for (int i = 0; i < n; i++) {
			int t = i % size, base = i - t;
			want[i] = in[base + (t + 1) % size] * 3 + t;
		}
		int *di = to_device(in), *dout = device_array<int>(n);
		rotate<<<blocks, size>>>(di, dout);
		SYNC();
		char name[32];
		snprintf(name, sizeof name, "%d threads", size);
		same(name, to_host(dout, n), want);
		CK(cudaFree(di));
		CK(cudaFree(dout));
	}
}
