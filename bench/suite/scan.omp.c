/* scan: an exclusive prefix sum; each thread adds its part, then starts from the sum of
 * those before it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <omp.h>

#include "../bench.h"

static void
scan(const int *in, int *out, int n)
{
	int part[256 + 1] = {0};

#pragma omp parallel num_threads(omp_get_max_threads() < 256 ? omp_get_max_threads()   \
							     : 256)
	{
		int t = omp_get_thread_num(), all = omp_get_num_threads();
		int first = (long)n * t / all, last = (long)n * (t + 1) / all, sum = 0;

		for (int i = first; i < last; i++)
			sum += in[i];
		part[t + 1] = sum;
#pragma omp barrier
#pragma omp single
		for (int k = 0; k < all; k++)
			part[k + 1] += part[k];
		sum = part[t];
		for (int i = first; i < last; i++) {
			out[i] = sum;
			sum += in[i];
		}
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8 << 20, 3000);
	int *p = BENCH_NEW(int, n), *out = BENCH_NEW(int, n);
	uint32_t seed = 34;

	for (int i = 0; i < n; i++)
		p[i] = bench_bits(&seed) % 100;
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			scan(p, out, n);
		bench_stop();
	}
	bench_ints("sums", out, n);
	return bench_end();
}
