// normalize: every thread divides its element by the sum of all, which it asks for itself.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { THREADS = 32 };

__device__ float
sum(const float *in, int n)
{
	float total = 0;

	for (int i = 0; i < n; i++)
		total += in[i];
	return total;
}

__global__ void
normalize(float *out, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float total = sum(in, n);

	if (t < n)
		out[t] = in[t] / total;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(40000, 700);
	float *a = BENCH_NEW(float, n);

	bench_fill(a, n, 0, 1, 51);
	float *in = bench_copy(a, n), *out = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		normalize<<<(n + THREADS - 1) / THREADS, THREADS>>>(out, in, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(a, out, n);
	bench_floats("out", a, n, 1e-5);
	return bench_end();
}
