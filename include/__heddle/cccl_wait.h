/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread does while it waits for others: in kernels and on the host. */
#ifndef __HEDDLE_CCCL_WAIT_H__
#define __HEDDLE_CCCL_WAIT_H__

#include "../cuda_runtime.h"
#include <sched.h>
#include <time.h>

namespace cuda {
namespace __hd {

#ifdef __CUDACC__
/* Lets the other threads of the block run: a meeting of this thread alone. */
static __device__ __forceinline__ void
yield()
{
	unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

	__syncwarp(1u << (t & 31));
}
#endif

__host__ __device__ __forceinline__ void
let_others_run()
{
#ifdef __CUDA_ARCH__
	yield();
#else
	sched_yield();
#endif
}

/* Of a clock that only goes forward. */
__host__ __device__ __forceinline__ long long
nanoseconds()
{
#ifdef __CUDA_ARCH__
	long long t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
#else
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
#endif
}

}
}

#endif
