/* SPDX-License-Identifier: Apache-2.0 */
/* thrust::host_vector: Thrust's own, but for Thrust 1.x; see __heddle/thrust_vector.h. */
#ifndef __HEDDLE_THRUST_HOST_VECTOR_H__
#define __HEDDLE_THRUST_HOST_VECTOR_H__

#include <thrust/version.h>

#if THRUST_VERSION >= 200000
#include_next <thrust/host_vector.h>
#else
#include <memory>
#define __hd_vector host_vector
#define __hd_vector_allocator std::allocator
#include "../__heddle/thrust_vector.h"
#undef __hd_vector
#undef __hd_vector_allocator
#endif

#endif
