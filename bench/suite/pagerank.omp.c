/* pagerank: each page pulls from those that link to it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "sparse.h"

#define DAMPING 0.85f

static void
step(const sparse *m, const float *out, float *share, float *rank)
{
	int n = m->n;

#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		share[i] = rank[i] / out[i];
#pragma omp parallel for schedule(dynamic, 1024)
	for (int i = 0; i < n; i++) {
		float sum = 0;

		for (int k = m->start[i]; k < m->start[i + 1]; k++)
			sum += share[m->column[k]];
		rank[i] = (1 - DAMPING) / n + DAMPING * sum;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(200000, 500), steps = bench_size(8, 3);
	sparse m = sparse_new(n, 8, 41);
	float *rank = BENCH_NEW(float, n), *out = BENCH_NEW(float, n),
	      *share = BENCH_NEW(float, n);

	for (int k = 0; k < m.count; k++)
		out[m.column[k]]++;
	for (int i = 0; i < n; i++)
		out[i] += out[i] == 0;
	while (bench_next()) {
		for (int i = 0; i < n; i++)
			rank[i] = 1.0f / n;
		bench_start();
		for (int k = 0; k < steps; k++)
			step(&m, out, share, rank);
		bench_stop();
	}
	bench_floats("rank", rank, n, 1e-4);
	return bench_end();
}
