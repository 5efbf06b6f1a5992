/* dwt2d: rows one by one, then columns many at a time. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "dwt2d.h"

static void
rows(const int *restrict in, int *restrict out, int n, int pitch)
{
	int half = n / 2;

#pragma omp parallel for
	for (int y = 0; y < n; y++) {
		const int *x = in + y * pitch;
		int *low = out + y * pitch, *high = low + half;

		for (int k = 0; k < half - 1; k++)
			high[k] = x[2 * k + 1] - ((x[2 * k] + x[2 * k + 2]) >> 1);
		high[half - 1] = x[n - 1] - ((x[n - 2] + x[n - 2]) >> 1);
		low[0] = x[0] + ((high[0] + high[0] + 2) >> 2);
		for (int k = 1; k < half; k++)
			low[k] = x[2 * k] + ((high[k - 1] + high[k] + 2) >> 2);
	}
}

static void
columns(const int *restrict in, int *restrict out, int n, int pitch)
{
	int half = n / 2;

#pragma omp parallel for
	for (int k = 0; k < half; k++) {
		const int *even = in + 2 * k * pitch, *odd = even + pitch;
		const int *next = k < half - 1 ? odd + pitch : even;
		int *high = out + (half + k) * pitch;

#pragma omp simd
		for (int x = 0; x < n; x++)
			high[x] = odd[x] - ((even[x] + next[x]) >> 1);
	}
#pragma omp parallel for
	for (int k = 0; k < half; k++) {
		const int *even = in + 2 * k * pitch, *high = out + (half + k) * pitch;
		const int *before = k > 0 ? high - pitch : high;
		int *low = out + k * pitch;

#pragma omp simd
		for (int x = 0; x < n; x++)
			low[x] = even[x] + ((before[x] + high[x] + 2) >> 2);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2048, 256);
	int *p = BENCH_NEW(int, n * n), *a = BENCH_NEW(int, n * n),
	    *b = BENCH_NEW(int, n * n);

	picture(p, n);
	while (bench_next()) {
		memcpy(a, p, n * n * sizeof *p);
		bench_start();
		for (int level = 0, m = n; level < LEVELS; level++, m /= 2) {
			rows(a, b, m, n);
			columns(b, a, m, n);
		}
		bench_stop();
	}
	bench_ints("coefficients", a, n * n);
	return bench_end();
}
