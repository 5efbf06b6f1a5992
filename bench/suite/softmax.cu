// softmax: a block for each row; its threads take elements a block apart, three times.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { THREADS = 256 };

__global__ void
softmax(const float *in, float *out, int columns)
{
	__shared__ float s[THREADS];
	const float *row = in + (size_t)blockIdx.x * columns;
	float *to = out + (size_t)blockIdx.x * columns, most = -INFINITY, sum = 0;
	int t = threadIdx.x;

	for (int i = t; i < columns; i += blockDim.x)
		most = fmaxf(most, row[i]);
	s[t] = most;
	__syncthreads();
	for (int step = blockDim.x / 2; step > 0; step /= 2) {
		if (t < step)
			s[t] = fmaxf(s[t], s[t + step]);
		__syncthreads();
	}
	most = s[0];
	__syncthreads();
	for (int i = t; i < columns; i += blockDim.x)
		sum += expf(row[i] - most);
	s[t] = sum;
	__syncthreads();
	for (int step = blockDim.x / 2; step > 0; step /= 2) {
		if (t < step)
			s[t] += s[t + step];
		__syncthreads();
	}
	for (int i = t; i < columns; i += blockDim.x)
		to[i] = expf(row[i] - most) / s[0];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int columns = bench_size(50000, 700), rows = bench_size(128, 3);
	const size_t n = (size_t)columns * rows;
	float *a = BENCH_NEW(float, n), *r = BENCH_NEW(float, n);

	bench_fill(a, n, -8, 8, 21);
	float *da = bench_copy(a, n), *dr = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		softmax<<<rows, THREADS>>>(da, dr, columns);
		bench_wait();
		bench_stop();
	}
	bench_to_host(r, dr, n);
	bench_floats("softmax", r, n, 1e-4);
	return bench_end();
}
