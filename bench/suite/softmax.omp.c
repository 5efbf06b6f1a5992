/* softmax: a thread for each row. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static void
softmax(const float *in, float *out, int columns, int rows)
{
#pragma omp parallel for
	for (int r = 0; r < rows; r++) {
		const float *row = in + (size_t)r * columns;
		float *to = out + (size_t)r * columns, most = -INFINITY, sum = 0;

#pragma omp simd reduction(max : most)
		for (int i = 0; i < columns; i++)
			most = row[i] > most ? row[i] : most;
#pragma omp simd reduction(+ : sum)
		for (int i = 0; i < columns; i++) {
			to[i] = expf(row[i] - most);
			sum += to[i];
		}
#pragma omp simd
		for (int i = 0; i < columns; i++)
			to[i] /= sum;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int columns = bench_size(50000, 700), rows = bench_size(128, 3);
	const size_t n = (size_t)columns * rows;
	float *a = BENCH_NEW(float, n), *r = BENCH_NEW(float, n);

	bench_fill(a, n, -8, 8, 21);
	while (bench_next()) {
		bench_start();
		softmax(a, r, columns, rows);
		bench_stop();
	}
	bench_floats("softmax", r, n, 1e-4);
	return bench_end();
}
