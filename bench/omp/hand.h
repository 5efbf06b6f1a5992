/* SPDX-License-Identifier: Apache-2.0 */
/* What the hand-written programs share. */
#ifndef HAND_H
#define HAND_H

#include <cstdio>
#include <cstdlib>
#include <ctime>

#define CHECK(call) check((call), #call, __LINE__)

static inline void
check(cudaError_t e, const char *call, int line)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(e));
	exit(1);
}

static inline double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The sum over a warp, in lane 0. */
__device__ inline double
warp_sum(double v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	return v;
}

/* Adds the values of a block of whole warps to *to. */
__device__ inline void
block_add(double *to, double v)
{
	__shared__ double part[32];

	v = warp_sum(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
		v = warp_sum(v);
		if (threadIdx.x == 0)
			atomicAdd(to, v);
	}
}

#endif
