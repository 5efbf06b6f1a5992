/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime API for C and C++, and CUDA C++ itself in .cu files. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#if defined(__CUDA__) && defined(__clang__)
#include "__heddle/cuda_begin.h"
#endif

#include "crt/host_config.h"
#include "builtin_types.h"
#include "library_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"

#if defined(__CUDA__) && defined(__clang__)
#include "__heddle/cuda_device.h"
#include <new> /* kernels have new and delete without asking for it */
#endif

#ifdef __cplusplus
#include "__heddle/templates_memory.h"
#include "__heddle/templates_graph.h"
#include "__heddle/templates_launch.h"
#endif

#endif
