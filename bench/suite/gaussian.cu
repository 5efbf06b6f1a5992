// gaussian: elimination, two kernels per column: factors, then all rows below.
// SPDX-License-Identifier: Apache-2.0
#include "gaussian.h"

enum { SIDE = 16, THREADS = 256 };

__global__ void
factors(float *m, const float *a, int n, int t)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n - 1 - t)
		m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
}

__global__ void
eliminate(const float *m, float *a, float *b, int n, int t)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (y >= n - 1 - t || x >= n - t)
		return;
	a[n * (y + 1 + t) + x + t] -= m[n * (y + 1 + t) + t] * a[n * t + x + t];
	if (x == 0)
		b[y + 1 + t] -= m[n * (y + 1 + t) + t] * b[t];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(640, 60);
	float *a = BENCH_NEW(float, n * n), *b = BENCH_NEW(float, n),
	      *x = BENCH_NEW(float, n), *a2 = BENCH_NEW(float, n * n),
	      *b2 = BENCH_NEW(float, n);
	dim3 block(SIDE, SIDE), grid((n + SIDE - 1) / SIDE, (n + SIDE - 1) / SIDE);

	equations(a, b, n);
	float *da = bench_device<float>(n * n), *dm = bench_device<float>(n * n),
	      *db = bench_device<float>(n);
	while (bench_next()) {
		bench_to_device(da, a, n * n);
		bench_to_device(db, b, n);
		bench_start();
		for (int t = 0; t < n - 1; t++) {
			factors<<<(n + THREADS - 1) / THREADS, THREADS>>>(dm, da, n, t);
			eliminate<<<grid, block>>>(dm, da, db, n, t);
		}
		bench_to_host(a2, da, n * n);
		bench_to_host(b2, db, n);
		back_substitute(a2, b2, x, n);
		bench_stop();
	}
	bench_floats("x", x, n, 1e-3);
	return bench_end();
}
