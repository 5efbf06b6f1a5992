// Unsigned indices of shared memory that count backwards: its addresses have 32 bits on a GPU, so
// p[threadIdx.x - 32] and p[~i] lie in front of p.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 64 };

__device__ static float
look(const float *p, unsigned i)
{
	return p[~i];
}

__global__ void
back(float *out, const float *in)
{
	__shared__ float s[2 * N];
	extern __shared__ float more[];
	float *middle = s + N;
	unsigned t = threadIdx.x, half = blockDim.x / 2;

	middle[t - half] = in[t];
	more[t] = in[t] * 2;
	__syncthreads();
	out[t] = s[N / 2 + (N - 1 - t)] + (t < half ? middle[t - half] : middle[half - 1 - (t - half)]);
	out[t] += look(more + N, t) * 100;
	for (unsigned k = 3; k > 0; k--)
		out[t] += middle[(t & 7) - k] * (1 << (10 + k));
}

int
main()
{
	float *in, *out;

	CK(cudaMallocManaged(&in, N * sizeof *in));
	CK(cudaMallocManaged(&out, N * sizeof *out));
	for (int k = 0; k < N; k++)
		in[k] = (float)(k * 5 % 37);
	back<<<1, N, N * sizeof *in>>>(out, in);
	SYNC();
	for (int k = 0; k < N; k++)
		printf("%g%c", out[k], k % 8 == 7 ? '\n' : ' ');
	return 0;
}
