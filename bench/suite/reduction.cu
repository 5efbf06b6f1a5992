// reduction: a sum; each block adds twice its width in shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { THREADS = 256 };

__global__ void
reduce(const float *in, float *out)
{
	__shared__ float s[THREADS];
	int t = threadIdx.x, i = blockIdx.x * THREADS * 2 + t;

	s[t] = in[i] + in[i + THREADS];
	__syncthreads();
	for (int step = THREADS / 2; step > 0; step /= 2) {
		if (t < step)
			s[t] += s[t + step];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int blocks = bench_size(32 << 10, 16), n = blocks * THREADS * 2;
	float *a = BENCH_NEW(float, n), *part = BENCH_NEW(float, blocks);
	double sum;

	bench_fill(a, n, 0, 1, 3);
	float *da = bench_copy(a, n), *dpart = bench_device<float>(blocks);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 8; k++) {
			reduce<<<blocks, THREADS>>>(da, dpart);
			bench_wait();
			bench_to_host(part, dpart, blocks);
			sum = 0;
			for (int i = 0; i < blocks; i++)
				sum += part[i];
		}
		bench_stop();
	}
	bench_doubles("sum", &sum, 1, 1e-5);
	return bench_end();
}
