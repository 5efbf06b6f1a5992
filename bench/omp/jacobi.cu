/* SPDX-License-Identifier: Apache-2.0 */
/* JACOBI by hand: 32 x 8 threads, several rows per thread, whose values above and below
 * stay in registers. */
#include "hand.h"

#ifndef SIZE
#define SIZE 256
#endif
#ifndef ROWS
#define ROWS 4
#endif

static float a[SIZE][SIZE], b[SIZE][SIZE];

static __global__ void
sweep(float (*__restrict__ to)[SIZE], const float (*__restrict__ from)[SIZE])
{
	int j = 1 + (int)(blockIdx.x * blockDim.x + threadIdx.x);
	int i = 1 + (int)(blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
	float up, here;

	if (j >= SIZE - 1 || i >= SIZE - 1)
		return;
	up = from[i - 1][j];
	here = from[i][j];
#pragma unroll
	for (int r = 0; r < ROWS; r++, i++) {
		if (i < SIZE - 1) {
			float down = from[i + 1][j];
			to[i][j] = (up + down + from[i][j - 1] + from[i][j + 1]) / 4.0f;
			up = here;
			here = down;
		}
	}
}

static __global__ void
copy(float (*__restrict__ to)[SIZE], const float (*__restrict__ from)[SIZE])
{
	int j = 1 + (int)(blockIdx.x * blockDim.x + threadIdx.x);
	int i = 1 + (int)(blockIdx.y * blockDim.y + threadIdx.y) * ROWS;

	if (j >= SIZE - 1)
		return;
#pragma unroll
	for (int r = 0; r < ROWS; r++)
		if (i + r < SIZE - 1)
			to[i + r][j] = from[i + r][j];
}

static void
init(void)
{
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++) {
			a[i][j] = 0;
			b[i][j] = (float)((i * 7 + j * 3) % 11);
		}
}

int
main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 20;
	dim3 block(32, 8), grid((SIZE - 2 + 31) / 32, (SIZE - 2 + 8 * ROWS - 1) / (8 * ROWS));
	float(*dev_a)[SIZE], (*dev_b)[SIZE], middle = 0;
	double sum = 0, seconds = 0;

	CHECK(cudaMalloc((void **)&dev_a, sizeof a));
	CHECK(cudaMalloc((void **)&dev_b, sizeof b));
	for (int round = 0; round < 2; round++) {
		init();
		double start = now();
		CHECK(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice));
		for (int k = 0; k < steps; k++) {
			sweep<<<grid, block>>>(dev_a, dev_b);
			copy<<<grid, block>>>(dev_b, dev_a);
		}
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
		middle = b[SIZE / 2][SIZE / 2];
		seconds = now() - start;
	}
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++)
			sum += b[i][j] * (1 + (i + j) % 3);
	printf("jacobi %d %.6f %.6f\n", steps, middle, sum);
	fprintf(stderr, "seconds %.6f\n", seconds);
	return 0;
}
