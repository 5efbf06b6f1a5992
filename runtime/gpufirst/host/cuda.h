/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the CUDA driver's interface that the loader uses, declared here: programs
 * are built and start without an SDK. */
#ifndef HD_GF_CUDA_H
#define HD_GF_CUDA_H

#include <stddef.h>
#include <stdint.h>

typedef int cu_result; /* 0: well; 600: not ready */
typedef uint64_t cu_pointer;
typedef void *cu_handle;

enum { CU_NOT_READY = 600 };
enum {
	CU_MULTIPROCESSORS = 16,
	CU_THREADS_PER_MULTIPROCESSOR = 39,
	CU_MAJOR = 75,
	CU_MINOR = 76,
	CU_CONCURRENT_MANAGED = 89,
	CU_COOPERATIVE = 95,
};
enum { CU_LIMIT_STACK = 0, CU_FUNC_MAX_THREADS = 0 };
enum { CU_ATTACH_GLOBAL = 1, CU_HOST_PORTABLE = 1, CU_HOST_MAPPED = 2 };
enum { CU_STREAM_NON_BLOCKING = 1 };
enum { CU_JIT_ERROR_LOG = 5, CU_JIT_ERROR_LOG_SIZE = 6 };

/* The name in the library, the parameters. */
#define HD_GF_CUDA_CALLS(CALL)                                                         \
	CALL(cuInit, (unsigned))                                                       \
	CALL(cuDeviceGetCount, (int *))                                                \
	CALL(cuDeviceGet, (int *, int))                                                \
	CALL(cuDeviceGetName, (char *, int, int))                                      \
	CALL(cuDeviceGetAttribute, (int *, int, int))                                  \
	CALL(cuDevicePrimaryCtxRetain, (cu_handle *, int))                             \
	CALL(cuCtxSetCurrent, (cu_handle))                                             \
	CALL(cuCtxSetLimit, (int, size_t))                                             \
	CALL(cuModuleLoadDataEx,                                                       \
	     (cu_handle *, const void *, unsigned, int *, void **))                    \
	CALL(cuModuleGetFunction, (cu_handle *, cu_handle, const char *))              \
	CALL(cuModuleGetGlobal_v2, (cu_pointer *, size_t *, cu_handle, const char *))  \
	CALL(cuMemGetInfo_v2, (size_t *, size_t *))                                    \
	CALL(cuMemAlloc_v2, (cu_pointer *, size_t))                                    \
	CALL(cuMemAllocManaged, (cu_pointer *, size_t, unsigned))                      \
	CALL(cuMemHostAlloc, (void **, size_t, unsigned))                              \
	CALL(cuMemcpyHtoD_v2, (cu_pointer, const void *, size_t))                      \
	CALL(cuMemcpyDtoHAsync_v2, (void *, cu_pointer, size_t, cu_handle))            \
	CALL(cuMemsetD8_v2, (cu_pointer, unsigned char, size_t))                       \
	CALL(cuStreamCreate, (cu_handle *, unsigned))                                  \
	CALL(cuStreamQuery, (cu_handle))                                               \
	CALL(cuStreamSynchronize, (cu_handle))                                         \
	CALL(cuFuncGetAttribute, (int *, int, cu_handle))                              \
	CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor,                              \
	     (int *, cu_handle, int, size_t))                                          \
	CALL(cuLaunchKernel,                                                           \
	     (cu_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,   \
	      unsigned, cu_handle, void **, void **))                                  \
	CALL(cuLaunchCooperativeKernel,                                                \
	     (cu_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,   \
	      unsigned, cu_handle, void **))                                           \
	CALL(cuGetErrorName, (cu_result, const char **))                               \
	CALL(cuGetErrorString, (cu_result, const char **))

#endif
