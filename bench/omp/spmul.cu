/* SPDX-License-Identifier: Apache-2.0 */
/* SPMUL by hand: WIDTH threads share a row. */
#include "hand.h"

#ifndef WIDTH
#define WIDTH 8
#endif

static __global__ void
multiply(int n, const int *__restrict__ row, const int *__restrict__ col,
	 const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) / WIDTH;
	int lane = (int)threadIdx.x % WIDTH;
	double t = 0;

	if (i < n)
		for (int j = row[i] + lane; j < row[i + 1]; j += WIDTH)
			t += val[j] * x[col[j]];
	for (int d = WIDTH / 2; d > 0; d /= 2)
		t += __shfl_down_sync(0xffffffffu, t, d, WIDTH);
	if (i < n && lane == 0)
		y[i] = t;
}

static __global__ void
scale(int n, double *__restrict__ x, const double *__restrict__ y)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

	if (i < n)
		x[i] = y[i] * 0.125;
}

template <class T>
static T *
to_device(const T *host, size_t n)
{
	T *p;

	CHECK(cudaMalloc((void **)&p, n * sizeof(T)));
	CHECK(cudaMemcpy(p, host, n * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 3000, nz = 0, times = argc > 2 ? atoi(argv[2]) : 10;
	int *row = (int *)malloc((n + 1) * sizeof(int));
	int *col = (int *)malloc((size_t)n * 12 * sizeof(int));
	double *val = (double *)malloc((size_t)n * 12 * sizeof(double));
	double *x = (double *)malloc(n * sizeof(double)), *y = (double *)calloc(n, sizeof(double));
	double sum = 0, seconds = 0;

	for (int i = 0; i < n; i++) {
		row[i] = nz;
		for (int k = 0; k < 1 + i % 12; k++) {
			col[nz] = (int)((i * 13L + k * 577L) % n);
			val[nz++] = 0.5 * (k + 1);
		}
	}
	row[n] = nz;
	int *dev_row = to_device(row, n + 1), *dev_col = to_device(col, nz);
	double *dev_val = to_device(val, nz), *dev_x = to_device(x, n), *dev_y = to_device(y, n);
	int blocks = (int)(((long)n * WIDTH + 255) / 256);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < n; i++)
			x[i] = 1 + i % 3;
		double start = now();
		CHECK(cudaMemcpy(dev_x, x, n * sizeof(double), cudaMemcpyHostToDevice));
		for (int it = 0; it < times; it++) {
			multiply<<<blocks, 256>>>(n, dev_row, dev_col, dev_val, dev_x, dev_y);
			scale<<<(n + 255) / 256, 256>>>(n, dev_x, dev_y);
		}
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(x, dev_x, n * sizeof(double), cudaMemcpyDeviceToHost));
		sum = x[0];
		seconds = now() - start;
	}
	for (int i = 1; i < n; i++)
		sum += x[i];
	printf("spmul %d %.6e\n", n, sum);
	fprintf(stderr, "seconds %.6f\n", seconds);
	return 0;
}
