// lud: LU decomposition in place, block by block: the block on the diagonal, then those
// right of it and below it, then all others.
// SPDX-License-Identifier: Apache-2.0
#include "lud.h"

enum { SIDE = 16 };

__global__ void
diagonal(float *m, int n, int at)
{
	__shared__ float s[SIDE][SIDE];
	int t = threadIdx.x;

	for (int i = 0; i < SIDE; i++)
		s[i][t] = m[(at + i) * n + at + t];
	__syncthreads();
	for (int i = 0; i < SIDE - 1; i++) {
		if (t > i) {
			for (int j = 0; j < i; j++)
				s[t][i] -= s[t][j] * s[j][i];
			s[t][i] /= s[i][i];
		}
		__syncthreads();
		if (t > i)
			for (int j = 0; j < i + 1; j++)
				s[i + 1][t] -= s[i + 1][j] * s[j][t];
		__syncthreads();
	}
	for (int i = 1; i < SIDE; i++)
		m[(at + i) * n + at + t] = s[i][t];
}

/* Half of the threads work on the block to the right, half on the one below. */
__global__ void
perimeter(float *m, int n, int at)
{
	__shared__ float dia[SIDE][SIDE], row[SIDE][SIDE], col[SIDE][SIDE];
	int t = threadIdx.x % SIDE, other = at + (blockIdx.x + 1) * SIDE;
	bool right = threadIdx.x < SIDE;

	if (right) {
		for (int i = 0; i < SIDE / 2; i++)
			dia[i][t] = m[(at + i) * n + at + t];
		for (int i = 0; i < SIDE; i++)
			row[i][t] = m[(at + i) * n + other + t];
	} else {
		for (int i = SIDE / 2; i < SIDE; i++)
			dia[i][t] = m[(at + i) * n + at + t];
		for (int i = 0; i < SIDE; i++)
			col[i][t] = m[(other + i) * n + at + t];
	}
	__syncthreads();
	if (right) {
		for (int i = 1; i < SIDE; i++)
			for (int j = 0; j < i; j++)
				row[i][t] -= dia[i][j] * row[j][t];
	} else {
		for (int i = 0; i < SIDE; i++) {
			for (int j = 0; j < i; j++)
				col[t][i] -= col[t][j] * dia[j][i];
			col[t][i] /= dia[i][i];
		}
	}
	__syncthreads();
	if (right)
		for (int i = 1; i < SIDE; i++)
			m[(at + i) * n + other + t] = row[i][t];
	else
		for (int i = 0; i < SIDE; i++)
			m[(other + i) * n + at + t] = col[i][t];
}

__global__ void
internal(float *m, int n, int at)
{
	__shared__ float row[SIDE][SIDE], col[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = at + (blockIdx.x + 1) * SIDE + tx,
	    y = at + (blockIdx.y + 1) * SIDE + ty;
	float sum = 0;

	row[ty][tx] = m[(at + ty) * n + x];
	col[ty][tx] = m[y * n + at + tx];
	__syncthreads();
	for (int i = 0; i < SIDE; i++)
		sum += col[ty][i] * row[i][tx];
	m[y * n + x] -= sum;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 64);
	float *a = BENCH_NEW(float, n * n);

	matrix(a, n);
	float *d = bench_copy(a, n * n);
	while (bench_next()) {
		bench_to_device(d, a, n * n);
		bench_start();
		for (int at = 0; at < n; at += SIDE) {
			int rest = (n - at) / SIDE - 1;

			diagonal<<<1, SIDE>>>(d, n, at);
			if (rest == 0)
				break;
			perimeter<<<rest, 2 * SIDE>>>(d, n, at);
			internal<<<dim3(rest, rest), dim3(SIDE, SIDE)>>>(d, n, at);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(a, d, n * n);
	bench_floats("lu", a, n * n, 1e-4);
	return bench_end();
}
