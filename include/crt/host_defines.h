/* SPDX-License-Identifier: Apache-2.0 */
/* The function and variable qualifiers of CUDA C++. */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* One address space: a managed variable is a device variable, of which the host side says
 * what it is when it registers it. */
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, annotate("heddle.managed")))
#endif
/* The third argument, blocks per cluster, means nothing here. */
#if __cplusplus >= 201103L
/* Functions take them apart, because commas may be a template's. */
static constexpr int __hd_bound_threads(int n, int = 0, int = 0) { return n; }
static constexpr int __hd_bound_blocks(int, int n = 0, int = 0) { return n; }
#define __launch_bounds__(...) \
	__attribute__((launch_bounds(__hd_bound_threads(__VA_ARGS__), \
	                             __hd_bound_blocks(__VA_ARGS__))))
#else
#define __launch_bounds__(...) __hd_launch_bounds_(__VA_ARGS__, 0, 0, 0, 0)
#define __hd_launch_bounds_(threads, blocks, ...) \
	__attribute__((launch_bounds(threads, blocks)))
#endif
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __grid_constant__
#if defined(__CUDA__) && defined(__clang__)
/* Blocks of a cluster would run at the same time and read each other's shared memory. */
#define __cluster_dims__(...) __hd_cluster_dims_(__VA_ARGS__, 1, 1, 1)
#define __hd_cluster_dims_(x, y, z, ...) \
	__attribute__((diagnose_if((x) * (y) * (z) > 1, \
	                           "clusters of several blocks are not supported", "error")))
#else
#define __cluster_dims__(...)
#endif
#define __block_size__(...)
#define __maxnreg__(...)
#define __nv_pure__

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __hd_al(...) __attribute__((aligned(__VA_ARGS__))) /* as hdcc respells alignas */
#define __location__(a)
#define __annotate__(a)
#define __import__
#define __export__

#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __specialization_static static

#ifndef CUDARTAPI
#define CUDARTAPI
#endif
#ifndef CUDARTAPI_CDECL
#define CUDARTAPI_CDECL
#endif
#ifndef CUDART_CB
#define CUDART_CB
#endif

#endif
