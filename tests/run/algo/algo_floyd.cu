// algo_floyd: all shortest paths, one launch per pivot, and a small graph inside one
// block.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
pivot(int *d, int n, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		d[y * n + x] = min(d[y * n + x], d[y * n + k] + d[k * n + x]);
}

__global__ void
in_block(int *d, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x, x = t % n, y = t / n;
	s[t] = d[t];
	for (int k = 0; k < n; k++) {
		__syncthreads();
		int through = s[y * n + k] + s[k * n + x];
		__syncthreads();
		if (through < s[t])
			s[t] = through;
	}
	d[t] = s[t];
}

static std::vector<int>
graph(int n)
{
	std::vector<int> d(n * n, 100000);
	unsigned seed = n;
	for (int i = 0; i < n * 4; i++) {
		int length = next_random(seed) % 100 + 1, from = next_random(seed) % n;
		d[from * n + next_random(seed) % n] = length;
	}
	for (int i = 0; i < n; i++)
		d[i * n + i] = 0;
	return d;
}

static std::vector<int>
host(std::vector<int> d, int n)
{
	for (int k = 0; k < n; k++)
		for (int y = 0; y < n; y++)
			for (int x = 0; x < n; x++)
				if (d[y * n + k] + d[k * n + x] < d[y * n + x])
					d[y * n + x] = d[y * n + k] + d[k * n + x];
	return d;
}

int
main()
{
	const int n = 70, m = 31;
	std::vector<int> g = graph(n), h = graph(m);
	int *d = to_device(g), *e = to_device(h);
	for (int k = 0; k < n; k++)
		pivot<<<dim3(5, 9), dim3(16, 8)>>>(d, n, k);
	in_block<<<1, m * m, m * m * sizeof(int)>>>(e, m);
	SYNC();
	same("launches", to_host(d, n * n), host(g, n));
	same("one block", to_host(e, m * m), host(h, m));
}
