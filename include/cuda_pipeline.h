/* SPDX-License-Identifier: Apache-2.0 */
/* __pipeline_memcpy_async() and its kin: copies are made at once. */
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_runtime.h"
#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDACC__)
static __device__ __forceinline__ void
__pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t bytes,
                        size_t zeros = 0)
{
	size_t n = zeros < bytes ? bytes - zeros : 0;

	__builtin_memcpy(to, from, n);
	__builtin_memset((char *)to + n, 0, bytes - n);
}
static __device__ __forceinline__ void __pipeline_commit() { }
static __device__ __forceinline__ void __pipeline_wait_prior(size_t) { }
/* The copies have been made; what they would add to the count, they would take off. */
static __device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t *) { }
#endif

#endif
