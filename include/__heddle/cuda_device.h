/* SPDX-License-Identifier: Apache-2.0 */
/* The device side of CUDA C++, around the headers that clang ships. */
#ifndef __HEDDLE_CUDA_DEVICE_H__
#define __HEDDLE_CUDA_DEVICE_H__

#include "cuda.h"
#include "crt/host_defines.h"
#include "vector_functions.h"

#define __hd_fn static __device__ __forceinline__

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                size_t shared = 0, void *stream = 0)
	__hd_push_name;

#include "__heddle/dev_builtin_vars.h"
#include "__heddle/dev_clang.h"
#include "__heddle/dev_system.h"
#include "__heddle/dev_minmax.h"
#include "__heddle/dev_float_math.h"
#include "__heddle/dev_host_math.h"
#include "__heddle/dev_clang_cmath.h"
#include "__heddle/dev_atomic.h"
#include "__heddle/dev_atomic_nv.h"
#include "__heddle/dev_load.h"
#include "__heddle/dev_bits.h"
#include "__heddle/dev_dpx.h"
#include "__heddle/dev_warp.h"
#include "__heddle/dev_address.h"
#include "__heddle/dev_newer.h"
#include "__heddle/dev_launch.h"
#include "__heddle/shared_object.h"
#include "__heddle/lambda_traits.h"
#include "__heddle/texture_classes.h"
#include "__heddle/dev_texture.h"
#include "__heddle/dev_texture_functions.h"
#include "__heddle/dev_surface.h"

#undef __hd_fn

#endif
