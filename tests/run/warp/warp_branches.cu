// Warps that count on lockstep inside of branches and loops: who is in a branch is through with
// it before the others write what he has yet to read. And kernels without any barrier, in which
// threads find what they read in another way than what they write.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 96, N = 96 };

// Sums of all lanes before each, round by round; every other lane looks at its neighbour's bits.
__global__ void
sums(int *out, const int *in)
{
	__shared__ int s[3 * 48];
	int lane = threadIdx.x & 31, at = threadIdx.x / 32 * 48 + lane, bits = 0, all = 0, mine = 0;
	int last = threadIdx.x / 32 * 48 + 47;

	s[at] = 0;
	at += 16;
	for (int i = lane; i < N; i += 32) {
		int x = in[i] % 9;

		s[at] = x;
		__threadfence_block();
		for (int k = 1; k <= 16; k *= 2) {
			s[at] += s[at - k];
			__threadfence_block();
		}
		mine += s[at - 1] * lane;
		all += s[last];
		bits |= x;
		s[at] = bits;
		__threadfence_block();
		if (lane & 1)
			mine += s[at - 1] | bits << 4;
	}
	out[threadIdx.x] = all + mine * 1000;
}

// A tile of four rows of eight, turned: no barrier anywhere.
__global__ void
turned(float *out, const float *in)
{
	__shared__ float tile[THREADS];
	int lane = threadIdx.x & 31, first = threadIdx.x - lane;

	tile[threadIdx.x] = in[threadIdx.x] * 2;
	out[threadIdx.x] = tile[first + (lane & 3) * 8 + lane / 4];
}

// There and back, along rows and columns: two steps.
__global__ void
twice(float *out, const float *in)
{
	__shared__ float tile[16 * 17];
	int x = threadIdx.x & 3, y = threadIdx.x / 4;
	float sum = 0, *column = &tile[y * 17 + x], *row = &tile[(y & ~3) * 17 + x * 17 + (y & 3)];

	*column = in[threadIdx.x];
	sum += *row;
	*row = sum + 1;
	out[threadIdx.x] = *column * 3;
}

int
main()
{
	std::vector<int> in(N);
	std::vector<float> f(THREADS);
	int *a, *o;
	float *b, *p;

	for (int k = 0; k < N; k++) {
		in[k] = k * 37 + k / 5;
		f[k] = (float)(k * 3 % 29);
	}
	CK(cudaMallocManaged(&a, N * sizeof *a));
	CK(cudaMallocManaged(&o, THREADS * sizeof *o));
	CK(cudaMallocManaged(&b, THREADS * sizeof *b));
	CK(cudaMallocManaged(&p, THREADS * sizeof *p));
	memcpy(a, in.data(), N * sizeof *a);
	memcpy(b, f.data(), THREADS * sizeof *b);
	sums<<<1, THREADS>>>(o, a);
	SYNC();
	for (int k = 0; k < THREADS; k++)
		printf("%d%c", o[k], k % 12 == 11 ? '\n' : ' ');
	turned<<<1, THREADS>>>(p, b);
	SYNC();
	for (int k = 0; k < THREADS; k++)
		printf("%g%c", p[k], k % 24 == 23 ? '\n' : ' ');
	twice<<<1, 64>>>(p, b);
	SYNC();
	for (int k = 0; k < 64; k++)
		printf("%g%c", p[k], k % 16 == 15 ? '\n' : ' ');
	return 0;
}
