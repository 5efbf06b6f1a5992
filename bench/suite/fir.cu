// fir: a filter of 64 taps over a stream of blocks of samples, history kept between them.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { TAPS = 64, THREADS = 256 };

__constant__ float tap[TAPS];

/* in has TAPS - 1 samples of history in front. */
__global__ void
fir(const float *in, float *out, int n)
{
	__shared__ float s[THREADS + TAPS - 1];
	int t = threadIdx.x, i = blockIdx.x * THREADS + t;

	for (int k = t; k < THREADS + TAPS - 1; k += THREADS)
		s[k] = blockIdx.x * THREADS + k < n + TAPS - 1
			       ? in[blockIdx.x * THREADS + k]
			       : 0;
	__syncthreads();
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < TAPS; k++)
		sum += tap[k] * s[t + TAPS - 1 - k];
	out[i] = sum;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 18, 1000), chunks = bench_size(8, 3),
		  past = TAPS - 1;
	float *in = BENCH_NEW(float, n * chunks), *out = BENCH_NEW(float, n * chunks),
	      taps[TAPS], zero[TAPS] = {0};

	bench_fill(in, n * chunks, -1, 1, 37);
	bench_fill(taps, TAPS, -0.1f, 0.1f, 38);
	BENCH_CHECK(cudaMemcpyToSymbol(tap, taps, sizeof taps));
	float *din = bench_device<float>(n + past), *dout = bench_device<float>(n);
	while (bench_next()) {
		bench_to_device(din, zero, past);
		bench_start();
		for (int c = 0; c < chunks; c++) {
			bench_to_device(din + past, in + c * n, n);
			fir<<<(n + THREADS - 1) / THREADS, THREADS>>>(din, dout, n);
			bench_to_host(out + c * n, dout, n);
			BENCH_CHECK(cudaMemcpy(din, din + n, past * sizeof(float),
					       cudaMemcpyDeviceToDevice));
		}
		bench_stop();
	}
	bench_floats("out", out, n * chunks, 1e-4);
	return bench_end();
}
