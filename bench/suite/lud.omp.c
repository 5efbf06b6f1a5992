/* lud: LU decomposition in place, by blocks that fit into the cache. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "lud.h"

enum { SIDE = 16 };

static void
diagonal(float *m, int n, int at)
{
	for (int k = at; k < at + SIDE; k++)
		for (int i = k + 1; i < at + SIDE; i++) {
			m[i * n + k] /= m[k * n + k];
			for (int j = k + 1; j < at + SIDE; j++)
				m[i * n + j] -= m[i * n + k] * m[k * n + j];
		}
}

static void
right_of(float *m, int n, int at, int other)
{
	for (int i = 1; i < SIDE; i++)
		for (int j = 0; j < i; j++) {
			float l = m[(at + i) * n + at + j];

#pragma omp simd
			for (int t = 0; t < SIDE; t++)
				m[(at + i) * n + other + t] -=
					l * m[(at + j) * n + other + t];
		}
}

static void
below(float *m, int n, int at, int other)
{
	for (int t = 0; t < SIDE; t++) {
		float *row = m + (other + t) * n + at;

		for (int k = 0; k < SIDE; k++) {
			row[k] /= m[(at + k) * n + at + k];
			for (int j = k + 1; j < SIDE; j++)
				row[j] -= row[k] * m[(at + k) * n + at + j];
		}
	}
}

static void
internal(float *m, int n, int at, int y, int x)
{
	for (int i = 0; i < SIDE; i++) {
		float sum[SIDE] = {0};

		for (int k = 0; k < SIDE; k++)
#pragma omp simd
			for (int j = 0; j < SIDE; j++)
				sum[j] += m[(y + i) * n + at + k] *
					  m[(at + k) * n + x + j];
		for (int j = 0; j < SIDE; j++)
			m[(y + i) * n + x + j] -= sum[j];
	}
}

static void
decompose(float *m, int n)
{
	for (int at = 0; at < n; at += SIDE) {
		diagonal(m, n, at);
#pragma omp parallel for
		for (int other = at + SIDE; other < n; other += SIDE) {
			right_of(m, n, at, other);
			below(m, n, at, other);
		}
#pragma omp parallel for collapse(2)
		for (int y = at + SIDE; y < n; y += SIDE)
			for (int x = at + SIDE; x < n; x += SIDE)
				internal(m, n, at, y, x);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 64);
	float *a = BENCH_NEW(float, n * n), *m = BENCH_NEW(float, n * n);

	matrix(a, n);
	while (bench_next()) {
		memcpy(m, a, n * n * sizeof *m);
		bench_start();
		decompose(m, n);
		bench_stop();
	}
	bench_floats("lu", m, n * n, 1e-4);
	return bench_end();
}
