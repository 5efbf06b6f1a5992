/* SPDX-License-Identifier: Apache-2.0 */
/* cuda::latch and cuda::counting_semaphore, for both sides. Scopes are all the same. */
#ifndef __HEDDLE_CCCL_LATCH_H__
#define __HEDDLE_CCCL_LATCH_H__

#include "cccl_std.h"
#include "cccl_wait.h"

#define __hd_both __host__ __device__ __forceinline__

namespace cuda {

/* Opens when it has been counted down to zero, and stays open. */
template <thread_scope Scope> class latch {
public:
	latch() = default;
	__host__ __device__ constexpr explicit latch(ptrdiff_t expected) : __left(expected) { }
	latch(const latch &) = delete;
	latch &operator=(const latch &) = delete;

	__hd_both void
	count_down(ptrdiff_t n = 1)
	{
		__atomic_fetch_sub(&__left, n, __ATOMIC_RELEASE);
	}
	__hd_both bool
	try_wait() const
	{
		return __atomic_load_n(&__left, __ATOMIC_ACQUIRE) == 0;
	}
	__hd_both void
	wait() const
	{
		while (!try_wait())
			__hd::let_others_run();
	}
	__hd_both void
	arrive_and_wait(ptrdiff_t n = 1)
	{
		count_down(n);
		wait();
	}
	static __host__ __device__ constexpr ptrdiff_t max() noexcept { return PTRDIFF_MAX; }

private:
	ptrdiff_t __left;
};

/* So many may be inside at the same time. */
template <thread_scope Scope, ptrdiff_t Most = PTRDIFF_MAX> class counting_semaphore {
public:
	counting_semaphore() = default;
	__host__ __device__ constexpr explicit counting_semaphore(ptrdiff_t n) : __free(n) { }
	counting_semaphore(const counting_semaphore &) = delete;
	counting_semaphore &operator=(const counting_semaphore &) = delete;

	__hd_both void
	release(ptrdiff_t n = 1)
	{
		__atomic_fetch_add(&__free, n, __ATOMIC_RELEASE);
	}
	__hd_both bool
	try_acquire()
	{
		ptrdiff_t n = __atomic_load_n(&__free, __ATOMIC_RELAXED);

		while (n > 0)
			if (__atomic_compare_exchange_n(&__free, &n, n - 1, false,
			                                __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
				return true;
		return false;
	}
	__hd_both void
	acquire()
	{
		while (!try_acquire())
			__hd::let_others_run();
	}
	/* Times are those of <chrono>, which is not needed otherwise. */
	template <class Duration> __host__ __device__ bool
	try_acquire_for(const Duration &time)
	{
		typedef typename Duration::period period;
		double unit = 1e9 * (double)period::num / (double)period::den;
		long long end = __hd::nanoseconds() + (long long)((double)time.count() * unit);

		while (!try_acquire()) {
			if (__hd::nanoseconds() >= end)
				return false;
			__hd::let_others_run();
		}
		return true;
	}
	template <class Time> __host__ bool
	try_acquire_until(const Time &end)
	{
		return try_acquire_for(end - Time::clock::now());
	}
	static __host__ __device__ constexpr ptrdiff_t max() noexcept { return Most; }

private:
	ptrdiff_t __free;
};
template <thread_scope Scope> using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
using latch = cuda::latch<thread_scope_system>;
template <ptrdiff_t Most = PTRDIFF_MAX>
using counting_semaphore = cuda::counting_semaphore<thread_scope_system, Most>;
using binary_semaphore = cuda::binary_semaphore<thread_scope_system>;
}

}

#undef __hd_both

#endif
