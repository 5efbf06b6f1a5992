/* SPDX-License-Identifier: Apache-2.0 */
/* cuda::barrier: threads arrive, and wait for the end of their phase. */
#ifndef __HEDDLE_CCCL_BARRIER_H__
#define __HEDDLE_CCCL_BARRIER_H__

#include "cccl_std.h"
#include "cccl_wait.h"

namespace cuda {
namespace __hd {

struct nothing {
	__host__ __device__ void operator()() const { }
};

}

template <thread_scope Scope, class Completion = __hd::nothing>
class barrier {
public:
	typedef unsigned long long arrival_token;

	barrier() = default;
	__host__ __device__ constexpr explicit barrier(ptrdiff_t expected,
	                                               Completion done = Completion())
	: __left((unsigned)expected), __expected((unsigned)expected), __phase(0), __done(done)
	{
	}
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;

	__device__ arrival_token
	arrive(ptrdiff_t n = 1)
	{
		arrival_token now = __atomic_load_n(&__phase, __ATOMIC_ACQUIRE);

		if (__atomic_sub_fetch(&__left, (unsigned)n, __ATOMIC_ACQ_REL) == 0) {
			__done();
			__atomic_store_n(&__left, __atomic_load_n(&__expected, __ATOMIC_RELAXED),
			                 __ATOMIC_RELAXED);
			__atomic_fetch_add(&__phase, 1, __ATOMIC_RELEASE);
		}
		return now;
	}
	__device__ bool
	__has_ended(arrival_token phase) const
	{
		return __atomic_load_n(&__phase, __ATOMIC_ACQUIRE) != phase;
	}
	__device__ void
	wait(arrival_token &&phase) const
	{
		while (!__has_ended(phase))
			__hd::yield();
	}
	__device__ void wait(const arrival_token &phase) const { wait(arrival_token(phase)); }
	__device__ void
	wait_parity(bool parity) const
	{
		while ((__atomic_load_n(&__phase, __ATOMIC_ACQUIRE) & 1) == parity)
			__hd::yield();
	}
	__device__ void arrive_and_wait() { wait(arrive()); }
	__device__ void
	arrive_and_drop()
	{
		__atomic_fetch_sub(&__expected, 1, __ATOMIC_RELAXED);
		arrive();
	}
	__device__ unsigned &__hd_count() { return __left; }
	static constexpr ptrdiff_t max() { return 1 << 20; }

	friend __device__ __forceinline__ void
	init(barrier *b, ptrdiff_t expected)
	{
		b->__left = b->__expected = (unsigned)expected;
		b->__phase = 0;
	}
	friend __device__ __forceinline__ void
	init(barrier *b, ptrdiff_t expected, Completion done)
	{
		b->__left = b->__expected = (unsigned)expected;
		b->__phase = 0;
		b->__done = done;
	}

private:
	unsigned __left, __expected; /* arrivals */
	unsigned long long __phase;
	Completion __done;
};

namespace device {
template <thread_scope Scope> using barrier = cuda::barrier<Scope>;
template <class __B> __device__ __B *barrier_native_handle(__B &b) { return &b; }
}

namespace std {
template <class Completion = __hd::nothing>
using barrier = cuda::barrier<thread_scope_system, Completion>;
}

}

#endif
