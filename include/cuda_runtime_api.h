/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime API, for C and C++. */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#define CUDART_VERSION 12080
#define __CUDART_API_VERSION CUDART_VERSION

#include "crt/host_defines.h"
#include "builtin_types.h"
#include "cuda_device_runtime_api.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "__heddle/per_thread.h"
#else
#define __hd_launch_name
#define __hd_push_name
#endif

#ifdef __cplusplus
#define __hd_default(value) = value
extern "C" {
#else
#define __hd_default(value)
#endif

#include "__heddle/api_device.h"
#include "__heddle/api_stream.h"
#include "__heddle/api_launch.h"
#include "__heddle/api_memory.h"
#include "__heddle/api_copy.h"
#include "__heddle/api_array.h"
#include "__heddle/api_graph.h"
#include "__heddle/api_external.h"

#ifdef __cplusplus
}
#endif
#undef __hd_default

#endif
