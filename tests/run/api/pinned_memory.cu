// pinned_memory: cudaMallocHost, cudaHostAlloc, cudaHostRegister, async copies both
// ways in pieces.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
twice(double *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int
main()
{
	const int n = 4096, parts = 8, len = n / parts;
	double *a, *b, *d;
	CK(cudaMallocHost(&a, n * sizeof *a));
	CK(cudaHostAlloc(&b, n * sizeof *b, cudaHostAllocDefault));
	CK(cudaMalloc(&d, n * sizeof *d));
	cudaStream_t s[2];
	CK(cudaStreamCreate(&s[0]));
	CK(cudaStreamCreate(&s[1]));
	for (int i = 0; i < n; i++)
		a[i] = i * 0.5;
	for (int p = 0; p < parts; p++) {
		cudaStream_t st = s[p % 2];
		double *at = d + p * len;
		CK(cudaMemcpyAsync(at, a + p * len, len * sizeof *d,
				   cudaMemcpyHostToDevice, st));
		twice<<<len / 64, 64, 0, st>>>(at);
		CK(cudaMemcpyAsync(b + p * len, at, len * sizeof *d,
				   cudaMemcpyDeviceToHost, st));
	}
	CK(cudaDeviceSynchronize());
	std::vector<double> got(b, b + n), want(n);
	for (int i = 0; i < n; i++)
		want[i] = i;
	same("pipeline", got, want);

	std::vector<double> own(n, 3.0);
	CK(cudaHostRegister(own.data(), n * sizeof(double), cudaHostRegisterDefault));
	CK(cudaMemcpyAsync(d, own.data(), n * sizeof(double), cudaMemcpyHostToDevice,
			   s[0]));
	twice<<<n / 64, 64, 0, s[0]>>>(d);
	CK(cudaMemcpyAsync(own.data(), d, n * sizeof(double), cudaMemcpyDeviceToHost,
			   s[0]));
	CK(cudaStreamSynchronize(s[0]));
	CK(cudaHostUnregister(own.data()));
	same("registered", own, std::vector<double>(n, 6.0));
	CK(cudaFreeHost(a));
	CK(cudaFreeHost(b));
	CK(cudaFree(d));
	CK(cudaStreamDestroy(s[0]));
	CK(cudaStreamDestroy(s[1]));
}
