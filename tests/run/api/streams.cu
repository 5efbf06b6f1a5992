// streams: work in one stream runs in order, streams wait for each other through
// events.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
step(int *p, int mul, int add, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = p[i] * mul + add;
}

__global__ void
combine(const int *a, const int *b, int *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] - b[i];
}

int
main()
{
	const int n = 5000, count = 4, grid = (n + 127) / 128;
	cudaStream_t s[count];
	cudaEvent_t done[count];
	int *d[count], *h[count];
	for (int k = 0; k < count; k++) {
		CK(k % 2 ? cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking)
			 : cudaStreamCreate(&s[k]));
		CK(cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming));
		CK(cudaMalloc(&d[k], n * sizeof(int)));
		CK(cudaMallocHost(&h[k], n * sizeof(int)));
		for (int i = 0; i < n; i++)
			h[k][i] = i;
	}
	for (int k = 0; k < count; k++) {
		CK(cudaMemcpyAsync(d[k], h[k], n * sizeof(int), cudaMemcpyHostToDevice,
				   s[k]));
		for (int r = 0; r < 10; r++)
			step<<<grid, 128, 0, s[k]>>>(d[k], r % 3 == 0 ? 2 : 1, k + r,
						     n);
		CK(cudaMemcpyAsync(h[k], d[k], n * sizeof(int), cudaMemcpyDeviceToHost,
				   s[k]));
		CK(cudaEventRecord(done[k], s[k]));
	}
	// Stream 0 needs the results of stream 3.
	CK(cudaStreamWaitEvent(s[0], done[3], 0));
	int *c = device_array<int>(n);
	combine<<<grid, 128, 0, s[0]>>>(d[3], d[0], c, n);
	CK(cudaGetLastError());
	for (int k = 0; k < count; k++) {
		CK(cudaStreamSynchronize(s[k]));
		CK(cudaStreamQuery(s[k]));
		CK(cudaEventQuery(done[k]));
		std::vector<int> got(h[k], h[k] + n), want(n);
		for (int i = 0; i < n; i++) {
			int v = i;
			for (int r = 0; r < 10; r++)
				v = v * (r % 3 == 0 ? 2 : 1) + k + r;
			want[i] = v;
		}
		same("stream", got, want);
	}
	std::vector<int> want(n);
	for (int i = 0; i < n; i++)
		want[i] = h[3][i] - h[0][i];
	same("combined", to_host(c, n), want);
	for (int k = 0; k < count; k++) {
		CK(cudaStreamDestroy(s[k]));
		CK(cudaEventDestroy(done[k]));
		CK(cudaFreeHost(h[k]));
		CK(cudaFree(d[k]));
	}
}
