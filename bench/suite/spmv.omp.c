/* spmv: a sparse matrix times a vector, row by row. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "sparse.h"

static void
multiply(const sparse *m, const float *x, float *y)
{
#pragma omp parallel for schedule(dynamic, 512)
	for (int i = 0; i < m->n; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int k = m->start[i]; k < m->start[i + 1]; k++)
			sum += m->value[k] * x[m->column[k]];
		y[i] = sum;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(100000, 500), steps = bench_size(8, 2);
	sparse m = sparse_new(n, 32, 21);
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n);

	bench_fill(x, n, 0, 1, 22);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < steps; k++)
			multiply(&m, x, y);
		bench_stop();
	}
	bench_floats("y", y, n, 1e-4);
	return bench_end();
}
