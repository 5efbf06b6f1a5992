/* SPDX-License-Identifier: Apache-2.0 */
/* thrust::device_vector: Thrust's own, but for Thrust 1.x; see __heddle/thrust_vector.h. */
#ifndef __HEDDLE_THRUST_DEVICE_VECTOR_H__
#define __HEDDLE_THRUST_DEVICE_VECTOR_H__

#include <thrust/version.h>

#if THRUST_VERSION >= 200000
#include_next <thrust/device_vector.h>
#else
#include <thrust/device_allocator.h>
#define __hd_vector device_vector
#define __hd_vector_allocator thrust::device_allocator
#include "../__heddle/thrust_vector.h"
#undef __hd_vector
#undef __hd_vector_allocator
#endif

#endif
