// sync_count: __syncthreads_count, _and, _or, with uniform and returned threads, in
// conditions and loops.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
votes(int *out)
{
	int t = threadIdx.x;
	int c = __syncthreads_count(t % 3 == 0);
	int a = __syncthreads_and(t < 1000);
	int a2 = __syncthreads_and(t != 7);
	int o = __syncthreads_or(t == 99);
	int o2 = __syncthreads_or(t > 1000);
	int big = __syncthreads_count(t * 256); // any non-zero value counts
	int *row = out + (blockIdx.x * blockDim.x + t) * 6;
	row[0] = c;
	row[1] = a != 0;
	row[2] = a2 != 0;
	row[3] = o != 0;
	row[4] = o2 != 0;
	row[5] = big;
}

// Halve until all are below ten; every thread counts the rounds of its block.
__global__ void
rounds(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = in[i], n = 0;
	while (__syncthreads_or(v >= 10)) {
		v = v / 2;
		n++;
	}
	out[i] = n * 1000 + v;
}

__global__ void
with_returned(int *out, int n)
{
	int t = threadIdx.x;
	if (t >= n)
		return;
	int c = __syncthreads_count(1);
	int a = __syncthreads_and(t < n);
	if (__syncthreads_or(t == n - 1) && __syncthreads_and(1))
		out[t] = c * 10 + (a != 0);
}

int
main()
{
	int *d = device_array<int>(2 * 100 * 6);
	votes<<<2, 100>>>(d);
	SYNC();
	std::vector<int> h = to_host(d, 1200), want(1200);
	const int row[] = {34, 1, 0, 1, 0, 99};
	for (int i = 0; i < 1200; i++)
		want[i] = row[i % 6];
	same("votes", h, want);

	std::vector<int> in(256), wr(256);
	unsigned seed = 1;
	for (int &v : in)
		v = next_random(seed) % 5000;
	in[70] = 100000;
	for (int b = 0; b < 4; b++) {
		int most = 0;
		for (int t = 0; t < 64; t++) {
			int k = 0;
			for (int v = in [b * 64 + t]; v >= 10; v /= 2)
				k++;
			most = k > most ? k : most;
		}
		for (int t = 0; t < 64; t++)
			wr[b * 64 + t] = most * 1000 + (in[b * 64 + t] >> most);
	}
	int *di = to_device(in), *dout = device_array<int>(256);
	rounds<<<4, 64>>>(di, dout);
	SYNC();
	same("rounds", to_host(dout, 256), wr);

	CK(cudaMemset(dout, 0, 1024));
	with_returned<<<1, 256>>>(dout, 77);
	SYNC();
	h = to_host(dout, 78);
	printf("%d %d %d\n", h[0], h[76], h[77]);
}
