/* SPDX-License-Identifier: Apache-2.0 */
/* EP by hand: a pair of deviates at a time in registers, counters of a thread in shared
 * memory side by side. The arithmetic is the OpenMP program's. */
#include "hand.h"

#define NK 128
#define NQ 10
#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 2112
#endif

__device__ static double
next(double *s, double a)
{
	const double r23 = 1.0 / 8388608.0, t23 = 8388608.0;
	const double r46 = r23 * r23, t46 = t23 * t23;
	double a1 = (int)(r23 * a), a2 = a - t23 * a1;
	double x1 = (int)(r23 * *s), x2 = *s - t23 * x1;
	double t1 = a1 * x2 + a2 * x1;
	double z = t1 - t23 * (int)(r23 * t1);
	double t3 = t23 * z + a2 * x2;

	*s = t3 - t46 * (int)(r46 * t3);
	return r46 * *s;
}

static __global__ void
deviates(int np, double *out)
{
	__shared__ int count[NQ][THREADS];
	double sx = 0, sy = 0;

	for (int l = 0; l < NQ; l++)
		count[l][threadIdx.x] = 0;
	for (int k = 1 + (int)(blockIdx.x * THREADS + threadIdx.x); k <= np;
	     k += (int)gridDim.x * THREADS) {
		double s = 271828183.0 + 8192.0 * k;
		for (int i = 0; i < NK; i++) {
			double x1 = 2 * next(&s, 1220703125.0) - 1;
			double x2 = 2 * next(&s, 1220703125.0) - 1;
			double t1 = x1 * x1 + x2 * x2;
			if (t1 <= 1) {
				double t2 = sqrt(-2 * log(t1) / t1);
				double t3 = x1 * t2, t4 = x2 * t2;
				count[(int)fmax(fabs(t3), fabs(t4))][threadIdx.x]++;
				sx += t3;
				sy += t4;
			}
		}
	}
	for (int l = 0; l < NQ; l++)
		block_add(&out[l], count[l][threadIdx.x]);
	block_add(&out[NQ], sx);
	block_add(&out[NQ + 1], sy);
}

int
main(int argc, char **argv)
{
	int np = argc > 1 ? atoi(argv[1]) : 300, blocks = (np + THREADS - 1) / THREADS;
	double out[NQ + 2], total = 0, seconds = 0, *dev_out;

	if (blocks > BLOCKS)
		blocks = BLOCKS;
	CHECK(cudaMalloc((void **)&dev_out, sizeof out));
	for (int round = 0; round < 2; round++) {
		double start = now();
		CHECK(cudaMemset(dev_out, 0, sizeof out));
		deviates<<<blocks, THREADS>>>(np, dev_out);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
		seconds = now() - start;
	}
	for (int i = 0; i < NQ; i++) {
		total += out[i];
		printf("%d %.0f\n", i, out[i]);
	}
	printf("ep %.6f %.6f %.0f\n", out[NQ], out[NQ + 1], total);
	fprintf(stderr, "seconds %.6f\n", seconds);
	return 0;
}
