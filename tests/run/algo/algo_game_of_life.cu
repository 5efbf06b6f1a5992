// algo_game_of_life: fifty generations on a torus, bytes, double buffered.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static __host__ __device__ int
alive(const unsigned char *g, int x, int y, int n)
{
	int count = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				count += g[(y + dy + n) % n * n + (x + dx + n) % n];
	return count == 3 || (count == 2 && g[y * n + x]);
}

__global__ void
step(const unsigned char *in, unsigned char *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[y * n + x] = (unsigned char)alive(in, x, y, n);
}

int
main()
{
	const int n = 60;
	std::vector<unsigned char> a(n * n), b(n * n);
	unsigned seed = 2;
	for (unsigned char &c : a)
		c = next_random(seed) % 3 == 0;
	unsigned char *d = to_device(a), *e = device_array<unsigned char>(n * n);
	for (int k = 0; k < 50; k++) {
		step<<<dim3(4, 15), dim3(16, 4)>>>(d, e, n);
		std::swap(d, e);
		for (int i = 0; i < n * n; i++)
			b[i] = (unsigned char)alive(a.data(), i % n, i / n, n);
		std::swap(a, b);
	}
	SYNC();
	same("life", to_host(d, n * n), a);
}
