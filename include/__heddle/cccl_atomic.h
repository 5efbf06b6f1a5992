/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic objects of cuda:: and cuda::std::, for both sides. Scopes are all the same. */
#ifndef __HEDDLE_CCCL_ATOMIC_H__
#define __HEDDLE_CCCL_ATOMIC_H__

#include "cccl_std.h"
#include "cccl_wait.h"
#include <atomic>

#define __hd_both __host__ __device__ __forceinline__

namespace cuda {

enum memory_order {
	memory_order_relaxed = __ATOMIC_RELAXED,
	memory_order_consume = __ATOMIC_CONSUME,
	memory_order_acquire = __ATOMIC_ACQUIRE,
	memory_order_release = __ATOMIC_RELEASE,
	memory_order_acq_rel = __ATOMIC_ACQ_REL,
	memory_order_seq_cst = __ATOMIC_SEQ_CST
};

namespace __hd {

/* The host's names work too: their numbers are the same. */
struct order {
	int value;
	__hd_both order(memory_order o) : value((int)o) { }
	__hd_both order(::std::memory_order o) : value((int)o) { }
};
__hd_both int
failing(int o)
{
	return o == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
	       : o == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : o;
}

__hd_both bool
differs(const char *a, const char *b, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (a[k] != b[k])
			return true;
	return false;
}

/* What is added: the builtins count bytes where pointers move. */
template <class __T> struct step {
	typedef __T type;
	static constexpr int bytes = 1;
};
template <class __T> struct step<__T *> {
	typedef ptrdiff_t type;
	static constexpr ptrdiff_t bytes = sizeof(__T);
};

/* Everything that an atomic object and a reference to one have in common. */
template <class Self, class __T> struct operations {
	static constexpr bool is_always_lock_free = true;

	__hd_both __T *
	at() const volatile
	{
		return static_cast<const volatile Self *>(this)->__address();
	}

	__hd_both __T
	load(order o = memory_order_seq_cst) const volatile
	{
		__T v;
		__atomic_load(at(), &v, o.value);
		return v;
	}
	__hd_both void
	store(__T v, order o = memory_order_seq_cst) const volatile
	{
		__atomic_store(at(), &v, o.value);
	}
	__hd_both __T
	exchange(__T v, order o = memory_order_seq_cst) const volatile
	{
		__T old;
		__atomic_exchange(at(), &v, &old, o.value);
		return old;
	}
	__hd_both bool
	compare_exchange_strong(__T &expected, __T v, order o = memory_order_seq_cst) const volatile
	{
		return __atomic_compare_exchange(at(), &expected, &v, false, o.value,
		                                 failing(o.value));
	}
	__hd_both bool
	compare_exchange_strong(__T &expected, __T v, order o, order f) const volatile
	{
		return __atomic_compare_exchange(at(), &expected, &v, false, o.value, f.value);
	}
	__hd_both bool
	compare_exchange_weak(__T &expected, __T v, order o = memory_order_seq_cst) const volatile
	{
		return compare_exchange_strong(expected, v, o);
	}
	__hd_both bool
	compare_exchange_weak(__T &expected, __T v, order o, order f) const volatile
	{
		return compare_exchange_strong(expected, v, o, f);
	}
	__hd_both __T
	fetch_add(typename step<__T>::type v, order o = memory_order_seq_cst) const volatile
	{
		return __atomic_fetch_add(at(), v * step<__T>::bytes, o.value);
	}
	__hd_both __T
	fetch_sub(typename step<__T>::type v, order o = memory_order_seq_cst) const volatile
	{
		return __atomic_fetch_sub(at(), v * step<__T>::bytes, o.value);
	}
#define __hd_fetch(op) \
	__hd_both __T fetch_##op(__T v, order o = memory_order_seq_cst) const volatile \
	{ \
		return __atomic_fetch_##op(at(), v, o.value); \
	}
	__hd_fetch(and)
	__hd_fetch(or)
	__hd_fetch(xor)
	__hd_fetch(min)
	__hd_fetch(max)
#undef __hd_fetch
	/* Nobody sleeps who would have to be told. */
	__hd_both void
	wait(__T old, order o = memory_order_seq_cst) const volatile
	{
		for (;;) {
			__T now = load(o);
			if (differs((const char *)&now, (const char *)&old, sizeof now))
				break;
			let_others_run();
		}
	}
	__hd_both void notify_one() const volatile { }
	__hd_both void notify_all() const volatile { }
	__hd_both bool is_lock_free() const volatile { return true; }
	__hd_both operator __T() const volatile { return load(); }
	__hd_both __T operator++() const volatile { return fetch_add(1) + 1; }
	__hd_both __T operator--() const volatile { return fetch_sub(1) - 1; }
	__hd_both __T operator++(int) const volatile { return fetch_add(1); }
	__hd_both __T operator--(int) const volatile { return fetch_sub(1); }
	__hd_both __T operator+=(typename step<__T>::type v) const volatile { return fetch_add(v) + v; }
	__hd_both __T operator-=(typename step<__T>::type v) const volatile { return fetch_sub(v) - v; }
	__hd_both __T operator&=(__T v) const volatile { return fetch_and(v) & v; }
	__hd_both __T operator|=(__T v) const volatile { return fetch_or(v) | v; }
	__hd_both __T operator^=(__T v) const volatile { return fetch_xor(v) ^ v; }
};

}

template <class __T, thread_scope Scope = thread_scope_system>
struct atomic : __hd::operations<atomic<__T, Scope>, __T> {
	typedef __T value_type;

	atomic() = default;
	__hd_both constexpr atomic(__T v) : __value(v) { }
	atomic(const atomic &) = delete;
	atomic &operator=(const atomic &) = delete;
	atomic &operator=(const atomic &) volatile = delete;
	__hd_both __T
	operator=(__T v)
	{
		this->store(v);
		return v;
	}
	__hd_both __T
	operator=(__T v) volatile
	{
		this->store(v);
		return v;
	}
	__hd_both __T *__address() const volatile { return const_cast<__T *>(&__value); }

private:
	alignas(sizeof(__T) <= 8 ? sizeof(__T) : alignof(__T)) __T __value;
};

template <class __T, thread_scope Scope = thread_scope_system>
struct atomic_ref : __hd::operations<atomic_ref<__T, Scope>, __T> {
	typedef __T value_type;
	static constexpr size_t required_alignment = sizeof(__T);

	__hd_both explicit atomic_ref(__T &v) : __pointer(&v) { }
	__hd_both __T
	operator=(__T v) const
	{
		this->store(v);
		return v;
	}
	__hd_both __T *__address() const volatile { return __pointer; }

private:
	__T *__pointer;
};

__hd_both void
atomic_thread_fence(__hd::order o, thread_scope = thread_scope_system)
{
	switch (o.value) { /* the builtin wants a constant */
	case __ATOMIC_RELAXED: break;
	case __ATOMIC_ACQUIRE: __atomic_thread_fence(__ATOMIC_ACQUIRE); break;
	case __ATOMIC_RELEASE: __atomic_thread_fence(__ATOMIC_RELEASE); break;
	default: __atomic_thread_fence(__ATOMIC_SEQ_CST);
	}
}

namespace std {
template <class __T> using atomic = cuda::atomic<__T, thread_scope_system>;
template <class __T> using atomic_ref = cuda::atomic_ref<__T, thread_scope_system>;
using cuda::atomic_thread_fence;
}

}

#undef __hd_both

#endif
