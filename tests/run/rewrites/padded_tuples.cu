// Structs with bytes between their fields, moved from thread to thread as words and through
// shared memory: pairs of a flag and a place, of which the first one set is looked for.
// SPDX-License-Identifier: Apache-2.0
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

struct found {
	bool is;
	long at;
};

struct odd {
	double weight;
	char kind;
	short count[3];
	char mark;
};

__device__ found
either(const found &a, const found &b)
{
	if (a.is && b.is)
		return a.at < b.at ? a : b;
	return a.is ? a : b;
}

template <class T>
__device__ T
from_below(const T &mine, int by)
{
	T theirs;
	const unsigned *from = (const unsigned *)&mine;
	unsigned *to = (unsigned *)&theirs;

#pragma unroll
	for (unsigned k = 0; k < sizeof(T) / sizeof(unsigned); k++)
		to[k] = __shfl_down_sync(~0u, from[k], by);
	return theirs;
}

__global__ void
first(const int *a, const int *b, int n, found *out)
{
	__shared__ found part[8];
	int t = threadIdx.x;
	found best = {false, -1};

	for (int i = blockIdx.x * n + t; i < (blockIdx.x + 1) * n; i += 256) {
		found here = {a[i] != b[i], i};

		best = either(best, here);
	}
	for (int d = 1; d < 32; d *= 2) {
		found other = from_below(best, d);

		if (t % 32 + d < 32)
			best = either(best, other);
	}
	if (t % 32 == 0)
		part[t / 32] = best;
	__syncthreads();
	if (t == 0) {
		for (int k = 1; k < 8; k++)
			best = either(best, part[k]);
		out[blockIdx.x] = best;
	}
}

__global__ void
rounds(odd *p)
{
	__shared__ odd row[64];
	int t = threadIdx.x;
	odd mine = p[blockIdx.x * 64 + t], copy = mine;

	for (int k = 0; k < 3; k++) {
		row[t] = copy;
		__syncthreads();
		odd next = row[(t + 5) % 64];
		if (next.kind > copy.kind)
			copy = next;
		copy.count[k] += next.count[k];
		__syncthreads();
	}
	copy.mark += mine.mark;
	p[blockIdx.x * 64 + t] = copy;
}

int
main()
{
	const int n = 1000, blocks = 4;
	int *a, *b;
	found *f;
	odd *o;
	double sum = 0;

	cudaMallocManaged(&a, n * blocks * sizeof *a);
	cudaMallocManaged(&b, n * blocks * sizeof *b);
	cudaMallocManaged(&f, blocks * sizeof *f);
	cudaMallocManaged(&o, 128 * sizeof *o);
	for (int i = 0; i < n * blocks; i++)
		a[i] = b[i] = i * 7;
	b[1] = b[17 + n] = b[999 + n] = b[700 + 2 * n] = b[699 + 2 * n] = -1;
	first<<<blocks, 256>>>(a, b, n, f);
	for (int i = 0; i < 128; i++)
		o[i] = {i * .5, (char)(i * 29 % 100), {(short)i, (short)(2 * i), 3}, (char)(i % 50)};
	rounds<<<2, 64>>>(o);
	cudaDeviceSynchronize();
	for (int k = 0; k < blocks; k++)
		if (f[k].is)
			printf("block %d: first at %ld\n", k, f[k].at);
		else
			printf("block %d: none\n", k);
	for (int i = 0; i < 128; i++)
		sum = sum * .75 + o[i].weight + o[i].kind * 2 + o[i].count[0] - o[i].count[1] +
		      o[i].count[2] + o[i].mark;
	printf("%.6f\n", sum);
	return 0;
}
