/* SPDX-License-Identifier: Apache-2.0 */
/* __mbarrier_init() and its kin: barriers in shared memory at which threads arrive. */
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

#define __hd_mb static __device__ __forceinline__

__hd_mb unsigned
__hd_mbarrier_at(__mbarrier_t *b)
{
	return (unsigned)__cvta_generic_to_shared(b);
}

__hd_mb unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }

__hd_mb void
__mbarrier_init(__mbarrier_t *b, unsigned expected)
{
	asm volatile("mbarrier.init.shared.b64 [%0], %1;"
	             :
	             : "r"(__hd_mbarrier_at(b)), "r"(expected)
	             : "memory");
}

__hd_mb void
__mbarrier_inval(__mbarrier_t *b)
{
	asm volatile("mbarrier.inval.shared.b64 [%0];" : : "r"(__hd_mbarrier_at(b)) : "memory");
}

__hd_mb __mbarrier_token_t
__mbarrier_arrive(__mbarrier_t *b)
{
	__mbarrier_token_t t;

	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
	             : "=l"(t)
	             : "r"(__hd_mbarrier_at(b))
	             : "memory");
	return t;
}

__hd_mb __mbarrier_token_t
__mbarrier_arrive_and_drop(__mbarrier_t *b)
{
	__mbarrier_token_t t;

	asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
	             : "=l"(t)
	             : "r"(__hd_mbarrier_at(b))
	             : "memory");
	return t;
}

__hd_mb bool
__mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token)
{
	unsigned done;

	asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2;"
	             " selp.u32 %0, 1, 0, p; }"
	             : "=r"(done)
	             : "r"(__hd_mbarrier_at(b)), "l"(token)
	             : "memory");
	return done != 0;
}

__hd_mb bool
__mbarrier_test_wait_parity(__mbarrier_t *b, bool parity)
{
	unsigned done;

	asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2;"
	             " selp.u32 %0, 1, 0, p; }"
	             : "=r"(done)
	             : "r"(__hd_mbarrier_at(b)), "r"((unsigned)parity)
	             : "memory");
	return done != 0;
}

__hd_mb bool
__mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token, unsigned)
{
	return __mbarrier_test_wait(b, token);
}

__hd_mb bool
__mbarrier_try_wait_parity(__mbarrier_t *b, bool parity, unsigned)
{
	return __mbarrier_test_wait_parity(b, parity);
}

__hd_mb unsigned
__mbarrier_token_pending_count(__mbarrier_token_t token)
{
	unsigned n;

	asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(token));
	return n;
}
#undef __hd_mb
#endif

#endif
