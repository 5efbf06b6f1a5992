/* SPDX-License-Identifier: Apache-2.0 */
/* Shared objects of classes with constructors, which do not run: hdcc turns
 *     __shared__ counter c;
 * into one of these, and c into a name for its value. */
#ifndef __HEDDLE_SHARED_OBJECT_H__
#define __HEDDLE_SHARED_OBJECT_H__

template <class __T> union __hd_unmade {
	__T value;

	__device__ __hd_unmade() {}
	__device__ ~__hd_unmade() {}
};

/* The driver writes __hd_class_of<decltype(this)>::type::member for this->member. */
template <class __T> struct __hd_class_of;
template <class __T> struct __hd_class_of<__T *> {
	typedef __T type;
};

#endif
