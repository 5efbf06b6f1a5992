// Stencils read a row before and after their array and throw the values away: programs
// do so, and a GPU, whose pages are large, lets them. Arrays from the heap and such that
// have pages of their own; a read far away is still an error (illegal_address).
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include "../test.h"

__global__ void
stencil(const float *in, float *out, int n)
{
	__shared__ float north[64], south[64];
	int t = threadIdx.x, c = blockIdx.x * blockDim.x + t, r = blockIdx.y;

	north[t] = in[(r - 1) * n + c];
	south[t] = in[(r + 1) * n + c];
	__syncthreads();
	if (r == 0)
		north[t] = in[c];
	if (r == n - 1)
		south[t] = in[r * n + c];
	__syncthreads();
	out[r * n + c] = (north[t] + south[t]) / 2;
}

int
main()
{
	for (int n = 1024; n >= 64; n /= 4) {
		enum { ARRAYS = 5 };
		float *a[ARRAYS];
		double sum = 0;

		for (float *&p : a)
			CK(cudaMalloc(&p, n * n * sizeof *p));
		std::vector<float> host(n * n);
		for (int i = 0; i < n * n; i++)
			host[i] = i / n;
		cudaMemcpy(a[0], &host[0], n * n * sizeof(float), cudaMemcpyHostToDevice);
		for (int i = 0; i < ARRAYS; i++)
			stencil<<<dim3(n / 64, n), 64>>>(a[i], a[(i + 1) % ARRAYS], n);
		SYNC();
		cudaMemcpy(&host[0], a[0], n * n * sizeof(float), cudaMemcpyDeviceToHost);
		for (float x : host)
			sum += x;
		printf("%d: %g %g %g\n", n, host[0], host[n * n - 1], sum);
		for (float *p : a)
			cudaFree(p);
	}
	return 0;
}
