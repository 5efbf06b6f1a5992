// lavamd: a block per box; particles of the box and of a neighbour are in shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "lavamd.h"

enum { THREADS = 128 };

__global__ void
forces(const particle *p, const float *charge, const int *near, const int *count,
       particle *f)
{
	__shared__ particle mine[PER_BOX], theirs[PER_BOX];
	__shared__ float q[PER_BOX];
	int box = blockIdx.x, first = box * PER_BOX;

	for (int i = threadIdx.x; i < PER_BOX; i += THREADS)
		mine[i] = p[first + i];
	__syncthreads();
	for (int k = 0; k < count[box]; k++) {
		int other = near[box * NEIGHBOURS + k] * PER_BOX;

		for (int j = threadIdx.x; j < PER_BOX; j += THREADS) {
			theirs[j] = p[other + j];
			q[j] = charge[other + j];
		}
		__syncthreads();
		for (int i = threadIdx.x; i < PER_BOX; i += THREADS) {
			particle a = mine[i], sum = f[first + i];

			for (int j = 0; j < PER_BOX; j++) {
				particle b = theirs[j];
				float r2 =
					a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
				float u = A2 * r2, e = expf(-u), s = 2 * e;
				float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;

				sum.v += q[j] * e;
				sum.x += q[j] * (s * dx);
				sum.y += q[j] * (s * dy);
				sum.z += q[j] * (s * dz);
			}
			f[first + i] = sum;
		}
		__syncthreads();
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(6, 2), n = side * side * side, all = n * PER_BOX;
	particle *p = BENCH_NEW(particle, all), *f = BENCH_NEW(particle, all);
	float *q = BENCH_NEW(float, all);
	int *near = BENCH_NEW(int, n * NEIGHBOURS), *count = BENCH_NEW(int, n);

	boxes(side, p, q, near, count);
	particle *dp = bench_copy(p, all), *df = bench_device<particle>(all);
	float *dq = bench_copy(q, all);
	int *dnear = bench_copy(near, n * NEIGHBOURS), *dcount = bench_copy(count, n);
	while (bench_next()) {
		BENCH_CHECK(cudaMemset(df, 0, all * sizeof *df));
		bench_start();
		forces<<<n, THREADS>>>(dp, dq, dnear, dcount, df);
		bench_wait();
		bench_stop();
	}
	bench_to_host(f, df, all);
	bench_floats("forces", &f[0].v, all * 4, 1e-3);
	return bench_end();
}
