// shared_dynamic: dynamic shared memory with two types in one array, beside a static
// one.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
two_types(double *out, int n)
{
	extern __shared__ double pool[];
	double *d = pool;
	int *k = (int *)&d[n];
	unsigned char *c = (unsigned char *)&k[n];
	__shared__ int offset;
	int t = threadIdx.x;
	if (t == 0)
		offset = blockIdx.x * 10;
	d[t] = t * 0.5;
	k[t] = t * t;
	c[t] = (unsigned char)t;
	__syncthreads();
	int r = n - 1 - t;
	out[blockIdx.x * n + t] = d[r] + k[r] + c[r] + offset;
}

__global__ void
size_only_at_launch(int *out, int n)
{
	extern __shared__ int s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = i;
	__syncthreads();
	int sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum += s[n - 1 - i];
	out[threadIdx.x] = sum;
}

int
main()
{
	const int sizes[] = {1, 50, 256};
	for (int n : sizes) {
		double *out = device_array<double>(4 * n);
		two_types<<<4, n, n * (sizeof(double) + sizeof(int) + 1)>>>(out, n);
		SYNC();
		std::vector<double> want(4 * n);
		for (int i = 0; i < 4 * n; i++) {
			int r = n - 1 - i % n;
			want[i] = r * 0.5 + r * r + (r & 255) + (i / n) * 10;
		}
		char name[32];
		snprintf(name, sizeof name, "%d threads", n);
		same(name, to_host(out, 4 * n), want);
		CK(cudaFree(out));
	}
	int *out = device_array<int>(64);
	const int lens[] = {64, 4096, 12288}; // the last is all of 48 KB
	for (int n : lens) {
		size_only_at_launch<<<1, 64, n * sizeof(int)>>>(out, n);
		SYNC();
		long long sum = 0;
		for (int v : to_host(out, 64))
			sum += v;
		printf("%d: %lld\n", n, sum);
	}
	// More than 48 KB must be asked for first.
	CK(cudaFuncSetAttribute(size_only_at_launch,
				cudaFuncAttributeMaxDynamicSharedMemorySize,
				64 * 1024));
	size_only_at_launch<<<1, 64, 64 * 1024>>>(out, 16384);
	SYNC();
	printf("%d %d\n", to_host(out, 64)[0], to_host(out, 64)[63]);
}
