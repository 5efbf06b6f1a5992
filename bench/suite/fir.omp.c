/* fir: a filter of 64 taps over a stream of blocks of samples, history kept between them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { TAPS = 64 };

/* in has TAPS - 1 samples of history in front. */
static void
fir(const float *restrict in, const float *restrict tap, float *restrict out, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int k = 0; k < TAPS; k++)
			sum += tap[k] * in[i + TAPS - 1 - k];
		out[i] = sum;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 18, 1000), chunks = bench_size(8, 3),
		  past = TAPS - 1;
	float *in = BENCH_NEW(float, n * chunks), *out = BENCH_NEW(float, n * chunks),
	      *window = BENCH_NEW(float, n + past), taps[TAPS];

	bench_fill(in, n * chunks, -1, 1, 37);
	bench_fill(taps, TAPS, -0.1f, 0.1f, 38);
	while (bench_next()) {
		memset(window, 0, past * sizeof *window);
		bench_start();
		for (int c = 0; c < chunks; c++) {
			memcpy(window + past, in + c * n, n * sizeof *in);
			fir(window, taps, out + c * n, n);
			memcpy(window, window + n, past * sizeof *in);
		}
		bench_stop();
	}
	bench_floats("out", out, n * chunks, 1e-4);
	return bench_end();
}
