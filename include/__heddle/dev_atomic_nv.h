/* SPDX-License-Identifier: Apache-2.0 */
/* The __nv_atomic_* functions: order and scope are arguments. Scopes are accepted
 * and are all the same (see dev_atomic.h). */
#ifndef __HEDDLE_DEV_ATOMIC_NV_H__
#define __HEDDLE_DEV_ATOMIC_NV_H__

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

/* The pointer decides the type, the value is converted to it. */
template <class __T> struct __hd_same { typedef __T type; };
template <class __T> struct __hd_same<volatile __T> { typedef __T type; };
template <class __T> struct __hd_same<const __T> { typedef __T type; };
template <class __T> struct __hd_same<const volatile __T> { typedef __T type; };
#define __hd_val typename __hd_same<__T>::type

#define __hd_scope int = __NV_THREAD_SCOPE_SYSTEM

template <class __T> __hd_fn __hd_val
__nv_atomic_load_n(__T *p, int order, __hd_scope)
{
	__hd_val v;
	__atomic_load(p, &v, order);
	return v;
}
template <class __T> __hd_fn void
__nv_atomic_load(__T *p, __hd_val *v, int order, __hd_scope)
{
	__atomic_load(p, v, order);
}
template <class __T> __hd_fn void
__nv_atomic_store_n(__T *p, __hd_val v, int order, __hd_scope)
{
	__atomic_store(p, &v, order);
}
template <class __T> __hd_fn void
__nv_atomic_store(__T *p, __hd_val *v, int order, __hd_scope)
{
	__atomic_store(p, v, order);
}
template <class __T> __hd_fn __hd_val
__nv_atomic_exchange_n(__T *p, __hd_val v, int order, __hd_scope)
{
	__hd_val old;
	__atomic_exchange(p, &v, &old, order);
	return old;
}
template <class __T> __hd_fn void
__nv_atomic_exchange(__T *p, __hd_val *v, __hd_val *old, int order, __hd_scope)
{
	__atomic_exchange(p, v, old, order);
}
template <class __T> __hd_fn bool
__nv_atomic_compare_exchange_n(__T *p, __hd_val *expected, __hd_val v, bool, int success,
                               int failure, __hd_scope)
{
	return __atomic_compare_exchange(p, expected, &v, false, success, failure);
}
template <class __T> __hd_fn bool
__nv_atomic_compare_exchange(__T *p, __hd_val *expected, __hd_val *v, bool, int success,
                             int failure, __hd_scope)
{
	return __atomic_compare_exchange(p, expected, v, false, success, failure);
}

#define __hd_atomic_op(op) \
	template <class __T> __hd_fn __hd_val \
	__nv_atomic_fetch_##op(__T *p, __hd_val v, int order, __hd_scope) \
	{ return __atomic_fetch_##op(p, v, order); } \
	template <class __T> __hd_fn void \
	__nv_atomic_##op(__T *p, __hd_val v, int order, __hd_scope) \
	{ (void)__atomic_fetch_##op(p, v, order); }

__hd_atomic_op(add)
__hd_atomic_op(sub)
__hd_atomic_op(and)
__hd_atomic_op(or)
__hd_atomic_op(xor)
__hd_atomic_op(min)
__hd_atomic_op(max)
#undef __hd_atomic_op

__hd_fn void __nv_atomic_thread_fence(int order, __hd_scope)
{
	__atomic_thread_fence(order);
}

#undef __hd_scope
#undef __hd_val

#endif
