// channels_far: neighbouring words that are read far down a long piece of code without
// branches, one of them through a pointer from which the others' were made.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct word4 {
	float x, y, z, w;
};

#define ONE(k) s = s * 0.5f + (float)at[t + 64 * (k)];
#define FIVE(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4)
#define TEN(k) FIVE(k) FIVE(k + 5)

__global__ void
mix(float *out, const word4 *in, const int *at)
{
	int t = threadIdx.x;
	float s = 0;
	TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50)
	TEN(60) TEN(70) TEN(80) TEN(90) TEN(100) TEN(110)
	const word4 *p = in + t * 2;
	s += p->z;
	s += 2.0f * p->x;
	s += 3.0f * p->y;
	s += 5.0f * p->w;
	out[t] = s;
}

int
main()
{
	const int n = 64;
	float *out;
	word4 *in;
	int *at, wrong = 0;

	cudaMallocManaged(&out, n * sizeof *out);
	cudaMallocManaged(&in, 2 * n * sizeof *in);
	cudaMallocManaged(&at, 120 * n * sizeof *at);
	for (int i = 0; i < 120 * n; i++)
		at[i] = i % 31;
	for (int i = 0; i < n; i++) {
		in[2 * i] = {i + 1.0f, i * 2.0f, i + 3.0f, 4.0f};
		in[2 * i + 1] = {-1, -1, -1, -1};
	}
	mix<<<1, n>>>(out, in, at);
	cudaDeviceSynchronize();
	for (int i = 0; i < n; i++) {
		float s = 0;
		for (int k = 0; k < 120; k++)
			s = s * 0.5f + (float)at[i + 64 * k];
		s += i + 3 + 2.0f * (i + 1) + 3.0f * (i * 2) + 20;
		wrong += fabsf(s - out[i]) > 1e-3f * s;
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
